#include "wiki/commit_steps.hh"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMendIndex = "`ai-memory doctor --repair` makes it anew from HEAD";

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return text;
}

// The entry's stat data may be trusted by git only if it is that of a file with exactly these bytes.
git_index_entry index_entry(Wiki::Impl& wiki, const std::string& path, const git::TreeFile& file) {
  git_index_entry entry{};
  entry.path = path.c_str();
  entry.id = git::oid(file.blob);
  entry.mode = file.mode;
  const fs::path full = wiki.files.root() / path;
  struct stat info {
  }, again{};
  if (::lstat(full.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return entry;
  const auto bytes = wiki.files.read(path);
  if (!bytes || git::filtered_id(wiki.repo(), path, *bytes) != file.blob) return entry;
  if (::lstat(full.c_str(), &again) != 0 || again.st_mtim.tv_nsec != info.st_mtim.tv_nsec ||
      again.st_ctim.tv_sec != info.st_ctim.tv_sec || again.st_ctim.tv_nsec != info.st_ctim.tv_nsec)
    return entry;
  entry.ctime = {static_cast<std::int32_t>(info.st_ctim.tv_sec), static_cast<std::uint32_t>(info.st_ctim.tv_nsec)};
  entry.mtime = {static_cast<std::int32_t>(info.st_mtim.tv_sec), static_cast<std::uint32_t>(info.st_mtim.tv_nsec)};
  entry.dev = static_cast<std::uint32_t>(info.st_dev);
  entry.ino = static_cast<std::uint32_t>(info.st_ino);
  entry.uid = info.st_uid;
  entry.gid = info.st_gid;
  entry.file_size = static_cast<std::uint32_t>(info.st_size);
  return entry;
}

void remove_draft(const fs::path& draft) noexcept {
  std::error_code none;
  fs::remove(draft, none);
  fs::remove(draft.string() + ".lock", none);
}

void write_draft(Wiki::Impl& wiki, const fs::path& draft, const CommitId& tip, const std::set<std::string>& paths) {
  const git::Index index = git::make<git::Index>("git index", git_index_open, draft.c_str());
  const git::Tree tree = git::tree_of(wiki.repo(), tip);
  for (const std::string& path : paths) {
    const auto file = git::file_at(tree.get(), path);
    if (file) {
      const git_index_entry entry = index_entry(wiki, path, *file);
      git::check(git_index_add(index.get(), &entry), path);
    } else {
      const int code = git_index_remove(index.get(), path.c_str(), 0);
      if (code != GIT_ENOTFOUND) git::check(code, path);
    }
  }
  git::check(git_index_write(index.get()), "write git index");
}

// A copy of the index with `paths` as in `tip`, written and ready to take the index's place.
fs::path draft_index(Wiki::Impl& wiki, const CommitId& tip, const std::set<std::string>& paths) {
  const fs::path original = git::index_file(wiki.repo()), draft = original.string() + ".ai-memory-new";
  remove_draft(draft);
  try {
    if (fs::exists(original)) copy_bytes(original, draft);  // the library's own calls a full disk EIO
    write_draft(wiki, draft, tip, paths);
  } catch (...) {
    remove_draft(draft);  // not every command that comes next writes, and removes what is left
    throw;
  }
  return draft;
}

std::string age_text(const fs::path& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) != 0) return {};
  return ", " + std::to_string(std::max<std::int64_t>(std::time(nullptr) - info.st_mtim.tv_sec, 0)) + " s old";
}

int try_move(git_repository* repo, const std::string& branch, const CommitId& old_tip, const git_oid& tip,
             const std::string& message) {
  git_reference* raw = nullptr;
  int code;
  if (old_tip.empty()) {
    code = git_reference_create(&raw, repo, branch.c_str(), &tip, 0, message.c_str());
  } else {
    const git_oid then = git::oid(old_tip);
    code = git_reference_create_matching(&raw, repo, branch.c_str(), &tip, 1, &then, message.c_str());
  }
  git_reference_free(raw);
  return code;
}

// git holds a branch's lock for moments only, so a short wait is enough for a live one.
void move_branch(Wiki::Impl& wiki, const CommitId& old_tip, const CommitId& tip, const std::string& subject) {
  git_repository* repo = wiki.repo();
  const std::string branch = git::branch_name(repo), message = "ai-memory: " + one_line(subject);
  const git_oid now = git::oid(tip);
  const fs::path lock = fs::path(git_repository_commondir(repo)) / (branch + ".lock");
  int code = GIT_ELOCKED;
  wait_for(wiki.config.lock_wait_secs, [&] {
    code = try_move(repo, branch, old_tip, now, message);
    return code >= 0 || !fs::exists(lock);
  });
  if (code == GIT_EMODIFIED || code == GIT_EEXISTS)
    throw Error(ErrorKind::conflict, branch + ": moved by another program meanwhile", "run the command again");
  if (code < 0 && fs::exists(lock))
    throw Error(ErrorKind::conflict, "git's branch is locked: " + lock.string() + age_text(lock),
                "a git program may be at work; if none is, delete that file");
  git::check(code, branch);
}

}  // namespace

// A loose ref written by ourselves: libgit2 would leave its own lock file behind when killed.
void set_pending(git_repository* repo, const CommitId& commit) {
  const fs::path folder = git_repository_commondir(repo), ref = folder / kPendingRef,
                 draft = folder / "ai-memory-pending";
  fs::create_directories(ref.parent_path());
  const FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.open()) throw_errno(draft.string());
  write_all(file.get(), commit + "\n", draft.string());
  if (::fsync(file.get()) != 0 || ::rename(draft.c_str(), ref.c_str()) != 0) throw_errno(ref.string());
}

