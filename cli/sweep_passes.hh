// What the passes of a sweep will do, up to the last byte, before anything is done.
#pragma once

#include "cli/run_sweep.hh"

namespace ai_memory {

// Fills in the report's passes with their changes, what waits, what is kept and why, what goes next, and for a dry run
// the diff. A page is changed by one pass of a run at most; a later one that would change it too leaves it to the next
// run. Call after sync.
void plan_passes(const Wiki& wiki, SearchIndex& index, const DecayConfig& config, const SweepRunOptions& options,
                 SweepReport& report);

// What plan_sweep is to do here: every pass, with pages compacted as they would be. `wiki` must outlive it.
SweepRequest usual_request(const Wiki& wiki, const SearchIndex& index, const DecayConfig& config);

}  // namespace ai_memory
