// Mends what lint is sure of: links that can have meant one page only, and superseded_by that leads to a stub.
#pragma once

#include <string>
#include <vector>

#include "cli/context.hh"
#include "decay/lint.hh"
#include "wiki/changeset.hh"

namespace ai_memory {

struct LintFixes {
  Changeset changes;  // all of them; empty: nothing to do
  std::vector<LintFinding> fixed;
  struct Left {
    LintFinding finding;
    std::string why;
  };
  std::vector<Left> left;  // could be mended, but for this
};

// Of the findings that have a fix. No byte changes but those of the links; a page that is pinned or protected is left.
LintFixes plan_fixes(Context& context, const std::vector<LintFinding>& findings);

}  // namespace ai_memory
