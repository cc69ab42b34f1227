#include "index/minilm/safetensors.hh"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "wiki/error.hh"

namespace ai_memory::minilm {

float half_to_float(std::uint16_t half) {
  const int exponent = (half >> 10) & 31, fraction = half & 1023;
  float size = 0;
  if (exponent == 0)
    size = std::ldexp(static_cast<float>(fraction), -24);
  else if (exponent == 31)
    size = fraction ? NAN : INFINITY;
  else
    size = std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return half & 0x8000 ? -size : size;
}

Tensor read_tensor(std::string_view file, const std::string& name) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::failed, "weights: " + name + ": " + why, "get the published file again");
  };
  std::uint64_t length = 0;
  if (file.size() < sizeof length) refuse("the file is cut short");
  std::memcpy(&length, file.data(), sizeof length);  // little endian, as all machines this is built for
  if (length > file.size() - sizeof length) refuse("the file is cut short");
  const auto table = nlohmann::json::parse(file.substr(sizeof length, length), nullptr, false);
  if (!table.is_object() || !table.contains(name)) refuse("is not in the file");
  const auto data = file.substr(sizeof length + length);
  Tensor tensor;
  try {
    const auto& entry = table.at(name);
    tensor.shape = entry.at("shape").get<std::vector<std::size_t>>();
    const auto offsets = entry.at("data_offsets").get<std::vector<std::size_t>>();
    const auto type = entry.at("dtype").get<std::string>();
    const std::size_t width = type == "F16" ? 2 : type == "F32" ? 4 : 0;
    std::size_t count = 1;
    for (const std::size_t side : tensor.shape) count *= side;
    if (width == 0) refuse("is of type " + type);
    if (offsets.size() != 2 || offsets[1] > data.size() || offsets[0] > offsets[1] ||
        offsets[1] - offsets[0] != count * width)
      refuse("its bytes are not where the table says");
    tensor.values.resize(count);
    const char* from = data.data() + offsets[0];
    if (width == 4) std::memcpy(tensor.values.data(), from, count * width);
    for (std::size_t i = 0; width == 2 && i < count; ++i) {
      std::uint16_t half = 0;
      std::memcpy(&half, from + 2 * i, sizeof half);
      tensor.values[i] = half_to_float(half);
    }
  } catch (const nlohmann::json::exception& problem) {
    refuse(problem.what());
  }
  return tensor;
}

}  // namespace ai_memory::minilm
