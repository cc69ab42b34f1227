// Clauses that the other side does not carry: of the rewrite, that no source says; of a source, that are gone.
//
// A clause is carried if one sentence, with its title and headings, or two of which either adds some of it, have 60 %
// of its words. A word from elsewhere put into such a clause makes another statement, and so do words that come or go
// without others in their place: "which two guests liked".
#include <algorithm>
#include <set>

#include "decay/token_scan.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_force.hh"
#include "dream/rewrite_units.hh"

namespace ai_memory {
namespace {

using Words = std::vector<SentenceWord>;
using Keys = std::set<std::string>;

// Sentences of one side.
class Side {
 public:
  explicit Side(const std::vector<const RewriteText*>& texts) : index_(texts) {
    Keys title, above, head;  // head: of the columns of a table
    for (const auto& entry : index_.entries()) {
      Keys keys;
      for (const SentenceWord& word : entry.words) keys.insert(word.key);
      const bool row = entry.sentence->text.find(" | ") != std::string::npos;
      if (!row) head.clear();
      if (row && head.empty()) head = keys;
      if (entry.sentence->heading == 1) title.clear(), above.clear();
      if (entry.sentence->heading == 2) above = title;
      if (entry.sentence->heading > 0) above.insert(keys.begin(), keys.end());
      if (entry.sentence->heading == 1) title = keys;
      known_.insert(entry.sentence->text);
      refers_.push_back(refers_back(entry.sentence->text));
      keys_.push_back(std::move(keys));
      above_.push_back(above);
      above_.back().insert(head.begin(), head.end());
    }
  }

  using Entry = SentenceIndex::Entry;
  const std::vector<Entry>& entries() const { return index_.entries(); }
  bool has_sentence(const std::string& text) const { return known_.contains(text); }
  bool knows(const WordUnit& unit) const {
    return unit.in([&](const auto& key) { return index_.knows(key); });
  }

  std::vector<std::size_t> near(const Words& words, std::size_t most) {
    std::vector<std::size_t> found;
    for (const Entry* entry : index_.near(words, most))
      found.push_back(static_cast<std::size_t>(entry - index_.entries().data()));
    return found;
  }
  // Whether the sentence, what stands above it, or the one before if it needs that, has the word.
  bool has(std::size_t at, const WordUnit& unit) const {
    if (unit.in([&](const auto& key) { return keys_[at].contains(key) || above_[at].contains(key); })) return true;
    return refers_[at] && at > 0 && entries()[at - 1].text == entries()[at].text && says(at - 1, unit);
  }
  // Whether two sentences may be told as one: neighbours, or about the same thing.
  bool belong(std::size_t a, std::size_t b) const {
    if (entries()[a].text == entries()[b].text && b - a <= 1) return true;
    const auto units = units_of(entries()[a].words);
    return std::any_of(units.begin(), units.end(), [&](const auto& unit) { return says(b, unit); });
  }

 private:
  bool says(std::size_t at, const WordUnit& unit) const {
    return unit.in([&](const auto& key) { return keys_[at].contains(key); });
  }

