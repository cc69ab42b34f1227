// Force words of clauses that say the same: one that is gone, new, or has made place for a rival.
#include <algorithm>
#include <array>
#include <set>

#include "decay/content_words.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_clauses.hh"
#include "dream/rewrite_force.hh"
#include "dream/rewrite_match.hh"

namespace ai_memory {
namespace {

struct ClauseForce {
  std::vector<ForceWord> asks;  // places in the sentence
  Force tells = 0;              // of the sentence
};

bool denies(const RewriteText& text, const RewriteSentence& sentence) {
  for (auto i = sentence.first; i < sentence.last; ++i)
    if (text.clauses[i].negations > 0) return true;
  return kana_denials(sentence.text).count > 0;
}

// By clause of the text. A word between two clauses, "because", is of the second.
std::vector<ClauseForce> forces_of(const RewriteText& text) {
  std::vector<ClauseForce> forces(text.clauses.size());
  for (const RewriteSentence& sentence : text.sentences) {
    const auto words = force_words(sentence.text);
    Force tells = 0;
    for (const ForceWord& word : words) tells |= word.means;
    if (denies(text, sentence)) tells |= force::kDenied;
    auto next = words.begin();
    std::size_t end = 0;
    for (auto i = sentence.first; i < sentence.last; ++i) {
      forces[i].tells = tells;
      const auto found = sentence.text.find(text.clauses[i].text, end);
      end = i + 1 == sentence.last
                ? sentence.text.size()
                : std::max(end, found == std::string::npos ? end : found + text.clauses[i].text.size());
      for (; next != words.end() && next->begin < end; ++next)
        if (next->asks && (next->means & force::kBounds) == 0) forces[i].asks.push_back(*next);
    }
  }
  return forces;
}

// "Cut it" orders what "it should be cut" does: whether `clause` starts with a verb by its form that `other` has, if
// what follows the verb could follow a noun too then behind the force word that ends at `end`.
bool orders(std::string_view clause, std::string_view other, std::size_t end) {
  constexpr std::size_t kReach = 4;
  constexpr auto kOpeners = std::to_array<std::string_view>({"please", "then", "also", "and", "so", "first", "always"});
  constexpr auto kBehindVerb = std::to_array<std::string_view>(
      {"the",  "a",     "an",   "it",   "them", "him",   "her",   "us",    "me",    "my",     "your",  "our",
       "his",  "their", "its",  "this", "that", "all",   "every", "each",  "both",  "any",    "at",    "to",
       "in",   "on",    "up",   "off",  "out",  "by",    "for",   "with",  "from",  "before", "after", "into",
       "over", "back",  "only", "via",  "down", "until", "these", "those", "again", "away",   "no",    "once"});
  constexpr auto kFinite = std::to_array<std::string_view>(
      {"is", "are", "was", "were", "has", "have", "had", "can", "will", "may", "must", "should", "does", "did", "and"});
  const auto is_one_of = [](std::string_view word, const auto& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  const auto words = text_words(clause);
  std::size_t at = 0;
  while (at < words.size() && is_one_of(ascii_lower(words[at].of(clause)), kOpeners)) ++at;
  if (at == words.size()) return false;
  const auto verb = ascii_lower(words[at].of(clause));
  if (!is_ascii_letter(verb[0]) || verb.size() < 3 || word_weight(verb) == 0 ||
      (verb.ends_with('s') && !verb.ends_with("ss")) || verb.ends_with("ed") ||
      (verb.size() > 5 && verb.ends_with("ing")) || verb.ends_with("ly"))
    return false;
  const auto next = at + 1 < words.size() ? ascii_lower(words[at + 1].of(clause)) : std::string("it");
  if (is_one_of(next, kFinite)) return false;
  const bool sure = is_one_of(next, kBehindVerb) || is_ascii_digit(next[0]);
  const auto key = content_key(verb);
  std::size_t behind = 0;
  for (const TextWord& word : text_words(other)) {
    if (!sure && (word.begin < end || ++behind > kReach)) continue;
    if (content_key(word.of(other)) == key) return true;
  }
  return false;
}

struct Side {
  std::vector<const RewriteText*> texts;
  std::unordered_map<const RewriteClause*, ClauseForce> forces;
  std::vector<const RewriteClause*> clauses;
  std::set<std::string> known;  // sentences

  explicit Side(std::vector<const RewriteText*> of) : texts(std::move(of)) {
    for (const RewriteText* text : texts) {
      auto found = forces_of(*text);
      for (std::size_t i = 0; i < found.size(); ++i) {
        forces.emplace(&text->clauses[i], std::move(found[i]));
        clauses.push_back(&text->clauses[i]);
      }
      for (const RewriteSentence& sentence : text->sentences) known.insert(sentence.text);
    }
  }
};

// Whether one sentence of `side` that tells the force has all words of the clause.
bool is_told_whole(const RewriteClause& clause, Force means, const Side& side) {
  constexpr std::size_t kLeast = 2;
  if (clause.words.size() < kLeast) return false;
  for (const RewriteText* text : side.texts)
    for (const RewriteSentence& sentence : text->sentences) {
      if (sentence.first == sentence.last) continue;
      if ((side.forces.at(&text->clauses[sentence.first]).tells & means) == 0) continue;
      std::set<std::uint32_t> told;
      for (auto i = sentence.first; i < sentence.last; ++i)
        for (const auto& word : text->clauses[i].words) told.insert(word.id);
      const bool whole = std::all_of(clause.words.begin(), clause.words.end(),
                                     [&](const auto& word) { return told.contains(word.id); });
      if (whole) return true;
    }
  return false;
}

// Whether one sentence of `side` that tells the force has all facts of the clause: 雨なら13日 for 雨天の場合は13日.
bool is_told_of_facts(const RewriteClause& clause, Force means, const Side& side) {
  if (clause.facts.empty() || (means & (force::kConditions | force::kHabits)) == 0) return false;
  for (const RewriteText* text : side.texts)
    for (const RewriteSentence& sentence : text->sentences) {
      if (sentence.first == sentence.last) continue;
      if ((side.forces.at(&text->clauses[sentence.first]).tells & means) == 0) continue;
      const bool all = std::all_of(clause.facts.begin(), clause.facts.end(), [&](const ClauseFact& fact) {
        for (auto i = sentence.first; i < sentence.last; ++i)
          for (const ClauseFact& other : text->clauses[i].facts)
            if (other.fact.key == fact.fact.key) return true;
        return false;
      });
      if (all) return true;
    }
  return false;
}

// "From 9 until 5" is "from 9 to 5": whether a sentence of `side` leads to what stands behind the word.
bool is_told_as_range(std::string_view sentence, const ForceWord& word, const Side& side) {
  if ((word.means & force::kUntil) == 0) return false;
  const auto words = text_words(sentence.substr(word.end));
  if (words.empty() || !is_ascii_digit(words[0].of(sentence.substr(word.end))[0])) return false;
  const auto rest = sentence.substr(word.end + words[0].begin);
  const auto end = std::string(rest.substr(0, rest.find_first_not_of("0123456789:.")));
  return std::any_of(side.known.begin(), side.known.end(), [&](const std::string& told) {
    for (const std::string_view to : {" to ", "-", "–", " – ", " - ", "〜", "~", "から"})
      if (told.find(std::string(to) + end) != std::string::npos) return true;
    return false;
  });
}

// "The last day of each month" is that of the month.
bool is_of_each(std::string_view sentence, const ForceWord& word, const Side& side) {
  const auto one = sentence.substr(word.begin, word.end - word.begin);
  if ((one != "each" && one != "every") || !sentence.substr(0, word.begin).ends_with("of ")) return false;
  const auto unit = text_words(sentence.substr(word.end));
  if (unit.empty()) return false;
  const auto of_the = "of the " + std::string(unit[0].of(sentence.substr(word.end)));
  return std::any_of(side.known.begin(), side.known.end(),
                     [&](const std::string& told) { return told.find(of_the) != std::string::npos; });
}

// What the clauses of one side tell that say what one of the other does.
class Told {
 public:
  Told(const Side& side, const WordRarity& rarity)
      : side_(side), rarity_(rarity), index_(side.clauses, ClauseIndex::By::all, rarity) {}

  struct Found {
    bool known = false;  // whether any says it
    Force tells = 0;
    std::vector<const RewriteClause*> clauses;
  };
  Found of(const RewriteClause& asked) {
    constexpr float kLeast = 0.9F, kSame = 0.49F, kNear = 0.8F, kOfAsked = 0.7F;
    const float asks = weight_of(asked.words, rarity_);
    std::vector<std::pair<float, const RewriteClause*>> alike;
    float best = 0;
    for (const auto& near : index_.near(asked.all)) {
      const float shared = shared_weight(asked.words, near.clause->words, rarity_);
      if (shared < std::min(kLeast, asks)) continue;
      const float tells = weight_of(near.clause->words, rarity_);
      const float score = kOfAsked * shared / asks + (1 - kOfAsked) * shared / tells;
      alike.emplace_back(score, near.clause);
      best = std::max(best, score);
    }
    Found found;
    if (best < kSame) return found;
    found.known = true;
    for (const auto& [score, clause] : alike)
      if (score >= kNear * best) {
        found.tells |= side_.forces.at(clause).tells;
        found.clauses.push_back(clause);
      }
    return found;
  }

 private:
  const Side& side_;
  const WordRarity& rarity_;
  ClauseIndex index_;
};

std::string text_at(const RewriteSentence& sentence, const ForceWord& word) {
  return sentence.text.substr(word.begin, word.end - word.begin);
}

// "Nobody but Ann may" is "Only Ann may", "all but two came" is "two did not come".
bool tells_by_denial(Force asked, Force here, Force there) {
  const bool turned = ((here ^ there) & force::kDenied) != 0;
  if ((asked & force::kExcept) != 0) return (there & (turned ? force::kOnly | force::kDenied : force::kOnly)) != 0;
  return (asked & force::kOnly) != 0 && (there & force::kExcept) != 0;
}

// Visits the words of `side` that what `told` tells lacks; `also_rivals`: those too that only a rival replaces.
template <typename Visit>
void find_changed(const Side& side, const Side& other, Told& told, bool also_rivals, Visit visit) {
  constexpr std::size_t kMostLooked = 50;  // each goes through the other side
  std::size_t looked = 0;
  for (const RewriteText* text : side.texts)
    for (const RewriteClause& clause : text->clauses) {
      const auto& force = side.forces.at(&clause);
      const auto& sentence = text->sentences[clause.sentence];
      if (force.asks.empty() || other.known.contains(sentence.text)) continue;
      const auto found = told.of(clause);
      if (!found.known) continue;
      for (const ForceWord& word : force.asks) {
        if ((word.means & found.tells) != 0 || tells_by_denial(word.means, force.tells, found.tells)) continue;
        if (!also_rivals && (word.means & force::kForbid) != 0 && (found.tells & force::kDenied) != 0) continue;
        const auto is_order = [&](const auto* one) { return orders(one->text, sentence.text, word.end); };
        if ((word.means & (force::kMust | force::kShould)) != 0 &&
            std::any_of(found.clauses.begin(), found.clauses.end(), is_order))
          continue;
        const bool replaced = (rivals_of(word.means) & found.tells & ~force.tells) != 0;
        if (!is_strong(word.means) && !(also_rivals && replaced)) continue;
        const bool looks = ++looked < kMostLooked;
        if (looks && is_told_as_range(sentence.text, word, other)) continue;
        if (looks && !also_rivals &&
            (is_told_whole(clause, word.means, other) || is_told_of_facts(clause, word.means, other) ||
             is_of_each(sentence.text, word, other)))
          continue;
        visit(*text, sentence, word);
      }
    }
}

}  // namespace

void find_changed_force(RewriteComparison& all) {
  std::vector<const RewriteText*> texts;
  for (const RewriteText& text : all.texts) texts.push_back(&text);
  const Side sources(texts), result({&all.result});
  const WordRarity rarity(sources.clauses);
  Told by_result(result, rarity), by_sources(sources, rarity);
  find_changed(sources, result, by_result, true, [&](const RewriteText& text, const auto& sentence, const auto& word) {
    all.missing(static_cast<std::size_t>(&text - all.texts.data()), "word", text_at(sentence, word), sentence, false);
  });
  find_changed(result, sources, by_sources, false, [&](const RewriteText&, const auto& sentence, const auto& word) {
    all.about_result(RewriteFault::invented, "word", text_at(sentence, word), sentence);
  });
}

}  // namespace ai_memory
