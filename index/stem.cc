#include "index/stem.hh"

#include <algorithm>
#include <array>
#include <span>

namespace ai_memory {
namespace {

constexpr std::size_t kMostLetters = 64;  // a longer one is no English word

struct Rule {
  std::string_view suffix, replacement;
};

bool is_consonant(std::string_view word, std::size_t i) {
  switch (word[i]) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
      return false;
    case 'y':
      return i == 0 || !is_consonant(word, i - 1);
    default:
      return true;
  }
}

// Like is_consonant for every letter at once: a run of y would make it quadratic.
bool next_is_consonant(char letter, bool first, bool before) {
  if (letter == 'y') return first || !before;
  return is_consonant(std::string_view(&letter, 1), 0);
}

// m in the paper: how many times a vowel run is followed by a consonant run.
int measure(std::string_view stem) {
  int count = 0;
  bool before = true;
  for (std::size_t i = 0; i < stem.size(); ++i) {
    const bool consonant = next_is_consonant(stem[i], i == 0, before);
    if (consonant && !before) ++count;
    before = consonant;
  }
  return count;
}

bool has_vowel(std::string_view stem) {
  bool before = true;
  for (std::size_t i = 0; i < stem.size(); ++i) {
    before = next_is_consonant(stem[i], i == 0, before);
    if (!before) return true;
  }
  return false;
}

bool ends_in_double_consonant(std::string_view word) {
  const std::size_t n = word.size();
  return n >= 2 && word[n - 1] == word[n - 2] && is_consonant(word, n - 1);
}

// *o in the paper: consonant, vowel, consonant other than w, x, y.
bool ends_in_short_syllable(std::string_view word) {
  const std::size_t n = word.size();
  if (n < 3) return false;
  const char last = word[n - 1];
  return is_consonant(word, n - 3) && !is_consonant(word, n - 2) && is_consonant(word, n - 1) && last != 'w' &&
         last != 'x' && last != 'y';
}

std::string_view without(std::string_view word, std::string_view suffix) {
  return word.substr(0, word.size() - suffix.size());
}

void replace(std::string& word, std::string_view suffix, std::string_view replacement) {
  word.resize(word.size() - suffix.size());
  word += replacement;
}

void plurals(std::string& word) {
  if (word.ends_with("sses"))
    replace(word, "es", "");
  else if (word.ends_with("ies"))
    replace(word, "ies", "i");
  else if (word.ends_with('s') && !word.ends_with("ss"))
    word.pop_back();
}

void repair_after_ed_or_ing(std::string& word) {
  if (word.ends_with("at") || word.ends_with("bl") || word.ends_with("iz"))
    word += 'e';
  else if (ends_in_double_consonant(word) && word.back() != 'l' && word.back() != 's' && word.back() != 'z')
    word.pop_back();
  else if (measure(word) == 1 && ends_in_short_syllable(word))
    word += 'e';
}

void past_and_progressive(std::string& word) {
  if (word.ends_with("eed")) {
    if (measure(without(word, "eed")) > 0) word.pop_back();
    return;
  }
  for (const std::string_view suffix : {"ed", "ing"}) {
    if (!word.ends_with(suffix)) continue;
    if (!has_vowel(without(word, suffix))) return;
    replace(word, suffix, "");
    return repair_after_ed_or_ing(word);
  }
}

// Applies the longest rule whose suffix stands at the end, if what is left has a measure above `least`.
void apply(std::string& word, std::span<const Rule> rules, int least) {
  const Rule* best = nullptr;
  for (const Rule& rule : rules)
    if (word.ends_with(rule.suffix) && (!best || rule.suffix.size() > best->suffix.size())) best = &rule;
  if (!best) return;
  const std::string_view stem = without(word, best->suffix);
  if (measure(stem) <= least) return;
  if (best->suffix == "ion" && !stem.ends_with('s') && !stem.ends_with('t')) return;
  replace(word, best->suffix, best->replacement);
}

// With the two rules Porter changed and added later (bli, logi).
constexpr std::array<Rule, 21> kStep2{{{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},   {"anci", "ance"},
                                       {"izer", "ize"},    {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"},
                                       {"eli", "e"},       {"ousli", "ous"},   {"ization", "ize"}, {"ation", "ate"},
                                       {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"}, {"fulness", "ful"},
                                       {"ousness", "ous"}, {"aliti", "al"},    {"iviti", "ive"},   {"biliti", "ble"},
                                       {"logi", "log"}}};

constexpr std::array<Rule, 7> kStep3{
    {{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""}}};

constexpr std::array<Rule, 19> kStep4{{{"al", ""},
                                       {"ance", ""},
                                       {"ence", ""},
                                       {"er", ""},
                                       {"ic", ""},
                                       {"able", ""},
                                       {"ible", ""},
                                       {"ant", ""},
                                       {"ement", ""},
                                       {"ment", ""},
                                       {"ent", ""},
                                       {"ion", ""},
                                       {"ou", ""},
                                       {"ism", ""},
                                       {"ate", ""},
                                       {"iti", ""},
                                       {"ous", ""},
                                       {"ive", ""},
                                       {"ize", ""}}};

void final_e_and_ll(std::string& word) {
  if (word.ends_with('e')) {
    const std::string_view stem = without(word, "e");
    const int m = measure(stem);
    if (m > 1 || (m == 1 && !ends_in_short_syllable(stem))) word.pop_back();
  }
  if (word.ends_with("ll") && measure(word) > 1) word.pop_back();
}

}  // namespace

std::string porter_stem(std::string_view text) {
  std::string word(text);
  if (word.size() < 3 || word.size() > kMostLetters ||
      !std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; }))
    return word;
  plurals(word);
  past_and_progressive(word);
  if (word.ends_with('y') && has_vowel(without(word, "y"))) word.back() = 'i';
  apply(word, kStep2, 0);
  apply(word, kStep3, 0);
  apply(word, kStep4, 1);
  final_e_and_ll(word);
  return word;
}

}  // namespace ai_memory
