// What may be wrong with pages, or wants a look: the kinds of findings, and what a finding says. The rules are in
// lint_*.hh: pure, over values, and none changes a page.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/page_path.hh"

namespace ai_memory {

enum class LintKind {
  contradiction,
  broken_link,
  stub_chain,
  stale_context,
  feedback_flagged,
  stale,
  pinned_expiring,
  unresolved_question,
  bad_front_matter,
  unknown_tier,
  bad_date,
  future_date,
  not_text,
  oversize,
  conflict_markers,
  conflict_copy,
  case_twins,
  duplicate_title,
  secret,
  low_information,
  orphan,
};
inline constexpr std::size_t kLintKinds = 21;

struct LintKindInfo {
  LintKind kind{};
  std::string_view name;   // as the enumerator
  std::string_view help;   // what such a finding says, in half a sentence
  bool fixable = false;    // some of them can be mended without a question
  bool by_default = true;  // else only when asked for by name
};
// In the order in which findings are shown: what misleads first, then what is broken, then what is untidy. --help, the
// completions and the manual's list are made from this table, or compared with it.
const std::array<LintKindInfo, kLintKinds>& lint_kinds();
const LintKindInfo& lint_kind_info(LintKind kind);
std::optional<LintKind> lint_kind_from_name(std::string_view name);

// A link that can be made to lead somewhere without a question.
struct LintFix {
  std::string target;  // of the link, as link_path() has it
  PagePath to;
};

struct LintFinding {
  LintKind kind{};
  PagePath path;
  std::size_t line = 0;          // of the file, 1-based; 0: the page as a whole
  std::string message;           // one sentence without the page's name
  std::string hint;              // what to do; may be empty
  std::vector<PagePath> others;  // the other pages that it is about, sorted
  // What tells it from others of its kind on this page, and stays when lines above it come and go.
  std::string what;
  std::optional<LintFix> fix;
  std::string id;  // set by finish_findings
};

// How a message about `page` names another: without the project, if it is the same.
std::string name_beside(const PagePath& page, const PagePath& other);

// In the order of kinds, paths and lines, each with its id: ten hex digits made of kind, path and `what`; of several
// that are equal in these, the second is made of "what #2" too, and so on.
void finish_findings(std::vector<LintFinding>& findings);

}  // namespace ai_memory
