// Statements that deny something, and marks of list items: what one side has the other must have of the same words.
#include <algorithm>
#include <set>

#include "decay/content_words.hh"
#include "decay/difference_words.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_force.hh"
#include "dream/rewrite_match.hh"

namespace ai_memory {
namespace {

using Clauses = std::vector<const RewriteClause*>;

template <typename Wanted>
Clauses clauses_of(const std::vector<const RewriteText*>& texts, Wanted wanted) {
  Clauses found;
  for (const RewriteText* text : texts)
    for (const RewriteClause& clause : text->clauses)
      if (wanted(clause)) found.push_back(&clause);
  return found;
}

bool denies(const RewriteClause& clause) { return clause.negations + clause.weak_negations > 0; }
bool is_any(const RewriteClause&) { return true; }

// "Penalties are not acceptable to us", "we do not accept penalties": whether each word of `asked`, two at least, has
// one in `told` that begins it or that it begins. Numbers and dates must be there as they are.
bool has_forms_of(const RewriteClause& told, const RewriteClause& asked) {
  constexpr std::size_t kShort = 3, kLeast = 2;
  const auto words_of = [](const std::string& text) {
    std::vector<std::string> words;
    for (const TextWord& word : text_words(text))
      if (word_weight(word.of(text)) > 1 || word.of(text) == "out") words.push_back(ascii_lower(word.of(text)));
    return words;
  };
  const auto here = words_of(told.text), there = words_of(asked.text);
  const auto is_form = [](const std::string& a, const std::string& b) {
    return a == b ||
           (std::min(a.size(), b.size()) >= kShort && is_ascii_letter(a[0]) && (a.starts_with(b) || b.starts_with(a)));
  };
  return there.size() >= kLeast && std::all_of(there.begin(), there.end(), [&](const std::string& word) {
           return std::any_of(here.begin(), here.end(), [&](const std::string& other) { return is_form(word, other); });
         });
}

// One side's clauses that deny, to be found by the words of the other side's.
class Denying {
 public:
  Denying(const std::vector<const RewriteText*>& texts, const WordRarity& rarity)
      : rarity_(rarity), index_(clauses_of(texts, denies), ClauseIndex::By::all, rarity) {
    for (const RewriteText* text : texts)
      for (const RewriteClause& clause : text->clauses)
        if (denies(clause)) texts_.insert(clause.text);
  }

  // Whether one of them says what `asked` says, denying it at least `least` times.
  bool has(const RewriteClause& asked, int least) {
    if (texts_.contains(asked.text)) return true;
    for (const auto& near : index_.near(asked.all))
      if (near.clause->negations + near.clause->weak_negations >= least + excepted(asked, *near.clause) &&
          (says_same(asked, *near.clause, rarity_) || has_forms_of(*near.clause, asked)))
        return true;
    return false;
  }

 private:
  // "Everybody except Ann" does not say what "nobody except Ann" does: what only excepts is in both.
  static int excepted(const RewriteClause& asked, const RewriteClause& told) {
    if (told.negations > 0 || asked.negations == 0) return 0;
    for (const std::string_view one : {"except", "other than", "以外"})
      if (asked.text.find(one) != std::string::npos) return asked.weak_negations;
    return 0;
  }

  const WordRarity& rarity_;
  ClauseIndex index_;
  std::set<std::string> texts_;
};

// Whether a clause that denies nothing says just what one that does, and what no other of that side affirms.
class Affirmed {
 public:
  Affirmed(const std::vector<const RewriteText*>& texts, const WordRarity& rarity)
      : rarity_(rarity), index_(clauses_of(texts, is_any), ClauseIndex::By::own, rarity) {}

  const RewriteClause* denied_twin(const RewriteClause& asked) {
    constexpr float kEnough = 1.5F, kNear = 0.8F, kBetter = 0.1F;
    const float asks = weight_of(asked.words, rarity_);
    if (asks < kEnough) return nullptr;
    float denied = 0, affirmed = 0;
    const RewriteClause* twin = nullptr;
    for (const auto& [clause, shared] : index_.near(asked.words)) {
      const float alike = 2 * shared / (asks + weight_of(clause->words, rarity_));
      if (clause->text == asked.text && !denies(*clause)) return nullptr;
      if (!denies(*clause)) affirmed = std::max(affirmed, alike);
      if (clause->negations > 0 && alike > denied && weight_in(asked.words, clause->denied) > 0)
        denied = alike, twin = clause;
    }
    return denied >= kNear && denied > affirmed + kBetter ? twin : nullptr;
  }

