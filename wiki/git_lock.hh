// The two locks of a commit: ours among ai-memory processes, and git's index.lock against git itself.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "wiki/work_tree.hh"

namespace ai_memory {

// Calls `attempt` until it is true or the time is over; false then.
bool wait_for(int seconds, const std::function<bool()>& attempt);

// Tells one state of a file from another (device, inode, size, time); empty if there is none.
std::string file_identity(const std::filesystem::path& file);

// flock on a file that names its holder; released when the process ends, however it ends.
class FileLock {
 public:
  // Waits up to `wait_secs`. Throws conflict naming the holder.
  FileLock(const std::filesystem::path& file, int wait_secs, const std::string& what);
  // Absent at once if somebody else holds it.
  static std::optional<FileLock> try_lock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(FileLock&&) = default;

  // Somebody holds the file, or was killed when holding it.
  static bool has_note(const std::filesystem::path& file);

  // Whether a holder was killed and nobody has cleaned up since: whoever lets go in order takes the note away.
  bool predecessor_died() const { return predecessor_died_; }
  void predecessor_settled();

  // One line that a successor can read after we were killed: this process, and what it is about to leave as index.lock.
  // What a killed predecessor noted of its index.lock is kept until the next note().
  void note(const std::string& index = {});
  std::string noted() const;

 private:
  std::string holder() const;

  explicit FileLock(FileDescriptor file) : file_(std::move(file)) {}
  FileDescriptor file_;
  bool predecessor_died_ = false, noted_ = false;
};

// `.git/index.lock`, made the way git makes it. It holds a line of ours until publish(), so that a successor can tell a
// lock we left behind when killed from git's.
class IndexLock {
 public:
  // Waits up to `wait_secs`. Throws conflict with the lock's path and age. `writer` must be held.
  IndexLock(const std::filesystem::path& index, FileLock& writer, int wait_secs);
  ~IndexLock();
  IndexLock(const IndexLock&) = delete;
  IndexLock& operator=(const IndexLock&) = delete;

  // Renames `new_index` onto the lock file. Still held, still undone by the destructor.
  void stage(const std::filesystem::path& new_index);
  // Renames the lock file onto the index: git sees the new index and is free to go on.
  void publish();

  // Whether index.lock was left by one of our killed processes.
  static bool is_stale(const std::filesystem::path& index, const FileLock& writer);

 private:
  std::filesystem::path index_, lock_;
  FileLock& writer_;
  bool held_ = false;
};

}  // namespace ai_memory
