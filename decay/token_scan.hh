// How tokens are read, form by form. Each reader looks at the start of what it is given and says how many bytes are of
// its form; 0: none. All look a bounded way ahead, or take what they looked at, so that find_tokens() is linear.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "decay/tokens.hh"

namespace ai_memory {

inline bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_ascii_upper(char c) { return c >= 'A' && c <= 'Z'; }
inline bool is_ascii_lower(char c) { return c >= 'a' && c <= 'z'; }
inline bool is_ascii_letter(char c) { return is_ascii_upper(c) || is_ascii_lower(c); }
inline bool is_ascii_alnum(char c) { return is_ascii_digit(c) || is_ascii_letter(c); }
inline char ascii_lower(char c) { return is_ascii_upper(c) ? static_cast<char>(c | 0x20) : c; }
std::string ascii_lower(std::string_view text);

// The code point at the front of `text` (not empty) and its bytes; what is not UTF-8 is one byte, U+FFFD.
struct CodePoint {
  char32_t code = 0;
  std::size_t size = 1;
};
CodePoint code_point_at(std::string_view text);
bool is_han(char32_t code);  // with 々
bool is_katakana(char32_t code);
bool is_upper(char32_t code);  // a capital letter of any script

// Bytes of a digit, ASCII or full-width; 0: none.
std::size_t digit_size(std::string_view text);
// Of the digits `text` starts with, at most `most` of them; `count` is how many there are.
std::size_t digits_size(std::string_view text, std::size_t most, std::size_t* count = nullptr);

// A form and how long it is.
struct Reading {
  TokenKind kind{};
  std::size_t size = 0;
};
// 2026-11-30T14:05Z, 30 Nov 2026, Nov 30, 14:05, 2 pm, Q3 2026, 2026年11月30日, 午後3時, Monday. `text` starts where a
// word does.
std::size_t date_size(std::string_view text);
// A number with what it counts, a version or a number alone.
Reading number_at(std::string_view text);
// A currency sign and its number.
std::size_t money_size(std::string_view text);
// Where a found number, amount, version, date or time begins with the sign before it that says how it is meant: ±5,
// ≈ 5 kg, <= 3.9; `token.begin` if there is none.
std::size_t signed_begin(std::string_view text, const FoundToken& token);
// Whether `word` is a month's name, whole or cut to three letters; 1..12, or 0.
int month_number(std::string_view word);

// 〇一二三四五六七八九十百千万億 at the start of `text`.
std::size_t kanji_number_size(std::string_view text);
// 円, 人, ヶ月 … at the start of `text`.
std::size_t counter_size(std::string_view text);

// $HOME/bin/tool, %APPDATA%\Shop, C:\Program Files\x.exe; `before`: what stands before `text`, for a quotation mark
// there tells where the path ends. Paths that read_names() reads whole are left to it.
Reading place_at(std::string_view before, std::string_view text);
// main.cc, x.tar.gz.
bool has_known_extension(std::string_view name);

// Appends the tokens of a run of letters, digits and _-./\~@#: between blanks; `begin` is where it starts in the text.
void read_names(std::string_view run, std::size_t begin, std::vector<FoundToken>& out);

}  // namespace ai_memory
