// Named arrays of half-precision numbers in the safetensors format (a length, a JSON table, the bytes).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ai_memory::minilm {

// Row-major, widened to 32 bits.
struct Tensor {
  std::vector<std::size_t> shape;
  std::vector<float> values;
};

float half_to_float(std::uint16_t half);

// `file` is the whole file. Throws `failed` naming the tensor: not there, not F16 or F32, bytes out of range or not as
// many as the shape says.
Tensor read_tensor(std::string_view file, const std::string& name);

}  // namespace ai_memory::minilm
