// When pages will go, if nobody reads or edits them. Pure. The bound on what one run may remove is not reckoned with,
// nor are pages that dedup will find.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decay/sweep_plan.hh"

namespace ai_memory {

// When a sweep would remove or compact an episodic page for its coldness; now or earlier: it is due. Absent: never
// (pinned, protected, compacted, or of a tier that does not go).
std::optional<Timestamp> removal_due(const SweepPage& page, Timestamp now, const DecayConfig& config);

struct ComingRemoval {
  PagePath path;
  Timestamp time{};       // `now` for what is due already
  std::string_view pass;  // the one of plan_sweep that will take it: "ttl", "working", "compact", "evict"
  double score = 0;       // now
};

// The first pass that will take the page; absent: none will.
std::optional<ComingRemoval> next_removal(const SweepPage& page, Timestamp now, const DecayConfig& config);

// What goes by `until`, each page once, in the order of time, then path.
std::vector<ComingRemoval> forecast(const std::vector<SweepPage>& pages, Timestamp now, Timestamp until,
                                    const DecayConfig& config);

}  // namespace ai_memory
