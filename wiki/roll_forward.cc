// After a crash: the pending commit's files, index and branch are brought to its state.
#include <algorithm>
#include <fcntl.h>

#include "wiki/commit_steps.hh"
#include "wiki/pack.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

// Locks and half-written files that libgit2 leaves when its process is killed. Called only when one of ours was.
void clean_up(git_repository* repo, const std::optional<CommitId>& pending, bool had_index) {
  const fs::path folder = git_repository_commondir(repo);
  std::error_code none;
  // The branch's lock is ours if it holds the commit that only we know of, or (we had git's index) nothing at all.
  const fs::path branch_lock = folder / (git::branch_name(repo) + ".lock");
  if (const FileDescriptor file(::open(branch_lock.c_str(), O_RDONLY | O_CLOEXEC)); file.open() && pending) {
    const std::string content = read_all(file.get(), branch_lock.string());
    if ((content.empty() && had_index) || content == *pending + "\n") fs::remove(branch_lock, none);
  }
  const auto temporaries = left_temporaries(folder / "objects");
  if (temporaries.empty() || !FileLock::try_lock(folder / kMaintainLock)) return;  // a live `maintain` may have them
  for (const fs::path& file : temporaries) fs::remove(file, none);
}

bool reachable(git_repository* repo, const CommitId& commit, const CommitId& from) {
  if (from.empty()) return false;
  if (commit == from) return true;
  const git_oid ancestor = git::oid(commit), descendant = git::oid(from);
  return git_graph_descendant_of(repo, &descendant, &ancestor) == 1;
}

// What a person wrote is on disk already, and may have moved on since.
bool is_hand_edit(git_repository* repo, const CommitId& commit) {
  const std::string message = git_commit_message(git::commit(repo, commit).get());
  return message.find("\nAi-Memory-Pass: hand-edits\n") != std::string::npos;
}

class RollForward {
 public:
  RollForward(Wiki::Impl& wiki, const CommitId& pending) : wiki_(wiki), repo_(wiki.repo()), pending_(pending) {}
  void run(IndexLock& lock);

 private:
  void find_chain();
  void place_files();
  void place(const TreeChange& change);
  CommitId new_tip();
  bool replay(const CommitId& original, CommitId& onto, const std::set<std::string>& without);

  Wiki::Impl& wiki_;
  git_repository* repo_;
  CommitId pending_, tip_, base_;
  std::vector<CommitId> chain_;  // commits of ours that the branch does not have, oldest first
  std::set<std::string> paths_, left_;
};

void RollForward::find_chain() {
  tip_ = git::head_commit(repo_);
  base_ = pending_;
  while (!base_.empty() && !reachable(repo_, base_, tip_)) {
    chain_.insert(chain_.begin(), base_);
    base_ = parent_of(repo_, base_);
  }
}

// Brings one file from the old to the new text; anything else on disk is the user's and stays.
void RollForward::place(const TreeChange& change) {
  const std::string& path = change.path;
  std::optional<std::string> next;
  if (!change.after.empty()) next = git::to_work_tree(repo_, path, git::blob_bytes(repo_, change.after));
  std::vector<BlobId> known;
  if (!change.before.empty())
    known.push_back(blob_id(git::to_work_tree(repo_, path, git::blob_bytes(repo_, change.before))));
  if (next) known.push_back(blob_id(*next));
  if (const auto rescued = wiki_.files.salvage(path, known, next))
    wiki_.notices.push_back(path + ": an edit made while a command was killed is in " + *rescued);
  const auto disk = wiki_.files.read(path);
  const BlobId now = disk ? git::filtered_id(repo_, path, *disk) : BlobId();
  if (now == change.after) return;
  if (now == change.before) {
    const auto placed = wiki_.files.put(path, next, disk ? blob_id(*disk) : BlobId());
    if (placed) {
      wiki_.files.discard(*placed);
      return;
    }
  }
  left_.insert(path);
  wiki_.notices.push_back(path + ": was changed after a command was killed; left as it is");
}

void RollForward::place_files() {
  for (const CommitId& commit : chain_)
    for (const TreeChange& change : tree_changes(repo_, parent_of(repo_, commit), commit)) paths_.insert(change.path);
  const auto last = tree_changes(repo_, parent_of(repo_, pending_), pending_);
  for (const TreeChange& change : last) paths_.insert(change.path);
  if (chain_.empty()) {  // the branch has it already; only temporaries and the index may be behind
    for (const TreeChange& change : last) {
      std::vector<BlobId> known;
      for (const BlobId& id : {change.before, change.after})
        if (!id.empty()) known.push_back(blob_id(git::to_work_tree(repo_, change.path, git::blob_bytes(repo_, id))));
      wiki_.files.salvage(change.path, known, std::nullopt);
    }
    return;
  }
  if (!is_hand_edit(repo_, pending_))
    for (const TreeChange& change : last) place(change);
}

// The same change on top of another commit; false if a path has gone another way there.
bool RollForward::replay(const CommitId& original, CommitId& onto, const std::set<std::string>& without) {
  const git::Tree there = git::tree_of(repo_, onto), ours = git::tree_of(repo_, original);
  std::vector<ObjectWriter::Update> updates;
  bool whole = true;
  for (const TreeChange& change : tree_changes(repo_, parent_of(repo_, original), original)) {
    if (without.count(change.path)) continue;
    const auto now = git::file_at(there.get(), change.path);
    const BlobId blob = now ? now->blob : BlobId();
    if (blob == change.after) continue;
    if (blob != change.before) {
      whole = false;
      continue;
    }
    updates.push_back({change.path, git::file_at(ours.get(), change.path).value_or(git::TreeFile{})});
  }
  if (updates.empty()) return whole;
  const git::Commit commit = git::commit(repo_, original);
  ObjectWriter objects(repo_, false);
  onto = objects.commit(onto, updates, git_commit_message(commit.get()), git_commit_author(commit.get()),
                        git_commit_committer(commit.get()));
  return whole;
}

CommitId RollForward::new_tip() {
  if (chain_.empty()) return tip_;
  if (base_ == tip_ && left_.empty()) return pending_;
  CommitId onto = tip_;
  bool whole = true;
  for (const CommitId& commit : chain_)
    whole = replay(commit, onto, commit == pending_ ? left_ : std::set<std::string>()) && whole;
  if (!whole) {
    const std::string kept = "refs/ai-memory/kept/" + pending_;
    const git_oid id = git::oid(pending_);
    git::make<git::Reference>(kept, git_reference_create, repo_, kept.c_str(), &id, 1, nullptr);
    wiki_.notices.push_back("the branch moved after a command was killed; what could not be joined is kept as " + kept);
  }
  return onto;
}

void RollForward::run(IndexLock& lock) {
  find_chain();
  place_files();
  const CommitId tip = new_tip();
  if (tip.empty()) return;
  publish(wiki_, lock, tip_, tip, paths_, "finish an interrupted command");
  clear_pending(repo_);
}

}  // namespace

void roll_forward(Wiki::Impl& wiki, FileLock& writer, int wait_secs) {
  git_repository* repo = wiki.repo();
  const fs::path index = git::index_file(repo);
  const auto pending = git::ref_target(repo, kPendingRef);
  const bool had_index = IndexLock::is_stale(index, writer);
  if (had_index || writer.predecessor_died()) clean_up(repo, pending, had_index);
  if (had_index && !pending) fs::remove(index.string() + ".lock");
  if (pending) {
    IndexLock lock(index, writer, wait_secs);
    RollForward(wiki, *pending).run(lock);
  }
  if (writer.predecessor_died()) writer.predecessor_settled();
}

}  // namespace ai_memory
