// Words that the sources always tell of one, and the rewrite of another: of a person or product, of what was and what
// is now, of a section.
#include <array>
#include <set>
#include <unordered_map>

#include "decay/content_words.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_units.hh"

namespace ai_memory {
namespace {

using Names = std::set<std::string>;

// Of what a part tells; an empty set: not known.
struct Holders {
  Names names, times, section;
};

struct HeldPart {
  ClausePart part;
  Holders of;
  const RewriteSentence* sentence = nullptr;
};

Names times_of(std::string_view text) {
  constexpr auto kOld =
      std::to_array<std::string_view>({"used to", "formerly", "previously", "no longer", "before the", "until now",
                                       "in the past", "以前", "かつて", "従来", "これまで", "当初", "元々"});
  constexpr auto kNow = std::to_array<std::string_view>(
      {"now", "currently", "nowadays", "these days", "since then", "今は", "現在", "今では", "今の"});
  const auto lower = ascii_lower(text);
  const auto has = [&](std::string_view word) {
    const auto at = lower.find(word);
    if (at == std::string::npos) return false;
    const auto end = at + word.size();
    return !is_ascii_letter(word[0]) ||
           ((at == 0 || !is_ascii_letter(lower[at - 1])) && (end == lower.size() || !is_ascii_letter(lower[end])));
  };
  Names found;
  if (std::any_of(kOld.begin(), kOld.end(), has)) found.insert("old");
  if (std::any_of(kNow.begin(), kNow.end(), has)) found.insert("now");
  return found;
}

// "he", or a verb by its form: what the part tells is of the one before.
bool goes_on(std::string_view part, bool of_thing) {
  constexpr auto kFinite = std::to_array<std::string_view>({"is", "are", "was", "were", "has", "have", "can", "will"});
  const auto words = text_words(part);
  if (words.size() < 2) return false;
  const auto is_finite = [&](const TextWord& word) {
    const auto one = word.of(part);
    return one.ends_with('s') || one.ends_with("ed") || std::find(kFinite.begin(), kFinite.end(), one) != kFinite.end();
  };
  if (words[0].of(part) == "a" || words[0].of(part) == "an") return std::none_of(words.begin(), words.end(), is_finite);
  const auto first = words[0].of(part), next = words[1].of(part);
  if (first == "he" || first == "she" || first == "He" || first == "She") return true;
  if (of_thing && (first == "it" || first == "It")) return true;
  const bool verb = is_ascii_lower(first[0]) && first.size() > 3 && first.ends_with('s') && !first.ends_with("ss") &&
                    first != "this" && first != "always" && first != "sometimes";
  return verb && std::find(kFinite.begin(), kFinite.end(), next) == kFinite.end() && !next.ends_with('s');
}

bool opens_with(std::string_view part, std::string_view name) {
  while (part.starts_with("- ") || part.starts_with("* ")) part.remove_prefix(2);
  for (const std::string_view article : {"The ", "the "})
    if (part.starts_with(article)) part.remove_prefix(article.size());
  return part.starts_with(name);
}

class Reader {
 public:
  // `names`: of the sources.
  Reader(const RewriteText& text, const Names& names) : text_(text), names_(names) {}

  std::vector<HeldPart> read() {
    std::vector<HeldPart> found;
    for (const RewriteSentence& sentence : text_.sentences) {
      if (sentence.heading > 0) {
        heading_ = sentence.heading > 1 ? ascii_lower(sentence.text) : std::string();
        last_.clear();
        continue;
      }
      if (!refers_back(sentence.text)) last_.clear();
      labelled_ = false;
      for (ClausePart& part : parts_of(sentence.text)) found.push_back(held(std::move(part), sentence));
    }
    return found;
  }

 private:
  HeldPart held(ClausePart part, const RewriteSentence& sentence) {
    Holders of;
    std::string subject;
    bool first = true;
    for (const SentenceWord& word : part.words) {
      const bool product = word.is_fact && word.key[0] == 'x' && is_ascii_upper(word.text[0]);  // ThinkPad
      if (product || names_.contains(word.text)) {
        if (of.names.empty()) subject = word.text;
        if (of.names.empty()) of_thing_ = !first || part.text.starts_with("The ");
        of.names.insert(word.text);
      }
      first = false;
    }
    if (of.names.empty() && last_.size() == 1 && (labelled_ || goes_on(part.text, of_thing_))) of.names = last_;
    labelled_ = labelled_ || (part.is_label && !of.names.empty());
    of_thing_ = of_thing_ || labelled_;
    if (!subject.empty() && opens_with(part.text, subject))
      last_ = {subject};
    else if (!subject.empty())
      last_.clear();
    of.times = times_of(part.text);
    if (!heading_.empty()) of.section.insert(heading_);
    return {std::move(part), std::move(of), &sentence};
  }

