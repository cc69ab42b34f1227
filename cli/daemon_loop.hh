// The daemon's loop, without the system: what it asks of the system is passed in.
#pragma once

#include <functional>
#include <optional>

#include "cli/cadence.hh"

namespace ai_memory {

enum class Wake {
  time,       // it is time, or nothing that matters came
  settings,   // SIGHUP: read the settings anew
  terminate,  // SIGTERM
  interrupt,  // SIGINT
};

struct JobEnd {
  Wake wake = Wake::time;  // what came meanwhile
  bool done = true;        // false: it was ended early, by a signal or by somebody who uses the wiki, and is still due
};

struct DaemonWorld {
  std::function<Timestamp()> now;
  std::function<std::optional<Timestamp>()> last_use;  // of the wiki, by a person or an agent
  std::function<Wake(std::chrono::seconds most)> wait;
  // Runs it to its end, and keeps when that was if it is done.
  std::function<JobEnd(const CadenceJob&)> run;
  std::function<Cadence()> read_settings;
};

enum class HowLong {
  for_good,
  once,  // until what is due has run, each job once
};

// Returns why it ended; `time`: nothing more is due (HowLong::once).
Wake run_daemon(Cadence cadence, const DaemonWorld& world, HowLong how_long);

}  // namespace ai_memory
