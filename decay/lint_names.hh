// Pages whose names or titles are in each other's way, and pages that age unread. Pure.
#pragma once

#include <vector>

#include "decay/lint.hh"
#include "decay/lint_links.hh"
#include "decay/sweep_plan.hh"

namespace ai_memory {

// case_twins, conflict_copy and duplicate_title. `pages`: all of the wiki, in any order.
std::vector<LintFinding> lint_names(const std::vector<LintPage>& pages);

// stale: an unpinned episodic page that was never read in 0.6/λ days (30 by default) or more, where that is known: its
// use is known since unknown_usage_grace_days at least. And future_date, where the last reading lies more than a day
// ahead of the clock. `pages`: without stubs.
std::vector<LintFinding> lint_ages(const std::vector<SweepPage>& pages, Timestamp now, const DecayConfig& config);

}  // namespace ai_memory
