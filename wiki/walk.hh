// Reading history commit by commit, with no more of each than is asked for.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "wiki/repository.hh"

namespace ai_memory {

class WalkedCommit {
 public:
  WalkedCommit(git_repository* repo, git_commit* commit, const std::set<CommitId>& shallow);
  const CommitInfo& info() const { return info_; }
  // What it changed; of a merge only what differs from every parent.
  const std::vector<TreeChange>& changes();
  // Whether `path` is among them; cheaper than to ask for all.
  bool touches(const std::string& path) const;

 private:
  git_repository* repo_;
  git_commit* commit_;
  const std::set<CommitId>& shallow_;
  CommitInfo info_;
  std::optional<std::vector<TreeChange>> changes_;
};

// From HEAD, newest first, parents after their children, until `visit` says false.
void walk_back(git_repository* repo, const std::function<bool(WalkedCommit&)>& visit);

}  // namespace ai_memory
