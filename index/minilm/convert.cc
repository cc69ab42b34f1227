// The published half-precision weights become 8-bit rows, in the order in which model.cc reads them.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <zlib.h>

#include "index/minilm/layout.hh"
#include "index/minilm/model.hh"
#include "index/minilm/safetensors.hh"
#include "wiki/error.hh"

namespace ai_memory::minilm {
namespace {

float peak_of(std::span<const float> values) {
  float peak = 0;
  for (const float value : values) peak = std::max(peak, std::fabs(value));
  return peak;
}

// Divides the columns by what evens them out, and returns it.
std::vector<float> take_balance(std::vector<float>& weights, std::size_t columns) {
  std::vector<float> balance(columns);
  for (std::size_t i = 0; i < weights.size(); ++i)
    balance[i % columns] = std::max(balance[i % columns], std::fabs(weights[i]));
  // The root of the peak: half of the difference is left to the weights. All of it, or none, was measured as worse, and
  // so were the sizes of what the columns are multiplied by.
  for (float& peak : balance) peak = peak > 0 ? std::sqrt(peak) : 1.0F;
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] /= balance[i % columns];
  return balance;
}

// The integers of a group for a step; returns the sum of the squared errors in units of the row's scale.
float round_group(std::span<const float> group, float scale, int step, std::int8_t* whole) {
  const float unit = scale * static_cast<float>(step);
  float squares = 0;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const auto nearest = std::clamp(std::lrint(group[i] / unit), -127L, 127L);
    whole[i] = static_cast<std::int8_t>(nearest);
    const float off = group[i] / scale - static_cast<float>(nearest * step);
    squares += off * off;
  }
  return squares;
}

// The step with the least error: about the least that holds the group's peak, which may be cut off a little.
std::uint8_t best_step(std::span<const float> group, float scale, int most, std::int8_t* whole) {
  const int holds = std::clamp(static_cast<int>(std::ceil(peak_of(group) / scale / 127.0F)), 1, most);
  int best = holds;
  float least = round_group(group, scale, holds, whole);
  for (int step = std::max(1, holds - 2); step <= std::min(most, holds + 1); ++step)
    if (const float error = round_group(group, scale, step, whole); error < least) least = error, best = step;
  round_group(group, scale, best, whole);
  return static_cast<std::uint8_t>(best);
}

// Returns the row's scale. Where the sum of a row's integers would be too large, its scale is made larger.
float round_by_steps(std::span<const float> row, std::int8_t* whole, std::uint8_t* steps) {
  const float peak = peak_of(row);
  for (int most = kMostStep;; --most) {
    const float scale = peak > 0 ? peak / static_cast<float>(127 * most) : 1.0F;
    std::int32_t sum = 0;
    for (std::size_t c = 0; c < row.size(); c += kGroup) {
      const int step = steps[c / kGroup] = best_step(row.subspan(c, kGroup), scale, most, whole + c);
      for (std::size_t i = c; i < c + kGroup; ++i) sum += step * std::abs(whole[i]);
    }
    if (sum <= kMostOfRow) return scale;
  }
}

class Writer {
 public:
  explicit Writer(std::string_view weights) : weights_(weights) {}

