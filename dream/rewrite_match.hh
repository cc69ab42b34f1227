// Which clauses are about the same.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dream/rewrite_text.hh"

namespace ai_memory {

// By word id: how much a word tells among `clauses`; 1 for one that only one has.
class WordRarity {
 public:
  explicit WordRarity(const std::vector<const RewriteClause*>& clauses);
  float of(std::uint32_t word) const;

 private:
  std::unordered_map<std::uint32_t, float> weights_;
};

// Clauses found by a word that they share with another one. Looks at a bounded number of them for a word, the fewer the
// more clauses there are, so that a search over all costs little more than reading them.
class ClauseIndex {
 public:
  enum class By { own, all };
  ClauseIndex(std::vector<const RewriteClause*> clauses, By by);

  struct Scored {
    const RewriteClause* clause = nullptr;
    float shared = 0;  // sum over the shared words: rarity, times the lesser weight
  };
  // In the order of the clauses.
  const std::vector<Scored>& near(const std::vector<WeightedWord>& words, const WordRarity& rarity);

 private:
  std::vector<const RewriteClause*> clauses_;
  std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint32_t, float>>> places_;
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
