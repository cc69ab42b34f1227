// An embedder whose vectors stand in the texts themselves.
#pragma once

#include <cmath>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "index/embedder.hh"
#include "index/search_index.hh"

namespace ai_memory::test {

// "3 1" is three of the first axis and one of the second, made unit length; what is no number is passed over. A text
// without numbers has no vector.
class NumberEmbedder : public Embedder {
 public:
  static constexpr int kDimension = 32;
  explicit NumberEmbedder(std::string id = "numbers-1") : id_(std::move(id)) {}
  const std::string& id() const override { return id_; }
  int dimension() const override { return kDimension; }
  bool knows_meaning() const override { return true; }
  std::size_t fitting(std::string_view text) const override { return text.size(); }
  std::vector<Vector> embed_documents(const std::vector<std::string>& texts) override {
    std::vector<Vector> vectors;
    for (const auto& text : texts) vectors.push_back(embed_query(text));
    return vectors;
  }
  Vector embed_query(const std::string& text) override {
    Vector vector(kDimension);
    std::istringstream words(text);
    std::size_t axis = 0;
    double square = 0;
    for (std::string word; words >> word && axis < vector.size();) {
      if (word.find_first_not_of("0123456789") != std::string::npos) continue;
      vector[axis] = static_cast<float>(std::stoi(word));
      square += std::pow(vector[axis++], 2);
    }
    if (square == 0) return {};
    for (float& value : vector) value = static_cast<float>(value / std::sqrt(square));
    return vector;
  }

 private:
  std::string id_;
};

inline void use_numbers(SearchIndex& index, const std::string& id = "numbers-1") {
  index.use([id] { return std::make_unique<NumberEmbedder>(id); });
}

}  // namespace ai_memory::test
