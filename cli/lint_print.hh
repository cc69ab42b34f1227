// Findings of lint as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/context.hh"
#include "cli/lint_fix.hh"
#include "cli/lint_pages.hh"

namespace ai_memory {

// What --fix did; `run` is empty where it had nothing to do.
struct LintMended {
  std::string commit, run;
  std::vector<LintFinding> fixed;
  std::vector<LintFixes::Left> left;
};

// By kind, each with its count; `path:line: message` a line, and what to try.
void print_findings(Context& context, const LintReport& report);
// {"scope" …}; with --jsonl a finding a line and nothing else.
void print_findings_json(Context& context, const LintReport& report, const LintMended* mended);
nlohmann::ordered_json json_finding(const LintFinding& finding);
// What was mended, on stdout, and what was left, on stderr.
void print_mended(Context& context, const LintMended& mended);

}  // namespace ai_memory
