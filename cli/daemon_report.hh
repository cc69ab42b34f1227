// What the daemon runs how often, when each ended and when it is due, for a person or as JSON.
#pragma once

#include "cli/cadence.hh"
#include "cli/context.hh"
#include "cli/daemon_state.hh"

namespace ai_memory {

void print_schedule(Context& context, const Cadence& cadence, const DaemonState& state,
                    std::optional<Timestamp> last_use);

}  // namespace ai_memory
