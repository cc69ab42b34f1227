#include "decay/difference_wording.hh"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "decay/difference_words.hh"

namespace ai_memory {
namespace {

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_word(const Unit& unit) { return unit.kind == Unit::Kind::word && !unit.exact; }
bool is_word(const Unit& unit, std::string_view value) { return is_word(unit) && unit.value == value; }

constexpr std::string_view kPronouns[] = {"i", "we", "you", "they", "he", "she", "it", "there", "that", "this"};
// What stands before "'s" if that is a verb; behind other words it may be a possessive.
constexpr std::string_view kSubjects[] = {"it",   "he",  "she",   "that", "there", "here",
                                          "what", "who", "where", "how",  "when"};
constexpr std::string_view kParticiples[] = {"been", "had", "got", "become", "gone", "made", "done", "taken"};

// The words of "it's", "we've", "they'll"; "'s" as "is", see below.
std::optional<std::pair<std::string, std::string>> contraction(std::string_view word) {
  const auto mark = word.rfind('\'');
  if (mark == std::string_view::npos || mark == 0) return std::nullopt;
  const auto stem = word.substr(0, mark), rest = word.substr(mark + 1);
  const auto as = [&](const char* verb) { return std::pair(std::string(stem), std::string(verb)); };
  if (word == "let's") return std::pair<std::string, std::string>("let", "us");
  if (word == "i'm") return as("am");
  if (rest == "s" && is_one_of(stem, kSubjects)) return as("is");
  if (rest == "re") return as("are");
  if (rest == "ve") return as("have");
  if (rest == "ll") return as("will");
  return std::nullopt;
}

std::vector<Unit> without_contractions(const std::vector<Unit>& units) {
  std::vector<Unit> out;
  out.reserve(units.size() + 2);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto words = is_word(units[i]) ? contraction(units[i].value) : std::nullopt;
    if (!words) {
      out.push_back(units[i]);
      continue;
    }
    Unit first = units[i], second = units[i];
    first.value = words->first;
    second.value = words->second;
    second.capital = second.name = false;
    if (second.value == "is" && i + 1 < units.size() && is_one_of(units[i + 1].value, kParticiples))
      second.value = "has";
    out.push_back(std::move(first));
    out.push_back(std::move(second));
  }
  return out;
}

bool is_pronoun(const std::vector<Unit>& units, std::size_t at) {
  return at < units.size() && is_word(units[at]) && is_one_of(units[at].value, kPronouns);
}

// "so" at a sentence's start, "just" behind its subject; elsewhere they may say how much, or that there is no more.
bool is_filler(const std::vector<Unit>& units, std::size_t at) {
  if (!is_word(units[at])) return false;
  const std::string& value = units[at].value;
  const bool negated = at > 0 && units[at - 1].kind == Unit::Kind::negation;
  if (value == "really" || value == "actually" || value == "basically") return !negated;
  const bool last = at + 1 == units.size();
  const bool before_word = !last && is_word(units[at + 1]);
  if (value == "also") return !negated && (at > 0 || before_word);
  if (value == "so") {
    const bool begins = at == 0 || is_word(units[at - 1], "and");
    return begins && is_pronoun(units, at + 1);
  }
  if (value == "just") return at > 0 && is_pronoun(units, at - 1) && before_word && !is_article(units[at + 1].value);
  return false;
}

// "while sale was on" -> "during sale"; articles are gone.
std::vector<Unit> with_during(std::vector<Unit> units) {
  constexpr std::string_view kBe[] = {"is", "was", "are", "were"}, kOn[] = {"on", "running", "ongoing"};
  for (std::size_t i = 0; i + 1 < units.size(); ++i) {
    if (!is_word(units[i], "while")) continue;
    for (std::size_t be = i + 2; be + 1 < units.size() && be <= i + 4; ++be) {
      if (!is_word(units[be]) || !is_one_of(units[be].value, kBe)) continue;
      if (!is_word(units[be + 1]) || !is_one_of(units[be + 1].value, kOn)) break;
      units[i].value = "during";
      units.erase(units.begin() + static_cast<std::ptrdiff_t>(be), units.begin() + static_cast<std::ptrdiff_t>(be) + 2);
      break;
    }
  }
  return units;
}

// Of a run of hiragana: です, だ, である at its end say nothing, でした and だった are one.
std::string without_copula(std::string_view glue) {
  if (glue == "が") return "は";
  for (const std::string_view past : {"であった", "でした", "だった"})
    if (glue.ends_with(past)) return std::string(glue.substr(0, glue.size() - past.size())) + "だった";
  for (const std::string_view present : {"である", "です", "だ"})
    if (glue.ends_with(present)) return std::string(glue.substr(0, glue.size() - present.size()));
  return std::string(glue);
}

struct Ending {
  std::string_view polite;  // what stands before ます: the last kana of the stem
  std::array<std::string_view, 2> present, past;
};
constexpr Ending kEndings[] = {
    {"い", {"う", ""}, {"った", ""}},     {"き", {"く", ""}, {"いた", "った"}}, {"ぎ", {"ぐ", ""}, {"いだ", ""}},
    {"し", {"す", "する"}, {"した", ""}}, {"ち", {"つ", ""}, {"った", ""}},     {"に", {"ぬ", ""}, {"んだ", ""}},
    {"び", {"ぶ", ""}, {"んだ", ""}},     {"み", {"む", ""}, {"んだ", ""}},     {"り", {"る", ""}, {"った", ""}},
};

// Whether `plain` is what `polite`, with ます or ました in it, is without politeness.
bool is_plain_form(std::string_view polite, std::string_view plain) {
  constexpr std::string_view kPast = "ました", kPresent = "ます";
  const bool past = polite.find(kPast) != std::string_view::npos;
  const std::string_view mark = past ? kPast : kPresent;
  const auto at = polite.find(mark);
  if (at == std::string_view::npos) return false;
  const auto stem = polite.substr(0, at), tail = polite.substr(at + mark.size());
  const auto is = [&](std::string_view kept, std::string_view ending) {
    return plain == std::string(kept).append(ending).append(tail);
  };
  if (is(stem, past ? "た" : "る")) return true;
  for (const Ending& ending : kEndings) {
    if (!stem.ends_with(ending.polite)) continue;
    const auto kept = stem.substr(0, stem.size() - ending.polite.size());
    for (const std::string_view form : past ? ending.past : ending.present)
      if (!form.empty() && is(kept, form)) return true;
  }
  return false;
}

using Order = std::span<const Unit>;

bool equal_units(Order a, Order b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Unit& x, const Unit& y) {
    if (x.exact || y.exact) return x.kind == y.kind && x.text == y.text;
    return x.kind == Unit::Kind::glue && y.kind == Unit::Kind::glue ? same_glue(x.value, y.value) : x == y;
  });
}

