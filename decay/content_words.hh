// The words of a text that say what it is about, and its sentences. By form alone, English and Japanese. Pure.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

// A run of letters and digits, or of katakana, Han or Hangul; hiragana are none. Bytes of the text, without 's.
struct TextWord {
  std::size_t begin = 0, end = 0;
  bool starts_sentence = false;
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};
std::vector<TextWord> text_words(std::string_view text);

// Equal for the forms of a word that a search takes for one: case, and the commonest endings of English.
std::string word_key(std::string_view word);

// How much a word tells, by itself: 0 nothing ("the", "with"), 1 little ("really", "going"), 2 something.
int word_weight(std::string_view word);

// Capitals in a word that need not have them: Ann, LGBTQ, Émile, O'Brien.
bool looks_like_name(std::string_view word);

// not, never, don't, forbidden, 〜ない, 〜ません, 〜ず, 触るな, 禁止, 未定 and such.
bool has_negation(std::string_view text);

// Begin and end of each sentence of `text`, one line; none ends within one of the ranges `whole` (ascending begins).
struct TextRange {
  std::size_t begin = 0, end = 0;
};
std::vector<TextRange> sentences(std::string_view text, const std::vector<TextRange>& whole);

}  // namespace ai_memory
