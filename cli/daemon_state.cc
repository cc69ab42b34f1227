#include "cli/daemon_state.hh"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>

#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* kLock = "daemon.lock";
constexpr const char* kState = "daemon.json";
constexpr int kLockWaitSecs = 1;  // longer than `status` holds it for a look

void add_record(DaemonState& state, const std::string& name, const ordered_json& record) {
  if (!record.is_object() || !record.contains("ended") || !record["ended"].is_string()) return;
  const auto ended = parse_time(record["ended"].get<std::string>());
  const auto status = record.find("status");
  if (ended) state[name] = {*ended, status != record.end() && status->is_number_integer() ? status->get<int>() : 0};
}

}  // namespace

DaemonState read_daemon_state(const fs::path& state_dir) {
  DaemonState state;
  const fs::path path = state_dir / kState;
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) {
    if (errno != ENOENT) throw_errno(path.string());
    return state;
  }
  const auto document = ordered_json::parse(read_all(file.get(), path.string()), nullptr, false);
  if (!document.is_object() || !document.contains("jobs") || !document["jobs"].is_object()) return state;
  for (const auto& [name, record] : document["jobs"].items()) add_record(state, name, record);
  return state;
}

void write_daemon_state(const fs::path& state_dir, const DaemonState& state) {
  ordered_json document = {{"schema", 1}, {"jobs", ordered_json::object()}};
  for (const auto& [name, record] : state)
    document["jobs"][name] = {{"ended", format_time(record.ended)}, {"status", record.status}};
  const fs::path target = state_dir / kState, draft = state_dir / (std::string(kState) + ".new");
  const FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!file.open()) throw_errno(draft.string());
  write_all(file.get(), document.dump() + "\n", draft.string());
  if (std::rename(draft.c_str(), target.c_str()) != 0) throw_errno(target.string());
}

FileLock lock_daemon(const fs::path& state_dir) {
  try {
    FileLock lock(state_dir / kLock, kLockWaitSecs, "another daemon is at work");
    if (lock.predecessor_died()) lock.predecessor_settled();
    return lock;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::conflict) throw;
    throw Error(ErrorKind::conflict, error.what(), "one daemon a wiki is enough; `ai-memory status` says what it did");
  }
}

std::optional<int> running_daemon(const fs::path& state_dir) {
  const fs::path path = state_dir / kLock;
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open() || ::flock(file.get(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK) return std::nullopt;
  const std::string note = read_all(file.get(), path.string());
  const auto digits = note.find_first_of("0123456789");
  int process = 0;
  if (digits != std::string::npos) std::from_chars(note.data() + digits, note.data() + note.size(), process);
  return process;
}

}  // namespace ai_memory