// Say when or how of a whole sentence, wherever they stand. Articles are gone.
constexpr std::string_view kAdverbials[] = {
    "from now on", "from then on", "in meantime", "in future",     "in end",    "at first",    "at last",
    "at present",  "at moment",    "for now",     "so far",        "of course", "for example", "as usual",
    "meanwhile",   "afterwards",   "usually",     "normally",      "currently", "recently",    "finally",
    "sometimes",   "eventually",   "fortunately", "unfortunately", "therefore", "as a rule"};

std::string words_of(Order units) {
  std::string text;
  for (const Unit& unit : units) {
    if (!is_word(unit)) return {};
    text += (text.empty() ? "" : " ") + unit.value;
  }
  return text;
}

struct Parted {
  std::string adverbial;
  Order rest;
};
Parted parted(Order units) {
  constexpr std::size_t kMostWords = 3;
  for (std::size_t size = std::min(kMostWords, units.size()); size > 0 && size < units.size(); --size) {
    if (auto words = words_of(units.first(size)); is_one_of(words, kAdverbials))
      return {std::move(words), units.subspan(size)};
    if (auto words = words_of(units.last(size)); is_one_of(words, kAdverbials))
      return {std::move(words), units.first(units.size() - size)};
  }
  return {};
}

// 夜間に, 検索の索引を: words with の between them, and a particle that says what they are to the verb.
bool is_phrase(Order units) {
  constexpr std::string_view kParticles[] = {"を", "に", "で", "へ", "から", "まで"};
  if (units.size() < 2 || units.back().kind != Unit::Kind::glue) return false;
  // 写しを, whose し is the noun's; 読んで and 買いに are verbs.
  if (!is_one_of(units.back().value, kParticles) && !units.back().value.ends_with("を")) return false;
  for (std::size_t i = 0; i + 1 < units.size(); ++i) {
    const bool links = units[i].kind == Unit::Kind::glue && units[i].value == "の" && i > 0;
    if (!links && units[i].kind != Unit::Kind::word && units[i].kind != Unit::Kind::token) return false;
  }
  return units.front().kind != Unit::Kind::glue;
}

bool swapped_phrases(Order a, Order b) {
  if (a.size() != b.size()) return false;
  std::size_t start = 0, end = a.size();
  while (start < end && equal_units(a.subspan(start, 1), b.subspan(start, 1))) ++start;
  while (end > start && equal_units(a.subspan(end - 1, 1), b.subspan(end - 1, 1))) --end;
  const Order x = a.subspan(start, end - start), y = b.subspan(start, end - start);
  // What comes before must be whole too: else the first phrase is the end of a longer one.
  if (start > 0 && a[start - 1].kind != Unit::Kind::glue) return false;
  if (start > 0 && a[start - 1].value == "の") return false;
  for (std::size_t size = 2; size + 2 <= x.size(); ++size) {
    const Order first = x.first(size), second = x.subspan(size);
    if (!is_phrase(first) || !is_phrase(second) || first.back().value == second.back().value) continue;
    if (equal_units(first, y.last(size)) && equal_units(second, y.first(y.size() - size))) return true;
  }
  return false;
}

}  // namespace

bool same_glue(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const std::string x = without_copula(a), y = without_copula(b);
  return x == y || is_plain_form(x, y) || is_plain_form(y, x);
}

std::vector<Unit> plain_units(const std::vector<Unit>& units) {
  const std::vector<Unit> words = without_contractions(units);
  std::vector<Unit> kept;
  kept.reserve(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool says_nothing = (is_word(words[i]) && is_article(words[i].value)) || is_filler(words, i) ||
                              (words[i].kind == Unit::Kind::glue && without_copula(words[i].value).empty());
    if (!says_nothing) kept.push_back(words[i]);
  }
  return with_during(std::move(kept));
}

bool in_other_order(const std::vector<Unit>& a, const std::vector<Unit>& b) {
  const Parted one = parted(a), other = parted(b);
  if (!one.adverbial.empty() && one.adverbial == other.adverbial && equal_units(one.rest, other.rest)) return true;
  return swapped_phrases(a, b);
}

}  // namespace ai_memory
