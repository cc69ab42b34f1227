// What ai-memory asks of a git repository, over libgit2. Included by .cc files of wiki/ only.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/changeset.hh"
#include "wiki/git.hh"
#include "wiki/wiki.hh"
#include "wiki/work_tree.hh"

namespace ai_memory {

struct Wiki::Impl {
  std::filesystem::path home;
  WorkTree files;
  WikiConfig config;
  std::vector<std::string> notices;
  mutable git::Repository opened;  // null until something asks for what quick_head() does not know

  git_repository* repo() const;  // throws as git::open_repository() does
};

namespace git {

// Honours safe.directory of the global and system configuration. Errors carry their remedy.
Repository open_repository(const std::filesystem::path& root);
std::filesystem::path index_file(git_repository* repo);
std::filesystem::path lock_file(git_repository* repo);

// Empty if commits may be made, else what forbids it ("a merge is in progress").
std::string blocked_by(git_repository* repo);
// Throws Error, conflict or failed, in such a state; the second only when HEAD's branch is gone and its log is not.
void refuse_if_blocked(git_repository* repo);
void refuse_lost_branch(git_repository* repo);
// Full name of the branch HEAD stands on, born or not; throws conflict when detached.
std::string branch_name(git_repository* repo);
CommitId head_commit(git_repository* repo);  // empty when unborn
std::optional<CommitId> ref_target(git_repository* repo, const char* name);
Commit commit(git_repository* repo, const CommitId& id);
// The tree of a commit; null, which libgit2 takes for the empty tree, for an empty id.
Tree tree_of(git_repository* repo, const CommitId& commit);
struct TreeFile {
  BlobId blob;
  git_filemode_t mode = GIT_FILEMODE_BLOB;
};
std::optional<TreeFile> file_at(git_tree* tree, const std::string& path);  // absent also for links and folders

// The user's name from git's configuration, else "ai-memory user <ai-memory@localhost>".
Signature user_signature(git_repository* repo, Timestamp when);
Signature own_signature(Timestamp when);

// Through the filters of .gitattributes, both ways.
std::string to_repository(git_repository* repo, const std::string& path, std::string_view disk_bytes);
std::string to_work_tree(git_repository* repo, const std::string& path, std::string_view repository_bytes);
bool leaves_alone(git_repository* repo,
                  const std::string& path);  // true: no filter concerns it, bytes stay as they are
std::string blob_bytes(git_repository* repo, const BlobId& id);
BlobId filtered_id(git_repository* repo, const std::string& path, std::string_view disk_bytes);

bool is_ignored(git_repository* repo, const std::string& path);

}  // namespace git

inline git_repository* Wiki::Impl::repo() const {
  if (!opened) opened = git::open_repository(files.root());
  return opened.get();
}
}  // namespace ai_memory