 private:
  const WordRarity& rarity_;
  ClauseIndex index_;
};

// How much of what a clause says one side denies, or affirms, in its clause nearest to it: 0 to 1 of its weight.
class Traces {
 public:
  Traces(const std::vector<const RewriteText*>& texts, const WordRarity& rarity)
      : rarity_(rarity),
        denying_(clauses_of(texts, may_deny), ClauseIndex::By::own, rarity),
        affirming_(affirming(texts), ClauseIndex::By::own, rarity),
        claims_(clauses_of(texts, [](const auto& clause) { return !denies(clause); }), ClauseIndex::By::own, rarity) {}

  float denied(const RewriteClause& asked) { return most(denying_, asked); }
  float affirmed(const RewriteClause& asked) { return most(affirming_, asked); }
  // Also beside a denial.
  float claimed(const RewriteClause& asked) { return most(claims_, asked); }

 private:
  // Of sentences that deny nothing: in "the port, though, is not open" it is denied behind the comma.
  static Clauses affirming(const std::vector<const RewriteText*>& texts) {
    Clauses found;
    for (const RewriteText* text : texts)
      for (const RewriteSentence& sentence : text->sentences) {
        const auto begin = text->clauses.begin();
        const auto first = begin + static_cast<std::ptrdiff_t>(sentence.first);
        const auto last = begin + static_cast<std::ptrdiff_t>(sentence.last);
        if (std::any_of(first, last, may_deny)) continue;
        for (auto clause = first; clause != last; ++clause) found.push_back(&*clause);
      }
    return found;
  }
  // Words that may stand where another text denies: "by train rather than by bus", "is closed on Mondays".
  static bool may_deny(const RewriteClause& clause) {
    if (denies(clause)) return true;
    const auto lower = " " + ascii_lower(clause.text) + " ";
    for (const std::string_view one :
         {" rather ", " only ", " closed ",  " rejected ", " declined ", " off ", " gone ",
          " refuse",  " free ", " against ", "だけ",       "のみ",       "限",    "休",
          "中止",     "不在",   "閉",        "まま",       "なくなる",   "終了",  " out of "})
      if (lower.find(one) != std::string::npos) return true;
    return false;
  }
  float most(ClauseIndex& index, const RewriteClause& asked) {
    const auto& near = index.near(asked.words);
    const float asks = weight_of(asked.words, rarity_);
    return near.empty() || asks <= 0 ? 0 : near.front().shared / asks;
  }

