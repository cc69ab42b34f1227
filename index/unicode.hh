// Text as the tokenizer sees it: NFKC case-folded characters without their accents, each knowing where it came from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

enum class CharKind : std::uint8_t {
  other,   // separators and punctuation
  letter,  // of a script that puts spaces between words
  digit,
  han,       // Han, Bopomofo
  hiragana,  //
  katakana,  // with the prolonged sound mark
  hangul,
  thai,       // and Lao, Khmer, Myanmar
  pictograph  // emoji
};

struct FoldedChar {
  char32_t code = 0;
  std::uint32_t begin = 0, end = 0;  // bytes of the input, from the start of the folded text
  CharKind kind = CharKind::other;
  bool upper = false;      // an upper case letter in the input
  bool continues = false;  // belongs to the character before it (a Thai vowel sign)
};

// Appends the folded characters of `text` to `out`. Any bytes: what is not UTF-8 becomes `other`, one byte each.
// Accents go from Latin and Greek letters, points from Arabic and Hebrew; kana keep their voicing marks (が is not か).
void fold(std::string_view text, std::vector<FoldedChar>& out);

void append_utf8(std::string& out, char32_t code);

// The bytes of the code point at the start of `text` (not empty), or 1 with `code` U+FFFD where there is none.
std::size_t decode_utf8(std::string_view text, char32_t& code);

}  // namespace ai_memory
