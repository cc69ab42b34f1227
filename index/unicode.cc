#include "index/unicode.hh"

#include <algorithm>
#include <array>
#include <utf8proc.h>

namespace ai_memory {
namespace {

struct Range {
  char32_t first, last;
  CharKind kind;
};

// Sorted. The scripts that are written without spaces between words, and emoji.
constexpr std::array<Range, 24> kScripts{
    {{0x0E01, 0x0E4E, CharKind::thai},         {0x0E80, 0x0EDF, CharKind::thai},
     {0x1000, 0x109F, CharKind::thai},         {0x1100, 0x11FF, CharKind::hangul},
     {0x1780, 0x17DD, CharKind::thai},         {0x2600, 0x27BF, CharKind::pictograph},
     {0x2B50, 0x2B55, CharKind::pictograph},   {0x2E80, 0x2FDF, CharKind::han},
     {0x3005, 0x3007, CharKind::han},          {0x3021, 0x3029, CharKind::han},
     {0x3041, 0x309F, CharKind::hiragana},     {0x30A1, 0x30FA, CharKind::katakana},
     {0x30FC, 0x30FF, CharKind::katakana},     {0x3105, 0x312F, CharKind::han},
     {0x3131, 0x318E, CharKind::hangul},       {0x31A0, 0x31BF, CharKind::han},
     {0x31F0, 0x31FF, CharKind::katakana},     {0x3400, 0x4DBF, CharKind::han},
     {0x4E00, 0x9FFF, CharKind::han},          {0xA960, 0xA97F, CharKind::hangul},
     {0xAC00, 0xD7FB, CharKind::hangul},       {0xF900, 0xFAFF, CharKind::han},
     {0x1F000, 0x1FAFF, CharKind::pictograph}, {0x20000, 0x323AF, CharKind::han}}};

utf8proc_category_t category(char32_t code) { return utf8proc_category(static_cast<utf8proc_int32_t>(code)); }

bool is_mark(char32_t code) {
  const utf8proc_category_t c = category(code);
  return c == UTF8PROC_CATEGORY_MN || c == UTF8PROC_CATEGORY_MC || c == UTF8PROC_CATEGORY_ME;
}

CharKind kind_by_category(char32_t code) {
  switch (category(code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_NL:
      return CharKind::letter;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NO:
      return CharKind::digit;
    default:
      return CharKind::other;
  }
}

CharKind ascii_kind(char32_t code) {
  if ((code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z')) return CharKind::letter;
  return code >= '0' && code <= '9' ? CharKind::digit : CharKind::other;
}

CharKind kind_of(char32_t code) {
  if (code < 0x80) return ascii_kind(code);
  const auto range = std::ranges::lower_bound(kScripts, code, {}, &Range::last);
  if (range != kScripts.end() && code >= range->first) return range->kind;
  return kind_by_category(code);
}

// Marks a searcher leaves out: accents (but й is a letter of its own), Arabic and Hebrew points, the Arabic
// lengthening stroke, skin tones, enclosing marks.
bool is_left_out(char32_t code, char32_t base) {
  if (code >= 0x300 && code <= 0x36F) return !(code == 0x306 && base >= 0x400 && base <= 0x52F);
  return (code >= 0x591 && code <= 0x5C7 && is_mark(code)) || code == 0x640 || (code >= 0x64B && code <= 0x65F) ||
         code == 0x670 || (code >= 0x6D6 && code <= 0x6ED && is_mark(code)) || (code >= 0x1AB0 && code <= 0x1AFF) ||
         (code >= 0x1DC0 && code <= 0x1DFF) || (code >= 0x20D0 && code <= 0x20FF) ||
         (code >= 0x1F3FB && code <= 0x1F3FF);
}

// Letters that Unicode does not take apart but people type without their stroke.
std::string_view plain_letters(char32_t code) {
  switch (code) {
    case U'ø':
      return "o";
    case U'ł':
      return "l";
    case U'đ':
    case U'ð':
      return "d";
    case U'ħ':
      return "h";
    case U'ı':
      return "i";
    case U'ŧ':
      return "t";
    case U'æ':
      return "ae";
    case U'œ':
      return "oe";
    case U'þ':
      return "th";
    default:
      return {};
  }
}

bool is_jamo(char32_t code) { return code >= 0x1100 && code <= 0x11FF; }

// Belongs to the character before it: marks, half-width voicing signs, the later letters of a Hangul syllable.
bool is_joined_to_previous(char32_t code, char32_t previous) {
  if (code < 0x300) return false;
  return is_mark(code) || code == 0xFF9E || code == 0xFF9F || (is_jamo(code) && code >= 0x1160 && previous >= 0x1100);
}

// Bytes of one character with its marks; a pile of marks is cut after 32.
std::size_t cluster_size(std::string_view text, char32_t first, std::size_t size) {
  char32_t previous = first;
  for (int marks = 0; marks < 32 && size < text.size(); ++marks) {
    char32_t code = 0;
    const std::size_t bytes = decode_utf8(text.substr(size), code);
    if (!is_joined_to_previous(code, previous)) break;
    previous = code;
    size += bytes;
  }
  return size;
}

void push(std::vector<FoldedChar>& out, char32_t code, FoldedChar like) {
  like.code = code;
  like.kind = kind_of(code);
  like.continues = like.kind == CharKind::thai && is_mark(code);
  out.push_back(like);
}

// Takes apart, drops marks, puts together again: NFKC with case folding.
void fold_cluster(std::string_view cluster, FoldedChar like, std::vector<FoldedChar>& out) {
  constexpr auto kOptions = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                                           UTF8PROC_IGNORE | UTF8PROC_STABLE);
  std::array<utf8proc_int32_t, 1024> buffer;
  const auto count =
      utf8proc_decompose(reinterpret_cast<const utf8proc_uint8_t*>(cluster.data()),
                         static_cast<utf8proc_ssize_t>(cluster.size()), buffer.data(), buffer.size() - 1, kOptions);
  if (count < 0 || static_cast<std::size_t>(count) >= buffer.size()) return;
  std::size_t kept = 0;
  char32_t base = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const auto code = static_cast<char32_t>(buffer[i]);
    if (is_left_out(code, base)) continue;
    if (!is_mark(code)) base = code;
    buffer[kept++] = buffer[i];
  }
  const auto composed = utf8proc_normalize_utf32(buffer.data(), static_cast<utf8proc_ssize_t>(kept),
                                                 static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
  for (std::size_t i = 0; composed > 0 && i < static_cast<std::size_t>(composed); ++i) {
    const auto code = static_cast<char32_t>(buffer[i]);
    const std::string_view plain = plain_letters(code);
    if (plain.empty()) push(out, code, like);
    for (const char letter : plain) push(out, static_cast<char32_t>(letter), like);
  }
}

bool folds_to_itself(char32_t code) { return (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0xAC00 && code <= 0xD7A3); }

}  // namespace

std::size_t decode_utf8(std::string_view text, char32_t& code) {
  utf8proc_int32_t point = 0;
  const auto limit = static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size(), 4));
  const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), limit, &point);
  code = bytes > 0 ? static_cast<char32_t>(point) : 0xFFFD;
  return bytes > 0 ? static_cast<std::size_t>(bytes) : 1;
}

void append_utf8(std::string& out, char32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  std::array<utf8proc_uint8_t, 4> bytes;
  const auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), bytes.data());
  out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(size));
}

void fold(std::string_view text, std::vector<FoldedChar>& out) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    FoldedChar c{.code = byte, .begin = static_cast<std::uint32_t>(at)};
    if (byte < 0x80) {
      c.upper = byte >= 'A' && byte <= 'Z';
      if (c.upper) c.code += 'a' - 'A';
      c.kind = ascii_kind(c.code);
      c.end = static_cast<std::uint32_t>(++at);
      out.push_back(c);
      continue;
    }
    std::size_t size = decode_utf8(text.substr(at), c.code);
    c.upper = category(c.code) == UTF8PROC_CATEGORY_LU;
    if (!folds_to_itself(c.code)) size = cluster_size(text.substr(at), c.code, size);
    c.end = static_cast<std::uint32_t>(at + size);
    if (c.code == 0xFFFD || c.code == 0x200B || folds_to_itself(c.code))
      push(out, c.code, c);
    else
      fold_cluster(text.substr(at, size), c, out);
    at += size;
  }
}

}  // namespace ai_memory
