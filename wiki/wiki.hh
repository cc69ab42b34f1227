// The work tree and its git repository. The only code that touches page files (01-wiki §4).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "wiki/changeset.hh"
#include "wiki/page_path.hh"
#include "wiki/time.hh"

namespace ai_memory {

struct WikiConfig {
  int lock_wait_secs = 10;
  int max_loose_objects = 5000;  // more are packed by a sweep; 0: never
};

// A page file as the file system shows it, without reading it.
struct PageFile {
  PagePath path;
  std::int64_t mtime_ns = 0, ctime_ns = 0;
  std::uint64_t size = 0, inode = 0;
  auto stamp() const { return std::tie(mtime_ns, ctime_ns, size, inode); }
};

// A page whose bytes on disk differ from HEAD.
struct HandEdit {
  enum class State { modified, untracked, removed, staged, ignored };
  PagePath path;
  State state;
};

struct CommitInfo {
  CommitId id;
  Timestamp author_time{}, commit_time{};
  std::string author;         // "Ann <ann@example.org>"
  bool by_ai_memory = false;  // has one of our trailers
  std::string subject, body;
  std::string run, pass, source;  // trailers, empty if absent
};

// One path in one commit, against its parents. Equal ids never appear.
struct TreeChange {
  std::string path;
  BlobId before, after;  // empty: absent on that side
};

class Wiki {
 public:
  // Makes home/wiki and home/state with an opening commit. Refuses a home inside another git repository and one that
  // already holds a wiki (returns it opened when `home/wiki` is one of ours).
  static Wiki init(const std::filesystem::path& home, Timestamp now, const WikiConfig& config = {});
  // Throws not_found when there is none, conflict/failed for repositories we cannot work with, each with its remedy.
  // A commit that a killed process left half done is finished here if the writer lock is free.
  static Wiki open(const std::filesystem::path& home, Timestamp now, const WikiConfig& config = {});
  Wiki(Wiki&&) noexcept;
  Wiki& operator=(Wiki&&) noexcept;
  ~Wiki();

  const std::filesystem::path& root() const;        // the work tree
  std::filesystem::path state_dir() const;          // home/state
  const std::vector<std::string>& notices() const;  // what open() found and mended; for stderr

  // --- the work tree
  std::optional<std::string> read(const PagePath& path) const;  // absent: no such file. Never follows a symlink
  std::vector<PageFile> scan() const;                           // all pages by name rules, sorted by path
  std::vector<HandEdit> hand_edits() const;                     // by git's index, sorted by path
  bool is_ignored(const PagePath& path) const;

  // --- history
  CommitId head() const;  // empty when unborn
  std::optional<BlobId> blob_at(const CommitId& commit, const std::string& path) const;
  std::string blob(const BlobId& id) const;
  std::string blob(const BlobId& id,
                   const std::string& path) const;  // as it would stand in the work tree (filters applied)
  std::vector<std::pair<std::string, BlobId>> tree(const CommitId& commit) const;  // all files, sorted
  // A commit from REV (any git revision), an RFC 3339 time (last commit at or before) or a run id (its last commit).
  CommitId resolve(std::string_view revision) const;
  CommitInfo info(const CommitId& commit) const;
  // Commits reachable from HEAD and not from `since` (empty: all), oldest first with parents before children; a merge
  // lists only paths that differ from all its parents. False from `visit` stops.
  void walk(const CommitId& since,
            const std::function<bool(const CommitInfo&, const std::vector<TreeChange>&)>& visit) const;
  // The same, newest first, for reports that stop early (log, checkpoints, undo).
  void walk_back(const std::function<bool(const CommitInfo&, const std::vector<TreeChange>&)>& visit) const;
  bool is_ancestor(const CommitId& ancestor, const CommitId& descendant) const;

  // --- change
  // The six steps of 01-wiki §4. A change whose file is no longer what it was planned from is skipped and reported;
  // the others go in as one commit. Throws conflict when the repository or the lock does not let us.
  CommitResult commit(const Changeset& changes);
  // Commits these hand edits as they stand (one commit, author = the user, author time = newest mtime clamped).
  CommitResult commit_hand_edits(const std::vector<HandEdit>& edits, const std::string& subject,
                                 const Changeset& context);
  // Empty, or why commits are refused now ("a merge is in progress").
  std::string blocked_by() const;
  void refuse_if_blocked() const;     // throws Error with what to do about it
  std::size_t loose_objects() const;  // an estimate, as git gc makes it

  struct Impl;

 private:
  explicit Wiki(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace ai_memory
