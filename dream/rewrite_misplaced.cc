// Facts that stand in the rewrite where the sources have another one of their kind: two values that were swapped.
#include <algorithm>
#include <set>
#include <unordered_set>

#include "dream/rewrite_checks.hh"
#include "dream/rewrite_match.hh"

namespace ai_memory {
namespace {

constexpr float kBeside = 0.6F;  // what stands in the same sentence weighs more, what stands above it less

using Clauses = std::vector<const RewriteClause*>;

Clauses clauses_of(const std::vector<RewriteText>& texts) {
  Clauses found;
  for (const RewriteText& text : texts)
    for (const RewriteClause& clause : text.clauses) found.push_back(&clause);
  return found;
}

class Places {
 public:
  explicit Places(RewriteComparison& all)
      : all_(all), clauses_(clauses_of(all.texts)), rarity_(clauses_), index_(clauses_, ClauseIndex::By::all) {
    for (const RewriteText& text : all.texts)
      for (const RewriteSentence& sentence : text.sentences) {
        known_.emplace(sentence.place, sentence.text);
        for (auto i = sentence.first; i < sentence.last && sentence.heading > 0; ++i)
          headings_.insert(&text.clauses[i]);
      }
  }

  void find() {
    for (const RewriteClause& clause : all_.result.clauses) {
      const auto& sentence = all_.result.sentences[clause.sentence];
      if (clause.facts.empty() || sentence.heading == 1 || known_.contains({sentence.place, sentence.text})) continue;
      const auto& near = index_.near(clause.all, rarity_);
      for (const ClauseFact& fact : clause.facts)
        if (is_misplaced(clause, fact, near, sentence.heading > 0))
          all_.about_result(RewriteFault::misplaced, fact.fact.group == "name" ? "name" : fact.fact.kind,
                            fact.fact.text, sentence);
    }
  }

 private:
  // Some other value of the kind, which the rewrite has not here, fits the words around clearly better. What the clause
  // itself says counts twice.
  bool is_misplaced(const RewriteClause& clause, const ClauseFact& fact, const std::vector<ClauseIndex::Scored>& near,
                    bool heading) const {
    constexpr float kClearly = 0.45F, kEnough = 0.9F, kByOwn = 0.3F;
    bool found = false;
    float here = 0, own_here = 0;
    for (const auto& scored : near) {
      const float there = weight_in(scored.clause->all, fact.id);
      if (there == 0) continue;
      found = true;
      // In a sentence of two values the other one's clause is a worse place.
      const float share = there >= kBeside && weight_in(scored.clause->words, fact.id) == 0 ? kBeside : 1;
      const auto fit = fit_of(clause, scored, fact.id);
      here = std::max(here, share * (fit.all + fit.own));
      own_here = std::max(own_here, share * fit.own);
    }
    if (!found) return false;
    for (const auto& scored : near) {
      if (2 * scored.shared <= here + kClearly || weight_in(scored.clause->words, fact.id) > 0) continue;
      if (headings_.contains(scored.clause) != heading) continue;
      const auto fit = fit_of(clause, scored, fact.id);
      if (fact.fact.group == "name" && fit.own <= own_here + kByOwn) continue;  // a page is about many
      if (fit.all < kEnough || fit.all + fit.own <= here + kClearly || fit.own < own_here) continue;
      if (lacks_other(*scored.clause, clause, fact.fact.group)) return true;
      const bool one_sentence = weight_in(scored.clause->all, fact.id) >= kBeside;
      if (!one_sentence && fit.own > own_here + kByOwn && has_other_beside(*scored.clause, clause, fact.fact.group))
        return true;
    }
    return false;
  }

  struct Fit {
    float all = 0, own = 0;
  };
  // Without what the fact itself adds.
  Fit fit_of(const RewriteClause& clause, const ClauseIndex::Scored& scored, std::uint32_t fact) const {
    const auto shared = [&](const std::vector<WeightedWord>& a, const std::vector<WeightedWord>& b) {
      return std::min(weight_in(a, fact), weight_in(b, fact)) * rarity_.of(fact);
    };
    return {scored.shared - shared(clause.all, scored.clause->all),
            shared_weight(clause.words, scored.clause->words, rarity_) - shared(clause.words, scored.clause->words)};
  }

  // A value of the kind that stands neither in the clause nor beside it; a heading that names both does not count, but
  // of names, for pages are about them.
  bool lacks_other(const RewriteClause& source, const RewriteClause& clause, std::string_view group) const {
    return std::any_of(source.all.begin(), source.all.end(), [&](const WeightedWord& word) {
      if (all_.words.group(word.id) != group) return false;
      const float weight = weight_in(clause.all, word.id);
      return group == "name" ? weight == 0 : weight < kBeside;
    });
  }

  // One that stands beside the clause, not in it.
  bool has_other_beside(const RewriteClause& source, const RewriteClause& clause, std::string_view group) const {
    return std::any_of(source.words.begin(), source.words.end(), [&](const WeightedWord& word) {
      return all_.words.group(word.id) == group && weight_in(clause.words, word.id) == 0;
    });
  }

  RewriteComparison& all_;
  Clauses clauses_;
  WordRarity rarity_;
  ClauseIndex index_;
  std::set<std::pair<std::size_t, std::string>> known_;
  std::unordered_set<const RewriteClause*> headings_;
};

}  // namespace

void find_misplaced_facts(RewriteComparison& all) { Places(all).find(); }

}  // namespace ai_memory
