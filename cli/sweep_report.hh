// A sweep's report, for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/output.hh"
#include "cli/run_sweep.hh"
#include "cli/scope.hh"

namespace ai_memory {

// Whether it did (or would do) nothing, and had nothing to leave alone.
bool is_idle(const SweepReport& report);

enum class KeptPages { by_reason, each };

// What went or would go with score and reason, what waits, what stays and why, and what goes next. The diff of a dry
// run comes last.
void print_sweep(Output& out, const SweepReport& report, const Scope& scope, KeptPages kept);

// A list of pages may be long; every decision has the terms of its score.
nlohmann::ordered_json json_sweep(const SweepReport& report);
nlohmann::ordered_json json_terms(const RetentionTerms& terms);

// The kind of reason for which a page stays, without its numbers: "above the cold threshold", "pinned", …
std::string kept_because(const SweepDecision& decision);

}  // namespace ai_memory
