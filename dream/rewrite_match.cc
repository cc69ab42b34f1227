#include "dream/rewrite_match.hh"

#include <algorithm>
#include <cmath>

namespace ai_memory {
namespace {

template <typename Visit>
void each_shared(const std::vector<WeightedWord>& a, const std::vector<WeightedWord>& b, Visit visit) {
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (i->id == j->id)
      visit(*i, *j), ++i, ++j;
    else
      i->id < j->id ? ++i : ++j;
  }
}

}  // namespace

WordRarity::WordRarity(const std::vector<const RewriteClause*>& clauses) {
  for (const RewriteClause* clause : clauses)
    for (const auto& word : clause->words) {
      if (word.id >= weights_.size()) weights_.resize(word.id + 1);
      weights_[word.id] += 1;
    }
  for (float& count : weights_)
    if (count > 0) count = 1 / std::sqrt(count);
}

ClauseIndex::ClauseIndex(std::vector<const RewriteClause*> clauses, By by, const WordRarity& rarity)
    : clauses_(std::move(clauses)), rarity_(rarity), shared_(clauses_.size()) {
  const std::size_t most = std::clamp<std::size_t>(100'000 / (clauses_.size() + 1), 8, 400);
  for (std::size_t i = 0; i < clauses_.size(); ++i)
    for (const auto& word : by == By::own ? clauses_[i]->words : clauses_[i]->all) {
      auto& places = places_[word.id];
      if (places.size() < most) places.emplace_back(static_cast<std::uint32_t>(i), word.weight);
    }
}

const std::vector<ClauseIndex::Scored>& ClauseIndex::near(const std::vector<WeightedWord>& words) {
  for (const auto& word : words) {
    const auto places = places_.find(word.id);
    if (places == places_.end()) continue;
    const float rare = rarity_.of(word.id);
    for (const auto& [place, weight] : places->second) {
      if (shared_[place] == 0) touched_.push_back(place);
      shared_[place] += rare * std::min(weight, word.weight);
    }
  }
  constexpr std::size_t kMost = 32;
  const auto best = touched_.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, touched_.size()));
  std::partial_sort(touched_.begin(), best, touched_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return shared_[a] != shared_[b] ? shared_[a] > shared_[b] : a < b;
  });
  found_.clear();
  for (auto place = touched_.begin(); place != best; ++place) found_.push_back({clauses_[*place], shared_[*place]});
  for (const auto place : touched_) shared_[place] = 0;
  touched_.clear();
  return found_;
}

std::vector<const RewriteClause*> ClauseIndex::with(std::uint32_t word) const {
  std::vector<const RewriteClause*> found;
  if (const auto places = places_.find(word); places != places_.end())
    for (const auto& [place, weight] : places->second) found.push_back(clauses_[place]);
  return found;
}

float weight_of(const std::vector<WeightedWord>& words, const WordRarity& rarity) {
  float sum = 0;
  for (const auto& word : words) sum += word.weight * rarity.of(word.id);
  return sum;
}

float shared_weight(const std::vector<WeightedWord>& a, const std::vector<WeightedWord>& b, const WordRarity& rarity) {
  float sum = 0;
  each_shared(
      a, b, [&](const auto& one, const auto& other) { sum += rarity.of(one.id) * std::min(one.weight, other.weight); });
  return sum;
}

float weight_in(const std::vector<WeightedWord>& words, std::uint32_t id) {
  const auto found = std::lower_bound(words.begin(), words.end(), id,
                                      [](const auto& word, std::uint32_t wanted) { return word.id < wanted; });
  return found != words.end() && found->id == id ? found->weight : 0;
}

bool says_same(const RewriteClause& asked, const RewriteClause& told, const WordRarity& rarity) {
  constexpr float kShort = 0.6F, kHalf = 0.5F, kMost = 0.6F, kSome = 0.25F, kRound = 1e-4F;
  const float asks = weight_of(asked.words, rarity), tells = weight_of(told.words, rarity);
  const float own = shared_weight(asked.words, told.words, rarity);
  if (asks < kShort && own >= asks - kRound)  // "No.", 変わらない: the rest is around it
    return shared_weight(asked.all, told.words, rarity) >= kHalf * tells - kRound;
  if (tells < kShort && own >= tells - kRound)
    return shared_weight(asked.words, told.all, rarity) >= kHalf * asks - kRound;
  if (own >= kHalf * std::min(asks, tells) - kRound) return true;
  const float with_mates = shared_weight(asked.words, told.all, rarity);
  return with_mates >= kMost * asks - kRound && own >= kSome * std::min(asks, tells) - kRound;
}

}  // namespace ai_memory
