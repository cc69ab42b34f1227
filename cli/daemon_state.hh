// What the daemon leaves in the folder state/: when each job ended, and a lock that says whether it runs.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "wiki/git_lock.hh"
#include "wiki/time.hh"

namespace ai_memory {

struct JobRecord {
  Timestamp ended;
  int status;  // as a shell tells it: 128 + N for signal N
};
using DaemonState = std::map<std::string, JobRecord, std::less<>>;

// Empty if there is no such file, or none that can be made out: then every job is due.
DaemonState read_daemon_state(const std::filesystem::path& state_dir);
// At once or not at all; nobody waits for it. Throws `failed`.
void write_daemon_state(const std::filesystem::path& state_dir, const DaemonState& state);

// Throws conflict, naming the holder. A daemon that ended, however it ended, is in nobody's way.
FileLock lock_daemon(const std::filesystem::path& state_dir);
// The process that holds the lock now, as a number; absent: none does.
std::optional<int> running_daemon(const std::filesystem::path& state_dir);

}  // namespace ai_memory