  const WordRarity& rarity_;
  ClauseIndex denying_, affirming_, claims_;
};

std::vector<std::string> plain_words(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::vector<std::string> words;
  for (const TextWord& word : text_words(text))
    if (words.size() < kMost) words.push_back(ascii_lower(word.of(text)));
  return words;
}

// A word of `told` that is the opposite of one in `asked`, where neither text has both; empty if there is none.
std::string opposite_in(const RewriteClause& told, const RewriteClause& asked) {
  const auto here = plain_words(told.text), there = plain_words(asked.text);
  const auto has = [](const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  for (const auto& word : here)
    for (const auto& other : there)
      if (is_opposite(word, other) && !has(there, word) && !has(here, other)) return word;
  return {};
}

// "enabled" where the sources have "disabled", in a clause of the same words.
void find_opposites(RewriteComparison& all, const std::vector<const RewriteText*>& sources, const WordRarity& rarity) {
  constexpr float kAlike = 0.5F, kSame = 0.8F;
  constexpr std::size_t kLooked = 4;
  ClauseIndex index(clauses_of(sources, is_any), ClauseIndex::By::own, rarity);
  for (const RewriteClause& clause : all.result.clauses) {
    std::string found;
    std::size_t looked = 0;
    for (const auto& [source, shared] : index.near(clause.words)) {
      if (++looked > kLooked || source->text == clause.text) break;
      const float both = weight_of(clause.words, rarity) + weight_of(source->words, rarity);
      if (2 * shared < kAlike * both || (source->negations > 0) != (clause.negations > 0)) continue;
      const auto word = opposite_in(clause, *source);
      if (word.empty() && 2 * shared >= kSame * both) break;  // as the sources have it
      if (found.empty()) found = word;
    }
    if (!found.empty())
      all.about_result(RewriteFault::invented, "opposite", found, all.result.sentences[clause.sentence]);
  }
}

std::vector<const RewriteText*> pointers(const std::vector<RewriteText>& texts) {
  std::vector<const RewriteText*> found;
  for (const RewriteText& text : texts) found.push_back(&text);
  return found;
}

// Says that a source's clause, which denies, is gone; once.
void lose(RewriteComparison& all, const RewriteClause& clause, Denying& dropped) {
  for (std::size_t at = 0; at < all.texts.size(); ++at) {
    const auto& clauses = all.texts[at].clauses;
    if (clauses.empty() || &clause < clauses.data() || &clause >= clauses.data() + clauses.size()) continue;
    const auto& sentence = all.texts[at].sentences[clause.sentence];
    const bool told = std::any_of(all.findings.begin(), all.findings.end(), [&](const auto& finding) {
      return finding.kind == "negation" && finding.text == clause.text;
    });
    if (!told) all.missing(at, "negation", clause.text, sentence, dropped.has(clause, 1));
  }
}

// "Nobody but Ann may" is "only Ann may": what denies by an exception, told without a denial.
class Exceptions {
 public:
  Exceptions(const std::vector<const RewriteText*>& texts, const WordRarity& rarity)
      : rarity_(rarity), index_(clauses_of(texts, is_any), ClauseIndex::By::all, rarity) {}

  bool tell(const RewriteClause& asked) {
    if (asked.negations != 1 || !excepts(ascii_lower(asked.text))) return false;
    for (const auto& near : index_.near(asked.all))
      if (near.clause->negations == 0 && says_same(asked, *near.clause, rarity_))
        for (const ForceWord& word : force_words(near.clause->text))
          if ((word.means & force::kOnly) != 0) return true;
    return false;
  }

 private:
  static bool excepts(const std::string& lower) {
    for (const std::string_view one :
         {"nobody but", "no one but", "none but", "nothing but", "except", "other than", "以外", "しか"})
      if (lower.find(one) != std::string::npos) return true;
    return false;
  }

  const WordRarity& rarity_;
  ClauseIndex index_;
};

// "Does not work" is "is broken".
class Broken {
 public:
  Broken(const std::vector<const RewriteText*>& texts, const WordRarity& rarity)
      : rarity_(rarity), index_(clauses_of(texts, is_broken), ClauseIndex::By::all, rarity) {}

  bool tell(const RewriteClause& asked) {
    if (asked.negations != 1 || !is_at_rest(asked)) return false;
    for (const auto& near : index_.near(asked.all))
      if (2 * near.shared >= weight_of(asked.words, rarity_)) return true;
    return false;
  }

 private:
  static bool has(const RewriteClause& clause, std::initializer_list<std::string_view> wanted) {
    const auto words = text_words(clause.text);
    return std::any_of(words.begin(), words.end(), [&](const TextWord& word) {
      return std::find(wanted.begin(), wanted.end(), ascii_lower(word.of(clause.text))) != wanted.end();
    });
  }
  static bool is_broken(const RewriteClause& clause) {
    return clause.negations == 0 && has(clause, {"broken", "defective", "dead", "faulty", "down"});
  }
  static bool is_at_rest(const RewriteClause& clause) { return has(clause, {"work", "works", "working", "worked"}); }

  const WordRarity& rarity_;
  ClauseIndex index_;
};

// A denial that one side lacks is a doubt, for it may be denied in words that no table has; but not where that side
// says just this, and affirms it.
void find_denials(RewriteComparison& all, const WordRarity& rarity) {
  const auto sources = pointers(all.texts);
  Denying told({&all.result}, rarity), dropped({&all.dropped}, rarity), known(sources, rarity);
  Exceptions by_result({&all.result}, rarity), by_sources(sources, rarity);
  Broken broken_there({&all.result}, rarity), broken_here(sources, rarity);
  Traces there({&all.result}, rarity), here(sources, rarity);
  const auto is_turned = [](const RewriteClause& one, Traces& side, Traces& own) {
    constexpr float kMost = 0.8F, kSame = 0.6F;
    if (one.words.size() < 2) return false;
    const float denied = side.denied(one), affirmed = side.affirmed(one);
    const bool once = one.negations > 1 && denied >= kSame;  // where it is twice here
    return once || (affirmed >= kMost && affirmed > denied && own.claimed(one) < affirmed);
  };
  for (std::size_t at = 0; at < all.texts.size(); ++at)
    for (const RewriteClause& clause : all.texts[at].clauses)
      if (clause.negations > 0 && !told.has(clause, clause.negations) && !by_result.tell(clause) &&
          !broken_there.tell(clause))
        all.missing(at, "negation", clause.text, all.texts[at].sentences[clause.sentence], dropped.has(clause, 1),
                    !is_turned(clause, there, here));
  for (const RewriteClause& clause : all.result.clauses)
    if (clause.negations > 0 && !known.has(clause, 1) && !by_sources.tell(clause) && !broken_here.tell(clause))
      all.about_result(RewriteFault::invented, "negation", clause.text, all.result.sentences[clause.sentence],
                       !is_turned(clause, here, there));
  Affirmed affirmed(sources, rarity);
  for (const RewriteClause& clause : all.result.clauses)
    if (const auto* twin = denies(clause) ? nullptr : affirmed.denied_twin(clause); twin && !by_result.tell(*twin))
      lose(all, *twin, dropped);
}

// Whether a sentence with the mark is there that has half of the words of `asked`.
bool has_mark(const RewriteText& text, ClauseIndex& index, const WordRarity& rarity, const RewriteClause& asked,
              const std::string& mark) {
  for (const auto& near : index.near(asked.words)) {
    const auto& sentence = text.sentences[near.clause->sentence];
    const bool marked = sentence.mark == mark ||
                        (is_ascii_letter(mark[1]) &&
                         ascii_lower(sentence.text).find(mark[0] == '[' ? mark.substr(1, mark.size() - 2) : mark) !=
                             std::string::npos &&
                         mark != "[x]");
    if (marked && 2 * shared_weight(asked.words, near.clause->all, rarity) >= weight_of(asked.words, rarity))
      return true;
  }
  return false;
}

// The clause of a sentence that tells most.
const RewriteClause* main_clause(const RewriteText& text, const RewriteSentence& sentence, const WordRarity& rarity) {
  const RewriteClause* best = nullptr;
  float most = 0;
  for (auto i = sentence.first; i < sentence.last; ++i)
    if (const float weight = weight_of(text.clauses[i].words, rarity); weight > most)
      most = weight, best = &text.clauses[i];
  return best;
}

void find_marks(RewriteComparison& all, const WordRarity& rarity) {
  ClauseIndex result(clauses_of({&all.result}, is_any), ClauseIndex::By::all, rarity);
  std::vector<ClauseIndex> indexes;
  std::set<std::pair<std::string, std::string>> known, told;
  for (const RewriteText& text : all.texts) {
    indexes.emplace_back(clauses_of({&text}, is_any), ClauseIndex::By::all, rarity);
    for (const auto& sentence : text.sentences) known.emplace(sentence.mark, sentence.text);
  }
  for (const auto& sentence : all.result.sentences) told.emplace(sentence.mark, sentence.text);
  for (std::size_t at = 0; at < all.texts.size(); ++at)
    for (const RewriteSentence& sentence : all.texts[at].sentences) {
      if (sentence.mark.empty() || told.contains({sentence.mark, sentence.text})) continue;
      const auto* clause = main_clause(all.texts[at], sentence, rarity);
      if (clause && !has_mark(all.result, result, rarity, *clause, sentence.mark))
        all.missing(at, "mark", sentence.mark, sentence, false);
    }
  for (const RewriteSentence& sentence : all.result.sentences) {
    if (sentence.mark.empty() || known.contains({sentence.mark, sentence.text})) continue;
    const auto* clause = main_clause(all.result, sentence, rarity);
    bool found = clause == nullptr;
    for (std::size_t at = 0; at < all.texts.size() && !found; ++at)
      found = has_mark(all.texts[at], indexes[at], rarity, *clause, sentence.mark);
    if (!found) all.about_result(RewriteFault::invented, "mark", sentence.mark, sentence);
  }
}

}  // namespace

void find_changed_denials(RewriteComparison& all) {
  const WordRarity rarity(clauses_of(pointers(all.texts), is_any));
  find_denials(all, rarity);
  find_opposites(all, pointers(all.texts), rarity);
  find_marks(all, rarity);
}

}  // namespace ai_memory
