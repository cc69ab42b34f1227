// An embedder whose vectors a test states: each text that holds a known word gets that word's axis.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "index/embedder.hh"
#include "wiki/error.hh"

namespace ai_memory::test {

class ScriptedEmbedder : public Embedder {
 public:
  ScriptedEmbedder(std::string id, int dimension, std::map<std::string, Vector> words)
      : id_(std::move(id)), dimension_(dimension), words_(std::move(words)) {}

  const std::string& id() const override { return id_; }
  int dimension() const override { return dimension_; }
  bool knows_meaning() const override { return true; }
  std::size_t fitting(std::string_view text) const override { return std::min<std::size_t>(text.size(), room); }
  std::vector<Vector> embed_documents(const std::vector<std::string>& texts) override {
    if (const auto at = faults.find(calls++); at != faults.end()) throw Error(ErrorKind::provider, at->second, "wait");
    std::vector<Vector> vectors;
    for (const std::string& text : texts) {
      asked.push_back(text);
      vectors.push_back(of(text));
    }
    return vectors;
  }
  Vector embed_query(const std::string& text) override { return of(text); }
  std::size_t batch_size() const override { return batch; }
  void learn(const std::string& word, Vector vector) { words_[word] = std::move(vector); }

  std::size_t room = 1000, batch = 1;
  std::size_t calls = 0;                      // of embed_documents()
  std::map<std::size_t, std::string> faults;  // what the n-th of them, counted from 0, throws
  std::vector<std::string> asked;             // every document that was to be embedded

 private:
  Vector of(const std::string& text) const {
    for (const auto& [word, vector] : words_)
      if (text.find(word) != std::string::npos) return vector;
    return {};
  }

  std::string id_;
  int dimension_;
  std::map<std::string, Vector> words_;
};

// A unit vector of `dimension` numbers along one axis, or between two.
inline Vector along(int dimension, std::size_t axis) {
  Vector vector(static_cast<std::size_t>(dimension));
  vector[axis] = 1;
  return vector;
}
inline Vector between(int dimension, std::size_t axis, std::size_t other, float share) {
  Vector vector(static_cast<std::size_t>(dimension));
  vector[axis] = share;
  vector[other] = std::sqrt(1 - share * share);
  return vector;
}

}  // namespace ai_memory::test
