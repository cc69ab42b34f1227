// The pieces that a commit and its roll-forward after a crash have in common (01-wiki §4).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "wiki/git_lock.hh"
#include "wiki/object_writer.hh"
#include "wiki/repository.hh"

namespace ai_memory {

// Points at the commit that is being put in place; found after a crash, it is rolled forward.
inline constexpr const char* kPendingRef = "refs/ai-memory/pending";

// From here on objects go as one pack and files are forced to the disk together.
inline constexpr std::size_t kManyPages = 32;

void set_pending(git_repository* repo, const CommitId& commit);
void clear_pending(git_repository* repo);

// Subject, a line `- path: reason` for each change with a reason, and the trailers.
std::string commit_message(const Changeset& set, const std::vector<std::string>& without = {});

// Branch, index and state as they are now: what was planned under one is planned anew under another.
std::string repository_state(git_repository* repo);

// Writes git's index with our entries brought to `tip`, moves the branch from `old_tip` (compare-and-swap) and lets go
// of the lock. Other entries, staged work included, stay as they are.
void publish(Wiki::Impl& wiki, IndexLock& lock, const CommitId& old_tip, const CommitId& tip,
             const std::set<std::string>& paths, const std::string& subject);

// Finishes what a killed process began. Needs the writer lock; waits for git's index like a commit.
void roll_forward(Wiki::Impl& wiki, FileLock& writer, int wait_secs);

// The author time of a commit of hand edits: the newest file's mtime, within [parent commit, now].
Timestamp clamp_edit_time(git_repository* repo, const CommitId& parent, std::int64_t mtime_ns, Timestamp now);
// The reason for a page in it: when it was edited, if the author time does not say so; else `otherwise`.
std::string edit_reason(std::int64_t mtime_ns, Timestamp author_time, Timestamp now, const std::string& otherwise);

// Files that differ between two commits' trees (either may be empty).
std::vector<TreeChange> tree_changes(git_repository* repo, const CommitId& before, const CommitId& after);

// First parent; empty for a root commit.
CommitId parent_of(git_repository* repo, const CommitId& commit);

// An index read from a copy, so that nothing of the repository's own index object is touched. Throws conflict with the
// command that converts it when libgit2 cannot read it (split or sparse).
git::Index read_index(git_repository* repo);
void require_index(git_repository* repo);  // throws if there is none although something is committed
// A file that a sparse checkout or `git update-index` keeps out of the work tree, or of git's sight.
bool is_left_out(const git_index_entry& entry);

}  // namespace ai_memory