  SentenceIndex index_;
  std::vector<Keys> keys_, above_;
  std::vector<bool> refers_;
  std::set<std::string> known_;
};

struct Carrier {
  std::vector<std::size_t> sentences;
  WordUnits lacking;
};

// "It answers 429", "then 429 and a header": both have all facts of the clause, and so tell of the same thing.
bool tell_same_fact(const Side& side, std::size_t a, std::size_t b, const ClausePart& part) {
  bool some = false;
  for (const SentenceWord& word : part.words) {
    if (!word.is_fact) continue;
    const WordUnit fact{{word.key}, {}, 1};
    if (!side.has(a, fact) || !side.has(b, fact)) return false;
    some = true;
  }
  return some;
}

// The sentences of `side` that have most of the units.
Carrier carrier_of(Side& side, const ClausePart& part) {
  constexpr std::size_t kLooked = 8, kShort = 2;
  constexpr float kMerged = 2;  // what either of two adds, lest one word is put into another statement
  Carrier best{{}, part.units};
  const auto lacking_in = [&](std::size_t at, const WordUnits& of) {
    WordUnits lacking;
    for (const WordUnit& unit : of)
      if (!side.has(at, unit)) lacking.push_back(unit);
    return lacking;
  };
  const auto try_on = [&](std::vector<std::size_t> sentences, const WordUnits& lacking) {
    if (best.sentences.empty() || weight_of(lacking) < weight_of(best.lacking)) best = {std::move(sentences), lacking};
  };
  const auto near = side.near(part.words, kLooked);
  for (const auto a : near) try_on({a}, lacking_in(a, part.units));
  for (const auto a : near)
    for (const auto b : near) {
      if (b <= a) continue;
      const auto by_a = lacking_in(a, part.units), by_b = lacking_in(b, part.units), both = lacking_in(b, by_a);
      const float added = std::min(weight_of(by_a), weight_of(by_b)) - weight_of(both);
      const bool merged = added >= kMerged || part.units.size() <= kShort || tell_same_fact(side, a, b, part);
      if (merged && side.belong(a, b)) try_on({a, b}, both);
    }
  return best;
}

// "The cause is a leak" says what "because of a leak" does.
void leave_out_reasons(Carrier& carrier, ClausePart& part, const Side& side) {
  const auto gives_reason = [&](std::size_t at) {
    const auto words = force_words(side.entries()[at].sentence->text);
    return std::any_of(words.begin(), words.end(),
                       [](const auto& word) { return (word.means & force::kBecause) != 0; });
  };
  if (std::none_of(carrier.sentences.begin(), carrier.sentences.end(), gives_reason)) return;
  const auto is_reason = [](const WordUnit& unit) {
    for (const std::string_view one : {"cause", "reason", "root", "caused", "原因", "理由"})
      if (ascii_lower(unit.text) == one) return true;
    return false;
  };
  std::erase_if(carrier.lacking, is_reason);
  std::erase_if(part.units, is_reason);
}

// Facts are looked for one by one, and stand with other words in a list or table.
bool lacks_most(const WordUnits& lacking, const ClausePart& part) {
  constexpr float kMost = 0.4F, kHalf = 0.5F, kRound = 1e-4F;
  constexpr std::size_t kLabel = 3;
  if (part.is_label && part.units.size() <= kLabel) return false;
  const float all = weight_of(part.units), some = weight_of(lacking), least = part.has_fact ? 4 : 1;
  return some >= least && some > (all > 2 ? kMost : kHalf) * all + kRound;
}

// "Flight TP 571 leaves at 06:40", "we fly with TP 571 at 06:40": a sentence with all of several facts says it in other
// words, if it shares some word.
bool is_told_by_facts(const Side& side, const std::vector<std::size_t>& near, const ClausePart& part) {
  constexpr std::size_t kLeast = 2;
  constexpr float kMost = 0.67F;
  std::set<std::string> facts;
  for (const SentenceWord& word : part.words)
    if (word.is_fact) facts.insert(word.key);
  if (facts.size() < kLeast) return false;
  return std::any_of(near.begin(), near.end(), [&](std::size_t at) {
    float lacking = 0;
    for (const WordUnit& unit : part.units)
      if (!side.has(at, unit)) lacking += unit.weight;
    const bool all = std::all_of(facts.begin(), facts.end(), [&](const auto& key) {
      return side.has(at, {{key}, {}, 1});
    });
    return all && lacking <= kMost * weight_of(part.units);
  });
}

// A word that the other side has elsewhere, put into a statement that is made without it.
bool is_put_together(const WordUnits& lacking, const ClausePart& part, const Side& side) {
  constexpr float kSome = 0.2F;
  float elsewhere = 0;
  for (const WordUnit& unit : lacking)
    if (side.knows(unit)) elsewhere += unit.weight;
  return elsewhere >= 1 && elsewhere > kSome * weight_of(part.units);
}

// The weight of the words that `side` has nowhere; "two" counts, other facts are looked for one by one.
float unknown_in(const ClausePart& part, const Side& side) {
  float unknown = 0;
  for (const WordUnit& unit : part.units)
    if (!side.knows(unit)) unknown += unit.weight;
  for (const SentenceWord& word : part.words)
    if (word.is_fact && word.key[0] == 'n' && is_ascii_letter(word.text[0]) && !side.knows({{word.key}, {}, 1}))
      unknown += 1;
  return unknown;
}

bool asks(std::string_view sentence) {
  for (const std::string_view end : {"?", "？", "か。", "か"})
    if (sentence.ends_with(end)) return true;
  return false;
}

bool answers(std::string_view sentence) {
  for (const std::string_view start : {"Yes", "No", "Not ", "Answer", "It does", "はい", "いいえ", "ない", "できる"})
    if (sentence.starts_with(start)) return true;
  return false;
}

bool leaves_open(std::string_view sentence) {
  const auto lower = ascii_lower(sentence);
  for (const std::string_view mark :
       {"?",       "？",       "か。",      "か、",      "かは",    "かを", "かが", "かどうか", "whether", "open",
        "unclear", "question", "undecided", "not known", "unknown", "ask",  "未定", "未決",     "不明",    "疑問"})
    if (lower.find(mark) != std::string::npos) return true;
  return sentence.ends_with("か");
}

class Carried {
 public:
  explicit Carried(RewriteComparison& all) : all_(all), sources_(pointers(all.texts)), result_({&all.result}) {}

