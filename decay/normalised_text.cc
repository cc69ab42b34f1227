#include <algorithm>
#include <cstdlib>
#include <utf8proc.h>

#include "decay/twins.hh"
#include "wiki/lines.hh"
#include "wiki/page_path.hh"

namespace ai_memory {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// But for those within ticks.
std::string single_blanks(std::string_view line) {
  std::string out;
  bool code = false;
  for (const char c : trim(line, " \t")) {
    if (c == '`') code = !code;
    if (!is_blank(c) || code)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return out;
}

bool is_rule(std::string_view line) {
  const auto mark = line.empty() ? '\0' : line[0];
  if (mark != '-' && mark != '*' && mark != '_' && mark != '=') return false;
  return std::count(line.begin(), line.end(), mark) >= (mark == '=' ? 1 : 3) &&
         std::all_of(line.begin(), line.end(), [mark](char c) { return c == mark || c == ' '; });
}

// `line` has single blanks. "## Costs ##" -> "Costs", "- milk" -> "milk"; "3. May" stays, for that may be a date.
std::string_view without_block_marks(std::string_view line) {
  const auto hashes = std::min(line.find_first_not_of('#'), line.size());
  if (hashes >= 1 && hashes <= 6 && (hashes == line.size() || line[hashes] == ' ')) {
    line = trim(line.substr(hashes));
    const auto last = line.find_last_not_of('#');
    if (last != std::string_view::npos && line[last] == ' ') line = trim(line.substr(0, last));
    return line;
  }
  while (line.size() >= 2 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ')
    line = trim(line.substr(2));
  return line;
}

bool is_word_byte(char c) {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether the run of * or _ at `begin` .. `end` can be emphasis: "2*3", "2 ** 3" and "snake_case" have none.
bool is_emphasis(std::string_view line, std::size_t begin, std::size_t end) {
  const char before = begin > 0 ? line[begin - 1] : ' ', after = end < line.size() ? line[end] : ' ';
  if ((before == ' ' && after == ' ') || (is_digit(before) && is_digit(after))) return false;
  if (before == '\\' || before == '/' || after == '/') return false;
  if (before == ' ' && after == '.') return false;  // *.cc
  // ** within a word of a script without blanks: 「これは**重要**です」.
  const bool wide = line[begin] == '*' && end - begin >= 2;
  return wide || !is_word_byte(before) || !is_word_byte(after);
}

void append_without_emphasis(std::string& out, std::string_view line) {
  bool code = false;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == '`') code = !code;
    if (code || (line[at] != '*' && line[at] != '_')) {
      out += line[at++];
      continue;
    }
    const auto end = std::min(line.find_first_not_of(line[at], at), line.size());
    if (!is_emphasis(line, at, end)) out.append(line, at, end - at);
    at = end;
  }
}

// NFC and usual width, but for what stands between ticks.
std::string usual_outside_code(std::string_view line) {
  std::string out;
  for (bool code = false; !line.empty(); code = !code) {
    const auto tick = std::min(line.find('`'), line.size());
    const auto part = line.substr(0, tick);
    out += code ? std::string(part) : to_nfc(usual_width(part));
    if (tick < line.size()) out += '`';
    line.remove_prefix(std::min(tick + 1, line.size()));
  }
  return out;
}

bool is_fence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

}  // namespace

// U+3000 as a blank, and U+FF00…U+FFEF, EF BC 80…EF BF AF, as their usual form. Not all of NFKC: "10²" is not "102".
std::string usual_width(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto second = text.size() >= 3 ? static_cast<unsigned char>(text[1]) : 0U;
    if (text.starts_with("\xe3\x80\x80")) {
      out += ' ';
      text.remove_prefix(3);
    } else if (text[0] == '\xef' && second >= 0xbc && second <= 0xbf) {
      const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
      utf8proc_uint8_t* mapped = nullptr;
      const auto length =
          utf8proc_map(bytes, 3, &mapped, static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_COMPOSE));
      if (length >= 0) out.append(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length));
      if (length < 0) out.append(text, 0, 3);
      std::free(mapped);
      text.remove_prefix(3);
    } else {
      out += text[0];
      text.remove_prefix(1);
    }
  }
  return out;
}

std::string normalised_text(std::string_view body) {
  std::string out;
  bool fenced = false;
  for (std::size_t begin = 0; begin < body.size();) {
    const Line at = line_at(body, begin);
    begin = at.next;
    const bool fence = is_fence(trim(at.of(body)));
    if (fence) fenced = !fenced;
    const std::string line =
        fenced || fence ? std::string(at.of(body)) : single_blanks(usual_outside_code(at.of(body)));
    if (trim(line).empty() || (!fenced && !fence && is_rule(line))) continue;
    if (!out.empty()) out += '\n';
    if (fenced || fence)
      out += line;
    else
      append_without_emphasis(out, without_block_marks(line));
  }
  return out;
}

}  // namespace ai_memory
