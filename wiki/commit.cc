// The six steps of 01-wiki §4, in their order: lock, compare, hand edits first, objects, files, index and branch.
#include <algorithm>
#include <optional>

#include "wiki/commit_steps.hh"
#include "wiki/page.hh"
#include "wiki/unreadable.hh"

namespace ai_memory {
namespace {

constexpr const char* kCommitted = "it is committed; the next ai-memory command tidies up";

struct Step {
  const Change* change;
  git::TreeFile before;  // on disk now, as git would store it; empty blob: absent
  git::TreeFile after;
  bool hand_edited = false;  // the bytes on disk are not those of HEAD
};

// The bytes on disk are the ones asked for; only a commit of them may be missing.
bool unchanged(const Change& change) { return change.content && blob_id(*change.content) == change.base; }

class CommitJob {
 public:
  CommitJob(Wiki::Impl& wiki, const Changeset& set, CommitResult& result)
      : wiki_(wiki), repo_(wiki.repo()), set_(set), result_(result), writer_(repo_, set.changes.size() > kManyPages) {}

  // Steps 2 to 4. False: nothing to do.
  bool prepare();
  // Whether somebody committed or staged since prepare() began.
  bool overtaken() const { return state_ != repository_state(repo_); }
  // Step 5. Takes everything back if it throws, and if it returns false: a change had to be skipped, and the set is
  // all or nothing.
  bool place();
  // Step 6.
  void finish(IndexLock& lock);
  [[noreturn]] void keep_published(const std::string& cause);
  // Without git's index: the files stay, the pending ref keeps the commit for the next command.
  void leave_pending() { discard(); }
  void give_back();

 private:
  // A sweep leaves a page alone at which something fails; a person is told at once.
  bool spares_others() const { return !set_.by_user && !set_.all_or_nothing; }
  std::optional<std::string> refusal(const Change& change, const std::optional<std::string>& disk,
                                     git_index* index) const;
  void add_step(const Change& change, git_index* index);
  void try_step(const Change& change, git_index* index);
  std::string put(const Step& step, WorkTree::Durable durable);
  void spare(const std::string& path, const Error& error);
  void write_objects();
  void commit_changes();
  void discard();
  void stage();