  std::vector<float> tensor(const std::string& name, std::vector<std::size_t> shape) const {
    Tensor found = read_tensor(weights_, name);
    if (found.shape != shape)
      throw Error(ErrorKind::failed, "weights: " + name + ": has another shape than all-MiniLM-L6-v2",
                  "this program knows that model only");
    return std::move(found.values);
  }
  template <class Value>
  void put(const std::vector<Value>& values) {
    out_.resize(aligned(out_.size()));
    out_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
  }
  void rows(const std::vector<float>& values, std::size_t rows, std::size_t columns) {
    std::vector<std::int8_t> whole(values.size());
    std::vector<float> scales(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      const float* const x = values.data() + row * columns;
      const float peak = peak_of({x, columns});
      scales[row] = peak / 127.0F;
      for (std::size_t c = 0; c < columns; ++c)
        whole[row * columns + c] = static_cast<std::int8_t>(peak > 0 ? std::lrint(x[c] / peak * 127.0F) : 0);
    }
    put(whole);
    put(scales);
  }
  void words(const std::string& name, std::size_t rows, std::size_t columns) {
    std::vector<float> weights = tensor(name, {rows, columns});
    const std::vector<float> balance = take_balance(weights, columns);
    this->rows(weights, rows, columns);
    put(balance);
  }
  void linear(const std::string& name, std::size_t rows, std::size_t columns) {
    std::vector<float> weights = tensor(name + ".weight", {rows, columns});
    const std::vector<float> balance = take_balance(weights, columns);
    std::vector<std::int8_t> whole(weights.size());
    std::vector<float> scales(rows);
    std::vector<std::uint8_t> steps(weights.size() / kGroup);
    for (std::size_t row = 0; row < rows; ++row)
      scales[row] = round_by_steps({weights.data() + row * columns, columns}, whole.data() + row * columns,
                                   steps.data() + row * (columns / kGroup));
    put(whole);
    put(scales);
    put(steps);
    put(balance);
    put(tensor(name + ".bias", {rows}));
  }
  void norm(const std::string& name) {
    put(tensor(name + ".weight", {kHidden}));
    put(tensor(name + ".bias", {kHidden}));
  }
  void vocabulary(const std::vector<std::string>& pieces) {
    std::vector<std::uint32_t> slots(kSlots), starts(1);
    std::vector<char> letters;
    for (std::size_t id = 0; id < pieces.size(); ++id) {
      std::uint32_t slot = slot_of(pieces[id]);
      while (slots[slot] != 0) slot = (slot + 1) % kSlots;
      slots[slot] = static_cast<std::uint32_t>(id) + 1;
      letters.insert(letters.end(), pieces[id].begin(), pieces[id].end());
      starts.push_back(static_cast<std::uint32_t>(letters.size()));
    }
    put(slots);
    put(starts);
    put(letters);
  }
  std::string finish(std::size_t pieces) {
    Header header{};
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    header.version = kVersion;
    header.pieces = static_cast<std::uint32_t>(pieces);
    header.size = out_.size();
    const auto* content = reinterpret_cast<const Bytef*>(out_.data() + sizeof header);
    header.checksum = static_cast<std::uint32_t>(::crc32(0, content, static_cast<uInt>(out_.size() - sizeof header)));
    std::memcpy(out_.data(), &header, sizeof header);
    return std::move(out_);
  }

 private:
  std::string_view weights_;
  std::string out_ = std::string(sizeof(Header), '\0');
};

// One text at a time has only tokens of type 0, so that type's vector can be added beforehand.
std::vector<float> positions(const Writer& writer) {
  auto rows = writer.tensor("embeddings.position_embeddings.weight", {512, kHidden});
  const auto type = writer.tensor("embeddings.token_type_embeddings.weight", {2, kHidden});
  rows.resize(std::size_t{kMaxPieces} * kHidden);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] += type[i % kHidden];
  return rows;
}

}  // namespace

std::vector<std::string> read_vocabulary(std::string_view tokenizer) {
  const auto refuse = [](const std::string& why) {
    throw Error(ErrorKind::failed, "tokenizer.json: " + why, "get the published file again");
  };
  const auto document = nlohmann::json::parse(tokenizer, nullptr, false);
  const nlohmann::json::json_pointer place("/model/vocab");
  if (document.is_discarded() || !document.contains(place) || !document.at(place).is_object())
    refuse("holds no model.vocab");
  const auto& table = document.at(place);
  std::vector<std::string> pieces(table.size());
  for (const auto& [piece, id] : table.items()) {
    if (!id.is_number_unsigned() || id.get<std::size_t>() >= pieces.size()) refuse("'" + piece + "' has no id");
    pieces[id.get<std::size_t>()] = piece;
  }
  if (std::count(pieces.begin(), pieces.end(), "") > 0) refuse("two pieces have the same id");
  return pieces;
}

std::string convert(std::string_view weights, const std::vector<std::string>& vocabulary) {
  if (vocabulary.size() >= kSlots)
    throw Error(ErrorKind::failed, "vocabulary: has more pieces than all-MiniLM-L6-v2", "get the published file again");
  Writer writer(weights);
  writer.words("embeddings.word_embeddings.weight", vocabulary.size(), kHidden);
  writer.put(positions(writer));
  writer.norm("embeddings.LayerNorm");
  for (int i = 0; i < kLayers; ++i) {
    const std::string layer = "encoder.layer." + std::to_string(i) + ".";
    for (const char* part :
         {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"})
      writer.linear(layer + part, kHidden, kHidden);
    writer.norm(layer + "attention.output.LayerNorm");
    writer.linear(layer + "intermediate.dense", kInner, kHidden);
    writer.linear(layer + "output.dense", kHidden, kInner);
    writer.norm(layer + "output.LayerNorm");
  }
  writer.vocabulary(vocabulary);
  return writer.finish(vocabulary.size());
}

}  // namespace ai_memory::minilm
