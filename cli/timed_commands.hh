// Which commands `install-timers` has run by systemd or cron, and how they are called there.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/context.hh"
#include "cli/timer_units.hh"

namespace ai_memory {

// All units that there may be.
inline constexpr const char *kSweepTimer = "ai-memory-sweep", *kDreamTimer = "ai-memory-dream";

// The sweep and, if they are enabled, dreams.
std::vector<TimedCommand> timed_commands(Context& context);

// The variables with keys that these commands need; their values go into no unit.
std::set<std::string> needed_keys(const Config& config);

}  // namespace ai_memory
