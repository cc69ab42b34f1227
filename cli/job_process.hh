// A command of this program, run by it as a process of its own: a job that crashes or grows takes nobody with it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/signals.hh"

namespace ai_memory {

struct JobRun {
  std::optional<int> status;  // as a shell tells it; absent: it was ended because we are to end
  std::string last_line;      // of its standard output
  Wake wake = Wake::time;     // what came meanwhile
};

// Runs this very program with `arguments`, in the folder /, without input, as upkeep (AI_MEMORY_UPKEEP). Each line of
// its standard error goes to `told`. When an order to end comes, the job gets SIGTERM, and SIGKILL a second later.
// Throws `failed` if no process can be made.
JobRun run_job(const std::vector<std::string>& arguments, Signals& signals,
               const std::function<void(std::string_view)>& told);

}  // namespace ai_memory