void clear_pending(git_repository* repo) {
  const fs::path ref = fs::path(git_repository_commondir(repo)) / kPendingRef;
  if (::unlink(ref.c_str()) != 0 && errno != ENOENT) throw_errno(ref.string());
  // `git gc` may have packed it in the meantime, or be at it.
  constexpr int kPatienceSecs = 1;
  int code = 0;
  const bool gone = wait_for(kPatienceSecs, [&] {
    code = git::ref_target(repo, kPendingRef) ? git_reference_remove(repo, kPendingRef) : 0;
    return code >= 0;
  });
  if (gone) return;
  // The packed one cannot go now. A commit that the branch has, laid over it, leaves nothing to be finished.
  const CommitId head = git::head_commit(repo);
  if (head.empty()) git::check(code, kPendingRef);
  set_pending(repo, head);
}

std::string commit_message(const Changeset& set, const std::vector<std::string>& without) {
  std::string message = one_line(set.subject);
  // Its count was made beforehand.
  if (!without.empty()) message += ", " + std::to_string(without.size()) + " left alone";
  message += "\n";
  std::string lines;
  for (const Change& change : set.changes) {
    const std::string& path = change.path.str();
    if (change.reason.empty() || std::find(without.begin(), without.end(), path) != without.end()) continue;
    lines += "- " + one_line(path) + ": " + one_line(change.reason) + "\n";
  }
  if (!lines.empty()) message += "\n" + lines;
  std::string trailers;
  if (!set.run.empty()) trailers += "Ai-Memory-Run: " + one_line(set.run) + "\n";
  if (!set.pass.empty()) trailers += "Ai-Memory-Pass: " + one_line(set.pass) + "\n";
  if (!set.source.empty()) trailers += "Ai-Memory-Source: " + one_line(set.source) + "\n";
  if (!trailers.empty()) message += "\n" + trailers;
  return message;
}

std::string repository_state(git_repository* repo) {
  return git::head_commit(repo) + " " + file_identity(git::index_file(repo)) + " " + git::blocked_by(repo);
}

// git takes these for "all pages removed and that staged".
void require_index(git_repository* repo) {
  const fs::path file = git::index_file(repo);
  std::error_code none;
  const auto size = fs::file_size(file, none);
  if ((!none && size > 0) || git::head_commit(repo).empty()) return;
  throw Error(ErrorKind::failed, file.string() + (none ? ": is missing" : ": cannot be read: has no bytes"),
              kMendIndex);
}

git::Index read_index(git_repository* repo) {
  require_index(repo);
  const fs::path file = git::index_file(repo);
  git_index* raw = nullptr;
  const int code = git::read_settled_index([&] { return git_index_open(&raw, file.c_str()); });
  git::Index index(raw);
  if (code >= 0) return index;
  const std::string cause = git_error_last() ? git_error_last()->message : "";
  if (cause.find("extension") == std::string::npos)
    throw Error(ErrorKind::failed, file.string() + ": cannot be read: " + cause, kMendIndex);
  throw Error(ErrorKind::conflict, file.string() + ": cannot be read: " + cause,
              "if it is a split or sparse index: git update-index --no-split-index; git sparse-checkout reapply "
              "--no-sparse-index");
}

bool is_left_out(const git_index_entry& entry) {
  return (entry.flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) || (entry.flags & GIT_INDEX_ENTRY_VALID);
}

CommitId parent_of(git_repository* repo, const CommitId& commit) {
  const git::Commit object = git::commit(repo, commit);
  return git_commit_parentcount(object.get()) ? git::hex(*git_commit_parent_id(object.get(), 0)) : CommitId();
}

std::vector<TreeChange> tree_changes(git_repository* repo, const CommitId& before, const CommitId& after) {
  const git::Tree old_tree = git::tree_of(repo, before), new_tree = git::tree_of(repo, after);
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  options.flags = GIT_DIFF_INCLUDE_TYPECHANGE;
  const git::Diff diff =
      git::make<git::Diff>("diff", git_diff_tree_to_tree, repo, old_tree.get(), new_tree.get(), &options);
  std::vector<TreeChange> changes;
  for (std::size_t i = 0; i < git_diff_num_deltas(diff.get()); ++i) {
    const git_diff_delta* delta = git_diff_get_delta(diff.get(), i);
    const auto side = [](const git_diff_file& file) {
      const bool is_file = file.mode == GIT_FILEMODE_BLOB || file.mode == GIT_FILEMODE_BLOB_EXECUTABLE;
      return is_file && !git_oid_is_zero(&file.id) ? git::hex(file.id) : BlobId();
    };
    TreeChange change{delta->new_file.path, side(delta->old_file), side(delta->new_file)};
    if (change.before != change.after) changes.push_back(std::move(change));
  }
  return changes;
}

void publish(Wiki::Impl& wiki, IndexLock& lock, const CommitId& old_tip, const CommitId& tip,
             const std::set<std::string>& paths, const std::string& subject) {
  const fs::path draft = draft_index(wiki, tip, paths);
  lock.stage(draft);
  if (old_tip != tip) move_branch(wiki, old_tip, tip, subject);
  lock.publish();
}

}  // namespace ai_memory
