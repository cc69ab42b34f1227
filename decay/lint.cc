#include "decay/lint.hh"

#include <algorithm>
#include <map>
#include <tuple>

#include "wiki/changeset.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kIdDigits = 10;
constexpr bool kFixable = true, kAskedFor = false;

using Kind = LintKind;

constexpr std::array<LintKindInfo, kLintKinds> kTable = {{
    {Kind::contradiction, "contradiction", "two pages state different values for the same thing"},
    {Kind::broken_link, "broken_link", "a link leads to no page", kFixable},
    {Kind::stub_chain, "stub_chain", "superseded_by leads to a page that is superseded itself, or to none", kFixable},
    {Kind::stale_context, "stale_context", "a page relies on one whose valid_until has passed"},
    {Kind::feedback_flagged, "feedback_flagged", "feedback called the page stale or wrong, and nobody has mended it"},
    {Kind::stale, "stale", "an episodic page that nobody has read is about to fade"},
    {Kind::pinned_expiring, "pinned_expiring", "a pinned page has an expires_at, which beats the pin"},
    {Kind::unresolved_question, "unresolved_question", "a [question] or [?] has no [answer]"},
    {Kind::bad_front_matter, "bad_front_matter", "front matter, or a value in it, cannot be read"},
    {Kind::unknown_tier, "unknown_tier", "the tier is none of the four, so the page is left alone"},
    {Kind::bad_date, "bad_date", "a date in the front matter is none"},
    {Kind::future_date, "future_date", "a date lies more than a day ahead of the clock"},
    {Kind::not_text, "not_text", "the file is not UTF-8 text"},
    {Kind::oversize, "oversize", "the file is larger than a page may be"},
    {Kind::conflict_markers, "conflict_markers", "the page holds both versions of a conflict, with git's marks"},
    {Kind::conflict_copy, "conflict_copy", "a sync tool put a second version beside the page"},
    {Kind::case_twins, "case_twins", "two names differ only in case or Unicode form"},
    {Kind::duplicate_title, "duplicate_title", "several notes of a project have the same title"},
    {Kind::secret, "secret", "something looks like a key, a token or a password"},
    {Kind::low_information, "low_information", "an episodic page says too little to learn from"},
    {Kind::orphan, "orphan", "a note has no links to or from any page", false, kAskedFor},
}};

std::string id_of(const LintFinding& finding, std::size_t repetition) {
  std::string seed = std::string(lint_kind_info(finding.kind).name) + '\n' + finding.path.str() + '\n' + finding.what;
  if (repetition > 1) seed += " #" + std::to_string(repetition);
  return blob_id(seed).substr(0, kIdDigits);
}

auto order(const LintFinding& finding) {
  return std::tie(finding.kind, finding.path, finding.line, finding.what, finding.others, finding.message);
}

}  // namespace

const std::array<LintKindInfo, kLintKinds>& lint_kinds() { return kTable; }

const LintKindInfo& lint_kind_info(LintKind kind) { return kTable[static_cast<std::size_t>(kind)]; }

std::optional<LintKind> lint_kind_from_name(std::string_view name) {
  for (const auto& info : kTable)
    if (info.name == name) return info.kind;
  return std::nullopt;
}

std::string name_beside(const PagePath& page, const PagePath& other) {
  return page.project() == other.project() ? other.in_project() : other.display();
}

void finish_findings(std::vector<LintFinding>& findings) {
  for (auto& finding : findings) std::sort(finding.others.begin(), finding.others.end());
  std::sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) { return order(a) < order(b); });
  std::map<std::tuple<LintKind, PagePath, std::string>, std::size_t> seen;
  for (auto& finding : findings) finding.id = id_of(finding, ++seen[{finding.kind, finding.path, finding.what}]);
}

}  // namespace ai_memory
