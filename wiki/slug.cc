// Unicode: normal forms, and file names from titles.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utf8proc.h>
#include <utility>

#include "wiki/error.hh"
#include "wiki/page_path.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMaxSlugBytes = 80;

const utf8proc_uint8_t* bytes(std::string_view text) { return reinterpret_cast<const utf8proc_uint8_t*>(text.data()); }

// `text` must be valid UTF-8.
std::string map_unicode(std::string_view text, int options) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto size = utf8proc_map(bytes(text), static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                                 static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  if (size < 0) throw Error(ErrorKind::failed, std::string("Unicode mapping: ") + utf8proc_errmsg(size));
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size)};
}

// Takes one code point off the front; -1 for a byte that is not UTF-8.
utf8proc_int32_t take_code_point(std::string_view& text) {
  utf8proc_int32_t code = -1;
  const auto size = utf8proc_iterate(bytes(text), static_cast<utf8proc_ssize_t>(text.size()), &code);
  text.remove_prefix(size > 0 ? static_cast<std::size_t>(size) : 1);
  return size > 0 ? code : -1;
}

void append_code_point(std::string& text, utf8proc_int32_t code) {
  std::array<utf8proc_uint8_t, 4> buffer{};
  const auto size = utf8proc_encode_char(code, buffer.data());
  text.append(reinterpret_cast<const char*>(buffer.data()), static_cast<std::size_t>(size));
}

std::string with_replaced_bytes(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const auto code = take_code_point(text);
    append_code_point(valid, code < 0 ? 0xfffd : code);
  }
  return valid;
}

// Latin letters that have no decomposition. (Case folding has turned ß into ss already.)
std::string_view latin_spelling(utf8proc_int32_t code) {
  using Spelling = std::pair<utf8proc_int32_t, std::string_view>;
  static constexpr std::array<Spelling, 15> kSpellings = {{{0xe6, "ae"},
                                                           {0xf0, "d"},
                                                           {0xf8, "o"},
                                                           {0xfe, "th"},
                                                           {0x111, "d"},
                                                           {0x127, "h"},
                                                           {0x131, "i"},
                                                           {0x138, "k"},
                                                           {0x142, "l"},
                                                           {0x14b, "ng"},
                                                           {0x153, "oe"},
                                                           {0x167, "t"},
                                                           {0x192, "f"},
                                                           {0x1dd, "e"},
                                                           {0x259, "e"}}};
  for (const auto& [letter, spelling] : kSpellings)
    if (letter == code) return spelling;
  return {};
}

bool is_mark(utf8proc_category_t category) {
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC || category == UTF8PROC_CATEGORY_ME;
}

bool is_word(utf8proc_category_t category) {
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
         (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

// Letters and digits of decomposed, case-folded text; every other run is one hyphen, none at the ends. Accents over
// ASCII letters are dropped, marks that spell other scripts (dakuten, vowel signs) are kept.
std::string hyphenate(std::string_view folded) {
  std::string out;
  bool gap = false, after_ascii = true;
  while (!folded.empty()) {
    const auto code = take_code_point(folded);
    const auto category = utf8proc_category(code);
    if (is_mark(category)) {
      if (!gap && !after_ascii) append_code_point(out, code);
      continue;
    }
    if (!is_word(category)) {
      gap = true;
      continue;
    }
    if (gap && !out.empty()) out += '-';
    gap = false;
    const auto latin = latin_spelling(code);
    after_ascii = code < 0x80 || !latin.empty();
    if (!latin.empty())
      out += latin;
    else
      append_code_point(out, code >= 'A' && code <= 'Z' ? code + 32 : code);
  }
  return out;
}

// FNV-1a with a final mix: the same on every machine, eight hex digits.
std::string short_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  hash ^= hash >> 32;
  hash *= 0xd6e8feb86659fd93u;
  hash ^= hash >> 32;
  std::array<char, 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%08x", static_cast<unsigned>(hash & 0xffffffffu));
  return buffer.data();
}

bool is_blank(std::string_view text) {
  while (!text.empty()) {
    const auto category = utf8proc_category(take_code_point(text));
    if (category < UTF8PROC_CATEGORY_ZS || category > UTF8PROC_CATEGORY_CF) return false;
  }
  return true;
}

std::string cut_at_code_point(std::string_view text, std::size_t limit) {
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xc0) == 0x80) --limit;
  while (limit > 0 && text[limit - 1] == '-') --limit;
  return std::string(text.substr(0, limit));
}

bool is_creatable(const std::string& stem) {
  try {
    PagePath::create(stem + ".md");
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

bool is_utf8(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080u;
  while (!text.empty()) {
    std::uint64_t eight = kHighBits;
    if (text.size() >= 8) std::memcpy(&eight, text.data(), 8);
    if ((eight & kHighBits) == 0)
      text.remove_prefix(8);
    else if (static_cast<unsigned char>(text.front()) < 0x80)
      text.remove_prefix(1);
    else if (take_code_point(text) < 0)
      return false;
  }
  return true;
}

std::string to_nfc(std::string_view text) {
  if (!is_utf8(text)) return std::string(text);
  return map_unicode(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string twin_key(std::string_view path) {
  if (is_utf8(path)) return map_unicode(path, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
  std::string lower(path);
  for (char& byte : lower)
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
  return lower;
}

std::string slug(std::string_view title) {
  const auto text = to_nfc(is_utf8(title) ? title : with_replaced_bytes(title));
  constexpr int kFold = UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE;
  const auto folded = map_unicode(text, kFold);
  if (is_blank(folded)) throw Error(ErrorKind::usage, "title: it is blank", "give the page a title or a path");
  auto whole = to_nfc(hyphenate(folded));
  if (whole.empty()) return "page-" + short_hash(text);
  if (whole.size() > kMaxSlugBytes) whole = cut_at_code_point(whole, kMaxSlugBytes) + "-" + short_hash(whole);
  return is_creatable(whole) ? whole : whole + "-page";  // con, nul, com1: devices on Windows
}

}  // namespace ai_memory
