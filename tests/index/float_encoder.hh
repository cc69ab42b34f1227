// The sentence encoder in plain 32-bit arithmetic from the published weights: slow, and written only to check the
// other.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "index/minilm/model.hh"
#include "index/minilm/safetensors.hh"

namespace ai_memory::test {

class FloatEncoder {
 public:
  explicit FloatEncoder(std::string weights) : weights_(std::move(weights)) {}

  std::vector<float> embed(const std::vector<int>& pieces) const {
    using namespace minilm;
    const auto &words = get("embeddings.word_embeddings.weight"),
               &places = get("embeddings.position_embeddings.weight"),
               &types = get("embeddings.token_type_embeddings.weight");
    Rows x(pieces.size(), std::vector<float>(kHidden));
    for (std::size_t t = 0; t < x.size(); ++t)
      for (std::size_t d = 0; d < kHidden; ++d)
        x[t][d] = words[static_cast<std::size_t>(pieces[t]) * kHidden + d] + places[t * kHidden + d] + types[d];
    norm(x, "embeddings.LayerNorm");
    for (int i = 0; i < kLayers; ++i) {
      const std::string layer = "encoder.layer." + std::to_string(i) + ".";
      const Rows mixed = attend(x, layer + "attention.self.");
      add(x, linear(mixed, layer + "attention.output.dense"));
      norm(x, layer + "attention.output.LayerNorm");
      Rows inner = linear(x, layer + "intermediate.dense");
      for (auto& row : inner)
        for (float& value : row) value = 0.5F * value * (1.0F + std::erf(value / std::sqrt(2.0F)));
      add(x, linear(inner, layer + "output.dense"));
      norm(x, layer + "output.LayerNorm");
    }
    std::vector<float> mean(kHidden);
    for (const auto& row : x)
      for (std::size_t d = 0; d < kHidden; ++d) mean[d] += row[d];
    float squares = 0;
    for (const float value : mean) squares += value * value;
    for (float& value : mean) value /= std::sqrt(squares);
    return mean;
  }

 private:
  using Rows = std::vector<std::vector<float>>;

  const std::vector<float>& get(const std::string& name) const {
    const auto known = read_.find(name);
    if (known != read_.end()) return known->second;
    return read_.emplace(name, minilm::read_tensor(weights_, name).values).first->second;
  }

  Rows linear(const Rows& x, const std::string& name) const {
    const auto &weights = get(name + ".weight"), &bias = get(name + ".bias");
    const std::size_t columns = weights.size() / bias.size();
    Rows out(x.size(), bias);
    for (std::size_t t = 0; t < x.size(); ++t)
      for (std::size_t n = 0; n < bias.size(); ++n) {
        float sum = 0;
        for (std::size_t c = 0; c < columns; ++c) sum += x[t][c] * weights[n * columns + c];
        out[t][n] += sum;
      }
    return out;
  }

  Rows attend(const Rows& x, const std::string& name) const {
    const Rows q = linear(x, name + "query"), k = linear(x, name + "key"), v = linear(x, name + "value");
    Rows out(x.size(), std::vector<float>(minilm::kHidden));
    for (std::size_t from = 0; from < minilm::kHidden; from += minilm::kHeadWidth)
      for (std::size_t t = 0; t < x.size(); ++t) {
        std::vector<float> weight(x.size());
        float total = 0;
        for (std::size_t s = 0; s < x.size(); ++s) {
          float score = 0;
          for (std::size_t d = from; d < from + minilm::kHeadWidth; ++d) score += q[t][d] * k[s][d];
          total += weight[s] = std::exp(score / std::sqrt(static_cast<float>(minilm::kHeadWidth)));
        }
        for (std::size_t s = 0; s < x.size(); ++s)
          for (std::size_t d = from; d < from + minilm::kHeadWidth; ++d) out[t][d] += weight[s] / total * v[s][d];
      }
    return out;
  }

  static void add(Rows& x, const Rows& y) {
    for (std::size_t t = 0; t < x.size(); ++t)
      for (std::size_t d = 0; d < x[t].size(); ++d) x[t][d] += y[t][d];
  }

  void norm(Rows& x, const std::string& name) const {
    const auto &gain = get(name + ".weight"), &bias = get(name + ".bias");
    for (auto& row : x) {
      float mean = 0, squares = 0;
      for (const float value : row) mean += value / static_cast<float>(row.size());
      for (const float value : row) squares += (value - mean) * (value - mean) / static_cast<float>(row.size());
      for (std::size_t d = 0; d < row.size(); ++d)
        row[d] = (row[d] - mean) / std::sqrt(squares + 1e-12F) * gain[d] + bias[d];
    }
  }

  std::string weights_;
  mutable std::map<std::string, std::vector<float>> read_;
};

}  // namespace ai_memory::test