  void find() {
    for (const auto& entry : result_.entries()) {
      const bool row = entry.sentence->text.find(" | ") != std::string::npos;  // its head may be new
      if (entry.sentence->heading > 0 || row || sources_.has_sentence(entry.sentence->text)) continue;
      if (auto text = uncarried(*entry.sentence, result_, sources_); !text.empty())
        all_.about_result(RewriteFault::invented, "statement", text, *entry.sentence);
    }
    for (const auto& entry : sources_.entries()) {
      if (entry.sentence->heading > 0 || result_.has_sentence(entry.sentence->text)) continue;
      const auto source = static_cast<std::size_t>(entry.text - all_.texts.data());
      const auto next =
          &entry + 1 < sources_.entries().data() + sources_.entries().size() ? (&entry + 1)->sentence->text : "";
      if (asks(entry.sentence->text) && !answers(next) && !is_asked(*entry.sentence))
        all_.missing(source, "question", entry.sentence->text, *entry.sentence, false);
      else if (auto text = uncarried(*entry.sentence, sources_, result_); !text.empty())
        all_.missing(source, "statement", text, *entry.sentence, false);
    }
  }

 private:
  static std::vector<const RewriteText*> pointers(const std::vector<RewriteText>& texts) {
    std::vector<const RewriteText*> found;
    for (const RewriteText& text : texts) found.push_back(&text);
    return found;
  }

  // The part of the sentence that the other side does not carry; empty if it carries all.
  std::string uncarried(const RewriteSentence& sentence, const Side& own, Side& other) {
    constexpr float kMore = 2;
    constexpr std::size_t kNear = 8;
    std::set<std::size_t> carriers;
    std::string most;
    float fresh = 0, most_fresh = 0;
    for (ClausePart& part : parts_of(sentence.text)) {
      if (part.units.empty()) continue;
      auto carrier = carrier_of(other, part);
      leave_out_reasons(carrier, part, other);
      if (is_told_by_facts(other, other.near(part.words, kNear), part)) continue;
      if (lacks_most(carrier.lacking, part)) return part.text;
      if (&own == &result_ && is_put_together(carrier.lacking, part, other)) return part.text;
      carriers.insert(carrier.sentences.begin(), carrier.sentences.end());
      const float here = part.is_label ? 0 : unknown_in(part, other);
      fresh += here;
      if (here > most_fresh) most_fresh = here, most = part.text;
    }
    if (fresh < kMore) return {};
    const auto gone = [&](std::size_t at) {
      const auto units = units_of(other.entries()[at].words);
      return std::any_of(units.begin(), units.end(), [&](const auto& unit) { return !own.knows(unit); });
    };
    return std::any_of(carriers.begin(), carriers.end(), gone) ? std::string() : most;
  }

  // Whether the sentences of the rewrite that carry it leave it open.
  bool is_asked(const RewriteSentence& question) {
    std::size_t carriers = 0;
    for (const ClausePart& part : parts_of(question.text))
      for (const auto at : carrier_of(result_, part).sentences) {
        ++carriers;
        if (leaves_open(result_.entries()[at].sentence->text)) return true;
      }
    return carriers == 0;
  }

  RewriteComparison& all_;
  Side sources_, result_;
};

}  // namespace

void find_changed_statements(RewriteComparison& all) { Carried(all).find(); }

}  // namespace ai_memory
