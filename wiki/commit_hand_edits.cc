// Commits what people wrote by hand: nothing is put in place, only told to git.
#include <algorithm>
#include <optional>

#include "wiki/commit_steps.hh"
#include "wiki/source_times.hh"
#include "wiki/unreadable.hh"

namespace ai_memory {
namespace {

class HandEditJob {
 public:
  HandEditJob(Wiki::Impl& wiki, const Changeset& context, const std::string& subject)
      : wiki_(wiki), repo_(wiki.repo()), context_(context), subject_(subject) {}

  // Writes the objects and the pending ref. False: nothing to do.
  bool prepare(const std::vector<HandEdit>& edits);
  bool overtaken() const { return state_ != repository_state(repo_); }
  CommitResult finish(IndexLock& lock);
  CommitResult& result() { return result_; }

 private:
  void add(const HandEdit& edit, const git::Tree& tree, git_index* index, ObjectWriter& objects);

  Wiki::Impl& wiki_;
  git_repository* repo_;
  const Changeset& context_;
  const std::string& subject_;
  std::string state_;
  CommitId tip_;
  std::vector<ObjectWriter::Update> updates_;
  std::int64_t newest_ = 0;
  std::vector<std::pair<PagePath, std::int64_t>> mtimes_;
  CommitResult result_;
};

void HandEditJob::add(const HandEdit& edit, const git::Tree& tree, git_index* index, ObjectWriter& objects) {
  const std::string& path = edit.path.str();
  const auto head = git::file_at(tree.get(), path);
  const git_index_entry* entry = git_index_get_bypath(index, path.c_str(), 0);
  if ((entry ? git::hex(entry->id) : BlobId()) != (head ? head->blob : BlobId())) {
    result_.skipped.push_back({edit.path, "has staged changes"});
    return;
  }
  std::optional<std::string> bytes;
  try {
    bytes = wiki_.files.read(path);
  } catch (const Error& error) {
    result_.skipped.push_back({edit.path, cause_at(edit.path, error)});
    return;
  }
  if (!bytes && !head) return;
  git::TreeFile file{bytes ? objects.blob(path, *bytes) : BlobId(), head ? head->mode : GIT_FILEMODE_BLOB};
  if (head && head->blob == file.blob) return;
  if (const auto info = wiki_.files.stat(edit.path)) {
    newest_ = std::max(newest_, info->mtime_ns);
    mtimes_.emplace_back(edit.path, info->mtime_ns);
  }
  updates_.push_back({path, std::move(file)});
  result_.changed.push_back(edit.path);
}

bool HandEditJob::prepare(const std::vector<HandEdit>& edits) {
  state_ = repository_state(repo_);
  tip_ = git::head_commit(repo_);
  const git::Tree tree = git::tree_of(repo_, tip_);
  const git::Index index = read_index(repo_);
  ObjectWriter objects(repo_, edits.size() > kManyPages);
  for (const HandEdit& edit : edits) add(edit, tree, index.get(), objects);
  if (updates_.empty()) return false;
  Changeset message = context_;
  message.subject = subject_;
  message.pass = "hand-edits";
  message.changes.clear();
  if (newest_ == 0)  // only removals: no mtime to go by
    newest_ = context_.now.time_since_epoch().count() * 1'000'000'000;
  const Timestamp edited = clamp_edit_time(repo_, tip_, newest_, context_.now);
  for (const auto& [path, mtime_ns] : mtimes_)
    message.changes.push_back({path, {}, {}, edit_reason(mtime_ns, edited, context_.now, {})});
  result_.commit = objects.commit(tip_, updates_, commit_message(message), git::user_signature(repo_, edited).get(),
                                  git::user_signature(repo_, context_.now).get());
  objects.flush();
  set_pending(repo_, result_.commit);
  return true;
}

CommitResult HandEditJob::finish(IndexLock& lock) {
  std::set<std::string> paths;
  for (const auto& update : updates_) paths.insert(update.path);
  publish(wiki_, lock, tip_, result_.commit, paths, subject_);
  clear_pending(repo_);
  result_.hand_edit_commit = result_.commit;
  return result_;
}

}  // namespace

std::string edit_reason(std::int64_t mtime_ns, Timestamp author_time, Timestamp now, const std::string& otherwise) {
  const Timestamp edited = std::min(Timestamp{std::chrono::seconds(mtime_ns / 1'000'000'000)}, now);
  return edited == author_time ? otherwise : edit_time_reason(edited);
}

Timestamp clamp_edit_time(git_repository* repo, const CommitId& parent, std::int64_t mtime_ns, Timestamp now) {
  Timestamp when{std::chrono::seconds(mtime_ns / 1'000'000'000)};
  if (!parent.empty())
    when = std::max(when, Timestamp{std::chrono::seconds(git_commit_time(git::commit(repo, parent).get()))});
  return std::min(when, now);
}

CommitResult Wiki::commit_hand_edits(const std::vector<HandEdit>& edits, const std::string& subject,
                                     const Changeset& context) {
  git_repository* repo = impl_->repo();
  FileLock writer(git::lock_file(repo), impl_->config.lock_wait_secs, "the wiki is being written to");
  git::refuse_if_blocked(repo);
  roll_forward(*impl_, writer, impl_->config.lock_wait_secs);
  std::optional<HandEditJob> job(std::in_place, *impl_, context, subject);
  if (!job->prepare(edits)) return job->result();
  try {
    IndexLock lock(git::index_file(repo), writer, impl_->config.lock_wait_secs);
    if (job->overtaken()) {
      git::refuse_if_blocked(repo);
      job.emplace(*impl_, context, subject);
      if (!job->prepare(edits)) {
        clear_pending(repo);
        return job->result();
      }
    }
    return job->finish(lock);
  } catch (...) {
    // Once the branch has it, the next command brings git's index along.
    if (git::head_commit(repo) != job->result().commit) clear_pending(repo);
    throw;
  }
}

}  // namespace ai_memory
