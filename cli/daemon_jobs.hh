// What the daemon runs: which commands of this program, how often, and how they are called.
#pragma once

#include <string>
#include <vector>

#include "cli/cadence.hh"
#include "cli/config.hh"
#include "cli/daemon_state.hh"

namespace ai_memory {

// "sweep", "embed" unless nothing makes vectors, "lint", "dream" if dreams are enabled; `state` says when each ended.
std::vector<CadenceJob> daemon_jobs(const Config& config, const DaemonState& state);

// The command line of a job, from the program's name on. `config_file` is empty if it is not to be named. Whatever a
// job says is a warning or an error, but of "lint": the last line of its output is what it found in numbers.
std::vector<std::string> job_arguments(const std::string& job, const std::string& home, const std::string& config_file);

}  // namespace ai_memory
