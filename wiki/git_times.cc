#include "wiki/git_times.hh"

#include <algorithm>

#include "wiki/git.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

// A folder of notes in the repository of a kernel must not take the whole day.
constexpr std::size_t kMostCommits = 20'000;

// Commits newest first; `now_called` maps older names to what the file is called at the tip.
class History {
 public:
  History(git_repository* repo, std::string prefix) : repo_(repo), prefix_(std::move(prefix)) {}

  std::map<std::string, GitTimes> read() {
    const auto walk = git::make<git::Walk>("history", git_revwalk_new, repo_);
    git::check(git_revwalk_sorting(walk.get(), GIT_SORT_TOPOLOGICAL), "history");
    git::check(git_revwalk_push_head(walk.get()), "history");
    std::size_t left = kMostCommits;
    for (git_oid id; left > 0 && git_revwalk_next(&id, walk.get()) == 0; --left) look_at(id);
    return std::move(found_);
  }

 private:
  git::Diff changes(git_commit* commit) const {
    git::Tree before;
    if (git_commit_parentcount(commit) > 0) {
      const auto parent = git::make<git::Commit>("history", git_commit_parent, commit, 0u);
      before = git::make<git::Tree>("history", git_commit_tree, parent.get());
    }
    const auto after = git::make<git::Tree>("history", git_commit_tree, commit);
    git_diff_options options = GIT_DIFF_OPTIONS_INIT;
    options.flags = GIT_DIFF_DISABLE_PATHSPEC_MATCH;
    char* path = const_cast<char*>(prefix_.c_str());
    if (!prefix_.empty()) options.pathspec = {&path, 1};
    return git::make<git::Diff>("history", git_diff_tree_to_tree, repo_, before.get(), after.get(), &options);
  }

  void look_at(const git_oid& id) {
    const auto commit = git::make<git::Commit>("history", git_commit_lookup, repo_, &id);
    if (git_commit_parentcount(commit.get()) > 1) return;  // what it joins has commits of its own
    const Timestamp time{std::chrono::seconds(git_commit_author(commit.get())->when.time)};
    const auto diff = changes(commit.get());
    std::map<BlobId, std::string> gone;
    const auto count = git_diff_num_deltas(diff.get());
    for (std::size_t i = 0; i < count; ++i) {
      const auto* delta = git_diff_get_delta(diff.get(), i);
      if (delta->status == GIT_DELTA_DELETED) gone.emplace(git::hex(delta->old_file.id), delta->old_file.path);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const auto* delta = git_diff_get_delta(diff.get(), i);
      if (delta->status != GIT_DELTA_DELETED) note(*delta, time, gone);
    }
  }

  void note(const git_diff_delta& delta, Timestamp time, const std::map<BlobId, std::string>& gone) {
    const std::string path = delta.new_file.path, blob = git::hex(delta.new_file.id);
    const auto known = now_called_.find(path);
    const std::string name = known == now_called_.end() ? path : known->second;
    const auto old_name = delta.status == GIT_DELTA_ADDED ? gone.find(blob) : gone.end();
    if (!name.starts_with(prefix_)) return;
    auto [at, is_new] = found_.try_emplace(name.substr(prefix_.size()), GitTimes{time, {}, blob});
    at->second.first = std::min(at->second.first, time);
    if (old_name == gone.end())
      at->second.last = std::max(at->second.last, time);  // a rename alone changes nothing
    else
      now_called_[old_name->second] = name;
  }

  git_repository* repo_;
  std::string prefix_;  // the folder within the work tree, with its slash; empty at the top
  std::map<std::string, GitTimes> found_;
  std::map<std::string, std::string> now_called_;
};

}  // namespace

std::map<std::string, GitTimes> git_times(const fs::path& folder) {
  git::start();
  try {
    const auto repo = git::make<git::Repository>("git", git_repository_open_ext, folder.c_str(), 0u, nullptr);
    const char* top = git_repository_workdir(repo.get());
    if (top == nullptr || git_repository_head_unborn(repo.get()) != 0) return {};
    const auto prefix = fs::canonical(folder).lexically_relative(fs::canonical(top)).generic_string();
    return History(repo.get(), prefix == "." ? "" : prefix + "/").read();
  } catch (const std::exception&) {
    return {};  // no repository, or somebody else's: the files have times of their own
  }
}

}  // namespace ai_memory
