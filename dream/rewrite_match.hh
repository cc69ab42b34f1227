// Which clauses are about the same.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dream/rewrite_text.hh"

namespace ai_memory {

// By word id: how much a word tells among `clauses`; 1 for one that only one has.
class WordRarity {
 public:
  explicit WordRarity(const std::vector<const RewriteClause*>& clauses);
  float of(std::uint32_t word) const { return word < weights_.size() && weights_[word] > 0 ? weights_[word] : 1; }

 private:
  std::vector<float> weights_;
};

// Clauses found by words that they share with another one. Of each word a bounded number of clauses is known, the fewer
// the more clauses there are, so that a search over all costs little more than reading them.
class ClauseIndex {
 public:
  enum class By { own, all };
  ClauseIndex(std::vector<const RewriteClause*> clauses, By by, const WordRarity& rarity);

  struct Scored {
    const RewriteClause* clause = nullptr;
    float shared = 0;  // sum over the shared words: rarity, times the lesser weight
  };
  // The 32 that share most, the best first; of equal ones the first in order.
  const std::vector<Scored>& near(const std::vector<WeightedWord>& words);
  // Some with this word, in order.
  std::vector<const RewriteClause*> with(std::uint32_t word) const;

 private:
  using Places = std::vector<std::pair<std::uint32_t, float>>;
  std::vector<const RewriteClause*> clauses_;
  const WordRarity& rarity_;
  std::unordered_map<std::uint32_t, Places> places_;
  std::vector<float> shared_;
  std::vector<std::uint32_t> touched_;
  std::vector<Scored> found_;
};

float weight_of(const std::vector<WeightedWord>& words, const WordRarity& rarity);
float shared_weight(const std::vector<WeightedWord>& a, const std::vector<WeightedWord>& b, const WordRarity& rarity);
// The weight of a word in `words`, which are by id; 0 if it is none of them.
float weight_in(const std::vector<WeightedWord>& words, std::uint32_t id);

// Whether the clause `told` says what `asked` does, as far as words show: they share half of the shorter one; or what
// stands around `told` has most of `asked`. Of a clause with next to no words its surroundings count.
bool says_same(const RewriteClause& asked, const RewriteClause& told, const WordRarity& rarity);

}  // namespace ai_memory
