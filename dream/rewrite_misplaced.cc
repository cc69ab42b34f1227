// Facts that stand in the rewrite where the sources have another one of their kind: two values that were swapped.
#include <algorithm>
#include <optional>
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
      : all_(all), clauses_(clauses_of(all.texts)), rarity_(clauses_), index_(clauses_, ClauseIndex::By::all, rarity_) {
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
      const auto& near = index_.near(clause.all);
      for (const ClauseFact& fact : clause.facts)
        if (is_misplaced(clause, fact, sentence.heading > 0, near))
          all_.about_result(RewriteFault::misplaced, fact.fact.group == "name" ? "name" : fact.fact.kind,
                            fact.fact.text, sentence, true);
    }
  }

 private:
  struct Fit {
    float all = 0, own = 0;  // shared with all around the clause, and with the clause alone
    float sum() const { return all + own; }
  };

  // Some other value of the kind, which the rewrite has not here, fits the words around clearly better. What the clause
  // itself says counts twice.
  bool is_misplaced(const RewriteClause& clause, const ClauseFact& fact, bool heading,
                    const std::vector<ClauseIndex::Scored>& near) const {
    constexpr float kClearly = 0.45F, kEnough = 0.9F, kByOwn = 0.3F;
    const auto& group = fact.fact.group;
    const auto here = best_place(clause, fact.id);
    if (!here) return false;
    for (const auto& [source, shared] : near) {
      if (weight_in(source->words, fact.id) > 0 || headings_.contains(source) != heading) continue;
      const auto fit = fit_of(clause, *source, fact.id);
      if (fit.all < kEnough || fit.sum() <= here->sum() + kClearly || fit.own < here->own) continue;
      const bool by_own = fit.own > here->own + kByOwn;
      const bool one_sentence = weight_in(source->all, fact.id) >= kBeside;
      if (group == "name" && (!by_own || one_sentence)) continue;  // a page is about many
      if (one_sentence && here->own > kByOwn) continue;            // "340 lamps at night, 910 by day"
      if (lacks_other(one_sentence ? source->words : source->all, clause, group)) return true;
      if (!one_sentence && by_own && has_other_beside(*source, clause, group)) return true;
    }
    return false;
  }

  // How well the clause fits where the sources have the fact; absent if they have not.
  std::optional<Fit> best_place(const RewriteClause& clause, std::uint32_t fact) const {
    std::optional<Fit> best;
    for (const RewriteClause* source : index_.with(fact)) {
      // In a sentence of two values the other one's clause is a worse place.
      const bool beside = weight_in(source->all, fact) >= kBeside && weight_in(source->words, fact) == 0;
      const float share = beside ? kBeside : 1;
      auto fit = fit_of(clause, *source, fact);
      fit = {share * fit.all, share * fit.own};
      if (!best) best.emplace();
      if (fit.sum() > best->sum()) best->all = fit.all;
      best->own = std::max(best->own, fit.own);
    }
    return best;
  }

  // Without what the fact itself adds.
  Fit fit_of(const RewriteClause& clause, const RewriteClause& source, std::uint32_t fact) const {
    const auto shared = [&](const std::vector<WeightedWord>& a, const std::vector<WeightedWord>& b) {
      return shared_weight(a, b, rarity_) - std::min(weight_in(a, fact), weight_in(b, fact)) * rarity_.of(fact);
    };
    return {shared(clause.all, source.all), shared(clause.words, source.words)};
  }

  // Of the words of a source, a value of the kind that stands neither in the clause nor beside it; a heading that names
  // both does not count, but of names, for pages are about them.
  bool lacks_other(const std::vector<WeightedWord>& words, const RewriteClause& clause, std::string_view group) const {
    return std::any_of(words.begin(), words.end(), [&](const WeightedWord& word) {
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