  Wiki::Impl& wiki_;
  git_repository* repo_;
  const Changeset& set_;
  CommitResult& result_;
  ObjectWriter writer_;
  std::string state_;
  CommitId tip_, hand_edits_, commit_;
  git::Tree tree_;
  std::vector<Step> steps_;
  std::set<std::string> hand_edited_;
  std::set<std::string> staged_;         // written beside their page, not yet put
  std::map<std::string, Error> failed_;  // those at whose page something failed while they were put
  std::vector<WorkTree::Placed> placed_;
};

// Why a change must not be made; absent if it may.
std::optional<std::string> CommitJob::refusal(const Change& change, const std::optional<std::string>& disk,
                                              git_index* index) const {
  const std::string& path = change.path.str();
  if ((disk ? blob_id(*disk) : BlobId()) != change.base)
    return change.base.empty() ? "a file is already there"
           : disk              ? "changed on disk since it was read"
                               : "removed from disk since it was read";
  if (const auto what = change.content ? wiki_.files.obstacle(path) : std::nullopt) return what;
  const auto head = git::file_at(tree_.get(), path);
  const git_index_entry* entry = git_index_get_bypath(index, path.c_str(), 0);
  if ((entry ? git::hex(entry->id) : BlobId()) != (head ? head->blob : BlobId()))
    return "has staged changes; commit or unstage them first";
  if (!disk && entry && is_left_out(*entry))
    return "is kept out of the work tree by git (`git sparse-checkout list`, `git ls-files -v`)";
  if (!head && git::is_ignored(repo_, path)) return "is ignored by .gitignore, so history could not keep it";
  return std::nullopt;
}

void CommitJob::add_step(const Change& change, git_index* index) {
  const std::string& path = change.path.str();
  const auto disk = wiki_.files.read(path);
  if (const auto why = refusal(change, disk, index)) {
    result_.skipped.push_back({change.path, *why});
    return;
  }
  const auto head = git::file_at(tree_.get(), path);
  Step step{&change, {}, {}, false};
  if (head) step.before.mode = step.after.mode = head->mode;
  if (disk) step.before.blob = git::filtered_id(repo_, path, *disk);
  // By the very bytes: a filter that folds line ends would else let some go that no commit has.
  step.hand_edited = disk && (!head || git::to_work_tree(repo_, path, git::blob_bytes(repo_, head->blob)) != *disk);
  if (change.content) step.after.blob = git::filtered_id(repo_, path, *change.content);
  if (disk == change.content && (head ? head->blob : BlobId()) == step.after.blob) return;
  steps_.push_back(std::move(step));
}

void CommitJob::try_step(const Change& change, git_index* index) {
  try {
    add_step(change, index);
  } catch (const Error& error) {
    if (!spares_others()) throw;
    result_.skipped.push_back({change.path, cause_at(change.path, error)});
  }
}

bool CommitJob::prepare() {
  state_ = repository_state(repo_);
  tip_ = git::head_commit(repo_);
  tree_ = git::tree_of(repo_, tip_);
  const git::Index index = read_index(repo_);
  for (const Change& change : set_.changes) try_step(change, index.get());
  if (steps_.empty() || (set_.all_or_nothing && !result_.skipped.empty())) return false;
  write_objects();
  return true;
}

// Step 3 (what is on disk and in no commit) and step 4.
void CommitJob::write_objects() {
  std::vector<ObjectWriter::Update> found;
  std::vector<std::int64_t> mtimes;  // of these
  std::int64_t newest = 0;
  for (const Step& step : steps_) {
    if (!step.hand_edited) continue;
    const std::string& path = step.change->path.str();
    const auto bytes = wiki_.files.read(path);
    if (!bytes || blob_id(*bytes) != step.change->base) continue;  // changed again: step 5 will see it
    found.push_back({path, {writer_.exact_blob(*bytes), step.before.mode}});
    hand_edited_.insert(path);
    const auto file = wiki_.files.stat(step.change->path);
    mtimes.push_back(file ? file->mtime_ns : 0);
    newest = std::max(newest, mtimes.back());
  }
  hand_edits_ = tip_;
  if (!found.empty()) {
    Changeset by_hand;
    by_hand.subject =
        found.size() == 1 ? "hand edit: " + found[0].path : "hand edit: " + std::to_string(found.size()) + " pages";
    const Timestamp edited = clamp_edit_time(repo_, tip_, newest, set_.now);
    for (std::size_t i = 0; i < found.size(); ++i)
      by_hand.changes.push_back(
          {PagePath::existing(found[i].path),
           {},
           {},
           edit_reason(mtimes[i] == 0 ? newest : mtimes[i], edited, set_.now, "as found on disk")});
    by_hand.run = set_.run;
    by_hand.pass = "hand-edits";
    by_hand.source = set_.source;
    hand_edits_ = writer_.commit(tip_, found, commit_message(by_hand), git::user_signature(repo_, edited).get(),
                                 git::user_signature(repo_, set_.now).get());
    result_.hand_edit_commit = hand_edits_;
  }
  for (const Step& step : steps_)
    if (step.change->content) writer_.blob(step.change->path.str(), *step.change->content);
  commit_changes();
}

void CommitJob::commit_changes() {
  std::vector<ObjectWriter::Update> updates;
  std::vector<std::string> skipped;
  for (const auto& skip : result_.skipped) skipped.push_back(skip.path.str());
  for (const Step& step : steps_) {
    // Text that a person wrote and we add nothing to is a hand edit, no more.
    const bool nothing_new = step.hand_edited && unchanged(*step.change);
    if (!nothing_new) updates.push_back({step.change->path.str(), step.after});
  }
  const git::Signature author = set_.by_user ? git::user_signature(repo_, set_.now) : git::own_signature(set_.now);
  commit_ = updates.empty()
                ? hand_edits_
                : writer_.commit(hand_edits_, updates, commit_message(set_, skipped), author.get(), author.get());
  writer_.flush();
  if (!commit_.empty()) set_pending(repo_, commit_);
}

// Within a catch.
void CommitJob::spare(const std::string& path, const Error& error) {
  if (!spares_others()) throw;
  if (staged_.erase(path) > 0) wiki_.files.unstage(path);
  failed_.emplace(path, error);
}

// Many files are written first and forced to the disk once, not file by file.
void CommitJob::stage() {
  for (const Step& step : steps_)
    if (step.change->content && !unchanged(*step.change)) {
      const std::string& path = step.change->path.str();
      staged_.insert(path);
      try {
        wiki_.files.stage(path, *step.change->content);
      } catch (const Error& error) {
        spare(path, error);
      }
    }
  wiki_.files.flush();
}

// Empty, or why the page was left as it is.
std::string CommitJob::put(const Step& step, WorkTree::Durable durable) {
  const Change& change = *step.change;
  const std::string& path = change.path.str();
  if (const auto failed = failed_.find(path); failed != failed_.end()) return cause_at(change.path, failed->second);
  try {
    auto placed = wiki_.files.put(path, change.content, change.base, durable);
    staged_.erase(path);
    if (!placed) return "changed on disk meanwhile";
    placed_.push_back(std::move(*placed));
    return {};
  } catch (const Error& error) {
    spare(path, error);
    return cause_at(change.path, error);
  }
}

bool CommitJob::place() {
  const bool many = steps_.size() > kManyPages;
  const auto durable = many ? WorkTree::Durable::by_flush : WorkTree::Durable::each;
  std::vector<Step> kept;
  try {
    if (many) stage();
    for (const Step& step : steps_) {
      const std::string why = unchanged(*step.change) ? std::string() : put(step, durable);
      if (why.empty())
        kept.push_back(step);
      else
        result_.skipped.push_back({step.change->path, why});
    }
    if (kept.empty() && !failed_.empty()) throw failed_.begin()->second;  // it is not about one page
    if (many) wiki_.files.flush();
    if (kept.size() == steps_.size()) return true;
    if (set_.all_or_nothing) {
      const auto skipped = result_.skipped;
      give_back();
      result_.skipped = skipped;
      return false;
    }
    steps_ = std::move(kept);
    commit_changes();
    return true;
  } catch (...) {
    give_back();
    throw;
  }
}

void CommitJob::finish(IndexLock& lock) {
  std::set<std::string> paths = hand_edited_;  // committed even if the page was then left alone
  for (const Step& step : steps_) {
    paths.insert(step.change->path.str());
    result_.changed.push_back(step.change->path);
  }
  try {
    publish(wiki_, lock, tip_, commit_, paths, set_.subject);
  } catch (const std::exception& error) {
    if (git::head_commit(repo_) == commit_) keep_published(error.what());
    give_back();
    throw;
  }
  if (commit_ != hand_edits_) result_.commit = commit_;
  try {
    discard();
    clear_pending(repo_);
  } catch (const Error& error) {
    throw Error(ErrorKind::failed, error.what(), kCommitted);
  }
}

// Something failed when the branch had the commit already: taking the files back now would undo it by halves.
void CommitJob::keep_published(const std::string& cause) {
  discard();
  throw Error(ErrorKind::failed, cause, kCommitted);
}

void CommitJob::give_back() {
  for (auto it = placed_.rbegin(); it != placed_.rend(); ++it) wiki_.files.give_back(*it);
  placed_.clear();
  for (const std::string& path : staged_) wiki_.files.unstage(path);
  staged_.clear();
  result_ = {};
  clear_pending(repo_);
}

void CommitJob::discard() {
  for (const auto& placed : placed_)
    if (const auto rescued = wiki_.files.discard(placed))
      wiki_.notices.push_back(placed.path + ": was being edited meanwhile; that text is in " + *rescued);
  placed_.clear();
}

Error not_committed(const Changeset& set, const Error& cause) {
  return Error(ErrorKind::conflict, set.changes.front().path.str() + ": written, but not committed: " + cause.what(),
               "the next ai-memory command commits it; " + cause.hint());
}

}  // namespace

CommitResult Wiki::commit(const Changeset& set) {
  CommitResult result;
  if (set.changes.empty()) return result;
  git_repository* repo = impl_->repo();
  FileLock writer(git::lock_file(repo), impl_->config.lock_wait_secs, "the wiki is being written to");
  git::refuse_if_blocked(repo);
  roll_forward(*impl_, writer, impl_->config.lock_wait_secs);
  // Objects take longest and go first: whoever types `git commit` in the meantime finds git's index free.
  std::optional<CommitJob> job(std::in_place, *impl_, set, result);
  if (!job->prepare()) return result;
  std::optional<IndexLock> lock;
  std::optional<Error> locked;  // git's index is somebody else's
  try {
    try {
      lock.emplace(git::index_file(repo), writer, impl_->config.lock_wait_secs);
    } catch (const Error& error) {
      if (!set.put_file_when_locked || error.kind() != ErrorKind::conflict) throw;
      locked = error;
    }
    if (job->overtaken()) {
      job->give_back();
      git::refuse_if_blocked(repo);
      job.emplace(*impl_, set, result);
      if (!job->prepare()) return result;
    }
  } catch (...) {
    job->give_back();
    throw;
  }
  if (!job->place()) return result;
  if (lock) {
    job->finish(*lock);
  } else {
    job->leave_pending();
    throw not_committed(set, *locked);
  }
  return result;
}

}  // namespace ai_memory
