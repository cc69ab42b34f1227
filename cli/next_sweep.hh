// What the next sweep would do with one page, when and why, as every command that looks ahead says it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "cli/context.hh"
#include "decay/sweep_plan.hh"

namespace ai_memory {

struct NextSweep {
  SweepPage page;
  SweepDecision decision;                 // with the bound on one run reckoned in
  std::optional<Timestamp> due;           // of what forecast() says of it; absent: it stays
  std::optional<double> days_until_cold;  // below 0: it is cold; absent: the score of such a page does not fall
};

// Throws not_found for a file of the wiki that is no page, such as a ledger.
NextSweep next_sweep_of(Context& context, const PagePath& path);

// Whether the score is what decides: other pages stay, or go, whatever it is.
bool score_decides(const SweepDecision& decision);

// "The next sweep would keep it: …", when it turns cold if that matters, and when it expires.
void print_next_sweep(Context& context, const NextSweep& next);

// The keys days_until_cold, due and next_sweep.
void add_next_sweep(nlohmann::ordered_json& document, const NextSweep& next);

}  // namespace ai_memory