  const RewriteText& text_;
  const Names& names_;
  std::string heading_;
  Names last_;
  bool of_thing_ = false;
  bool labelled_ = false;  // the sentence begins with "Omada:"
};

// Keys of a part.
std::vector<std::string> keys_of(const HeldPart& held, bool with_names) {
  std::vector<std::string> keys;
  for (const WordUnit& unit : held.part.units)
    if ((with_names || !held.of.names.contains(unit.text)) && unit.weight >= 1) {
      std::string key;
      for (const auto& one : unit.keys) key += one;
      keys.push_back(key);
    }
  for (const SentenceWord& word : held.part.words)
    if (word.is_fact && (with_names || !held.of.names.contains(word.text))) keys.push_back(word.key);
  return keys;
}

// By word: the holders of all parts that have it.
class Known {
 public:
  using Class = Names Holders::*;
  void add(const HeldPart& held) {
    for (const auto& key : keys_of(held, true)) {
      auto& of = words_[key];
      note(of.names, held.of.names);
      note(of.times, held.of.times);
      note(of.section, held.of.section);
    }
  }
  // Whether the word is told of others alone.
  bool is_of_other(const std::string& key, const Names& holders, Class of) const {
    const auto found = words_.find(key);
    if (found == words_.end() || holders.empty()) return false;
    const Names& known = found->second.*of;
    return !known.empty() && !known.contains("") &&
           std::none_of(holders.begin(), holders.end(), [&](const auto& one) { return known.contains(one); });
  }

 private:
  static void note(Names& known, const Names& holders) {
    if (holders.empty())
      known.insert("");
    else
      known.insert(holders.begin(), holders.end());
  }
  std::unordered_map<std::string, Holders> words_;
};

class HolderCheck {
 public:
  explicit HolderCheck(RewriteComparison& all) : all_(all) {
    for (const RewriteText& text : all.texts)
      for (const NameFound& name : text.names)
        if ((name.certain || name.subject) && !is_common(name.key)) names_.insert(name.text);
    result_ = Reader(all.result, names_).read();
    for (const HeldPart& held : result_) kept_.insert(held.of.section.begin(), held.of.section.end());
    for (const RewriteText& text : all.texts)
      for (HeldPart& held : Reader(text, names_).read()) {
        if (!held.of.section.empty() && !kept_.contains(*held.of.section.begin())) held.of.section.clear();
        known_.add(held);
        known_sentences_.insert(held.sentence->text);
        headings_.insert(held.of.section.begin(), held.of.section.end());
      }
  }

  void find() {
    bool to_old = false, to_now = false;
    const HeldPart* exchanged = nullptr;
    for (const HeldPart& held : result_) {
      if (all_moved(held, &Holders::section) && headings_.contains(*held.of.section.begin())) tell("section", held);
      if (known_sentences_.contains(held.sentence->text)) continue;
      if (held.of.names.size() == 1 && all_moved(held, &Holders::names)) tell("name", held);
      if (held.of.times.size() != 1) continue;
      for (const auto& key : keys_of(held, true))
        if (known_.is_of_other(key, held.of.times, &Holders::times))
          (held.of.times.contains("old") ? to_old : to_now) = true, exchanged = &held;
    }
    if (to_old && to_now) tell("order", *exchanged);
  }

 private:
  bool is_common(const std::string& key) const {
    return std::any_of(all_.texts.begin(), all_.texts.end(),
                       [&](const auto& text) { return text.lower.contains(key); });
  }

  // Half of what the part tells is told of others alone.
  bool all_moved(const HeldPart& held, Known::Class of) const {
    const auto keys = keys_of(held, false);
    const auto moved = static_cast<std::size_t>(std::count_if(
        keys.begin(), keys.end(), [&](const auto& key) { return known_.is_of_other(key, held.of.*of, of); }));
    return moved > 0 && moved * 2 >= keys.size();
  }

  void tell(const char* kind, const HeldPart& held) {
    all_.about_result(RewriteFault::misplaced, kind, held.part.text, *held.sentence);
  }

  RewriteComparison& all_;
  Names names_, headings_, kept_, known_sentences_;
  Known known_;
  std::vector<HeldPart> result_;
};

}  // namespace

void find_changed_holders(RewriteComparison& all) { HolderCheck(all).find(); }

}  // namespace ai_memory
