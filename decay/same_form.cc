#include "decay/same_form.hh"

#include <algorithm>
#include <set>
#include <string>
#include <utf8proc.h>
#include <vector>

#include "decay/difference.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size();) {
    const Line line = line_at(text, at);
    lines.push_back(line.of(text));
    at = line.next;
  }
  return lines;
}

// Each once, where it stands first.
std::vector<std::string_view> those_in(const std::vector<std::string_view>& lines,
                                       const std::vector<std::string_view>& others) {
  const std::set<std::string_view> wanted(others.begin(), others.end());
  std::set<std::string_view> seen;
  std::vector<std::string_view> found;
  for (const std::string_view line : lines)
    if (wanted.contains(line) && seen.insert(line).second) found.push_back(line);
  return found;
}

bool is_sign(utf8proc_int32_t code) {
  if (code == '|' || code == '+') return false;        // tables, bullets
  if (code >= 0x2018 && code <= 0x201f) return false;  // quotation marks, apostrophes
  if (code == '?' || code == 0xff1f) return true;
  switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SO:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_NO:
    case UTF8PROC_CATEGORY_PI:  // ‹ and ›, as somebody's < and >
    case UTF8PROC_CATEGORY_PF:
      return true;
    default:
      return false;
  }
}

std::vector<utf8proc_int32_t> signs_of(std::string_view text) {
  std::vector<utf8proc_int32_t> signs;
  while (!text.empty()) {
    utf8proc_int32_t code = 0;
    const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size(), 4)), &code);
    if (size > 0 && is_sign(code)) signs.push_back(code);
    text.remove_prefix(size > 0 ? static_cast<std::size_t>(size) : 1);
  }
  std::sort(signs.begin(), signs.end());
  return signs;
}

}  // namespace

bool have_same_form(std::string_view left, std::string_view right) {
  if (signs_of(left) != signs_of(right)) return false;
  const auto left_lines = lines_of(left), right_lines = lines_of(right);
  return those_in(left_lines, right_lines) == those_in(right_lines, left_lines);
}

bool say_the_same(const BodyText& left, const BodyText& right) {
  // Indented code, of which blanks are gone in the normalised text.
  const auto may_be_code = [](std::string_view body) {
    return body.starts_with("    ") || body.find("\n    ") != body.npos || body.find('\t') != body.npos;
  };
  const bool equal = left.normalised == right.normalised;
  if (equal && !may_be_code(left.body) && !may_be_code(right.body)) return true;
  return (equal || have_same_form(left.normalised, right.normalised)) && !differ_for_merging(left.body, right.body);
}

}  // namespace ai_memory
