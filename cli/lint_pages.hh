// Looks at the pages of a wiki with every rule of decay/lint_*.hh. Changes nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "cli/context.hh"
#include "decay/lint.hh"

namespace ai_memory {

struct LintRequest {
  std::set<LintKind> kinds;
  std::optional<Project> project;  // absent: all
  std::set<PagePath> pages;        // empty: all. A finding counts that is on one of them or names it
};

struct LintReport {
  std::vector<LintFinding> findings;  // as finish_findings() has them
  std::size_t pages = 0;              // that were asked for and looked at
};

// Each file is read once, whatever is asked; rules are run on the whole wiki, for a link may lead anywhere.
LintReport lint_wiki(Context& context, const LintRequest& request);

}  // namespace ai_memory
