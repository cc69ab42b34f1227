#include "decay/lint_contradiction.hh"

#include <string_view>

#include "decay/difference.hh"
#include "decay/difference_compare.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostShown = 120;  // bytes of a sentence

std::string shown(const std::string& text) {
  if (text.size() <= kMostShown) return "\"" + redact(text) + "\"";
  std::size_t end = kMostShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // no letter is cut in half
  return "\"" + redact(text.substr(0, end)) + "…\"";
}

std::string which_is_newer(const LintText& left, const LintText& right) {
  if (left.changed == right.changed) return "both changed " + format_date(left.changed);
  const bool here = left.changed > right.changed;
  return (here ? "this page is newer, " : "that page is newer, ") + format_date(here ? left.changed : right.changed);
}

LintFinding finding_of(const LintText& left, const LintText& right, const Difference& difference) {
  const bool values = !difference.left.empty() && !difference.right.empty();
  const std::string there =
      name_beside(left.path, right.path) + ":" + std::to_string(difference.right_line + right.body_line - 1);
  std::string message = "says " + (values ? redact(difference.left) : shown(difference.left_sentence)) + " where " +
                        there + " says " + (values ? redact(difference.right) : shown(difference.right_sentence)) +
                        " (" + which_is_newer(left, right) + ")";
  if (values) message += ": " + shown(difference.left_sentence);
  return {.kind = LintKind::contradiction,
          .path = left.path,
          .line = difference.left_line + left.body_line - 1,
          .message = std::move(message),
          .hint = "correct the one that is wrong; if it was right once, set valid_until or superseded_by there",
          .others = {right.path},
          .what = right.path.str() + '\n' + difference.kind + '\n' + difference.left + '\n' + difference.right,
          .fix = {},
          .id = {}};
}

}  // namespace

LintText lint_text(const Page& page, Timestamp changed) {
  return {page.path, page.title, page.body_line, changed, sentences_of(page.body)};
}

std::vector<LintFinding> lint_contradictions(const LintText& one, const LintText& other) {
  const LintText& left = one.path < other.path ? one : other;
  const LintText& right = one.path < other.path ? other : one;
  std::vector<LintFinding> found;
  for (const auto& difference : contradictions(left.sentences, left.title, right.sentences, right.title))
    found.push_back(finding_of(left, right, difference));
  return found;
}

}  // namespace ai_memory
