#include "wiki/health.hh"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <set>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "wiki/commit_steps.hh"
#include "wiki/object_check.hh"
#include "wiki/pack.hh"
#include "wiki/pack_index.hh"
#include "wiki/reachable.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;
using Level = Finding::Level;

constexpr std::uintmax_t kLittleSpace = 200ull << 20;
constexpr std::size_t kNamed = 5;  // faults of one sort that are named one by one
constexpr std::size_t kManyPacks = 50;

// Files that may be empty: those of git that say something by being there, and what was being written.
bool may_be_empty(const fs::path& file) {
  const std::string kind = file.extension().string();
  return kind == ".promisor" || kind == ".keep" || kind == ".lock" ||
         file.filename().string().find("_git2_") != std::string::npos;
}

std::string plural(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

// Empty if the file has fewer bytes.
std::string tail_of(const fs::path& file, std::size_t count) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  std::string bytes(count, '\0');
  if (!in || in.tellg() < static_cast<std::streamoff>(count)) return {};
  in.seekg(-static_cast<std::streamoff>(count), std::ios::end);
  in.read(bytes.data(), static_cast<std::streamsize>(count));
  return in ? bytes : std::string();
}

// Of a state that git::blocked_by tells.
std::string way_out(const std::string& state) {
  for (const char* work : {"merge", "revert", "cherry-pick", "rebase", "am"})
    if (state.find(std::string(work) + " is in progress") != std::string::npos)
      return "finish it with git, or call it off: `git " + std::string(work) + " --abort`";
  if (state.find("bisect") != std::string::npos) return "`git bisect reset` ends it";
  return "`git switch main`, or another branch, ends it";
}

class Examination {
 public:
  Examination(const fs::path& home, Timestamp now, bool every_object)
      : home_(home), root_(home / "wiki"), now_(now), every_object_(every_object) {}

  std::vector<Finding> run() {
    if (!look_at_folders()) return std::move(found_);
    look_at_file_system();
    look_for_empty_files();
    look_for_locks();
    look_at_packs();
    if (open()) {
      attempt("HEAD", [this] { look_at_head(); });
      attempt("git index", [this] { look_at_index(); });
      attempt("interrupted work", [this] { look_for_interrupted_work(); });
      attempt("git objects", [this] { look_for_leftovers(); });
      attempt("git objects", [this] { look_at_objects(); });
      attempt("git identity", [this] { look_at_identity(); });
    }
    return std::move(found_);
  }

 private:
  void add(Level level, const std::string& what, const std::string& cause, const std::string& hint = {}) {
    found_.push_back({level, what, cause, hint});
  }

  // One broken part must not hide the others.
  template <class Look>
  void attempt(const std::string& what, const Look& look) {
    try {
      look();
    } catch (const Error& error) {
      add(Level::fault, what, error.what(), error.hint());
    } catch (const fs::filesystem_error& error) {
      add(Level::fault, what, error.what());
    }
  }

  bool look_at_folders();
  void look_at_file_system();
  void look_for_empty_files();
  void look_for_locks();
  void look_at_packs();
  bool open();
  void look_at_head();
  void look_at_index();
  void look_for_interrupted_work();
  void look_for_leftovers();
  void look_at_objects();
  std::size_t look_for_missing(const std::set<std::string>& told, const std::vector<git_oid>& broken);
  void look_at_identity();
  std::set<std::string> look_at_objects_of_head();
  fs::path objects() const { return fs::path(git_repository_commondir(repo_.get())) / "objects"; }
  fs::path own_file(const std::string& id) const;

  fs::path home_, root_;
  Timestamp now_;
  bool every_object_;
  bool pack_is_broken_ = false;
  std::string readable_head_;
  git::Repository repo_;
  std::vector<Finding> found_;
};

bool Examination::look_at_folders() {
  std::error_code none;
  if (!fs::exists(root_, none)) {
    add(Level::fault, root_.string(), "there is no wiki", "`ai-memory init` makes one; --home names another place");
    return false;
  }
  if (!fs::exists(root_ / ".git", none)) {
    add(Level::fault, root_.string(), "is no git repository: .git is missing",
        "bring .git back from a backup or a clone; do not run `init` over pages whose history you want");
    return false;
  }
  for (const fs::path& folder : {root_, home_ / "state"}) {
    if (!fs::exists(folder, none)) continue;
    if (::access(folder.c_str(), R_OK | X_OK) != 0)
      add(Level::fault, folder.string(), "cannot be read", "check its owner and permissions");
    else if (::access(folder.c_str(), W_OK) != 0)
      add(Level::warning, folder.string(), "is read-only: pages can be read, not written");
  }
  return true;
}

// What the file system under the wiki cannot do, or has no room for.
void Examination::look_at_file_system() {
  struct statvfs info {};
  if (::statvfs(root_.c_str(), &info) == 0) {
    const std::uintmax_t left = std::uintmax_t{info.f_bavail} * info.f_frsize;
    if (left < kLittleSpace)
      add(Level::warning, root_.string(), "only " + std::to_string(left >> 20) + " MB are free on its disk",
          "a write that finds no room fails and changes nothing, but make some soon");
  }
  const fs::path one = root_ / ".git/ai-memory-probe-1", two = root_ / ".git/ai-memory-probe-2";
  const auto make = [](const fs::path& file) {
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0) ::close(fd);
    return fd >= 0;
  };
  if (make(one) && make(two) && ::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, two.c_str(), RENAME_EXCHANGE) != 0 &&
      (errno == EINVAL || errno == ENOSYS))
    add(Level::note, root_.string(), "its file system cannot exchange two files in one step",
        "an editor that saves a page in the very instant in which ai-memory replaces it may be overtaken");
  ::unlink(one.c_str());
  ::unlink(two.c_str());
}

// A crash of the machine leaves files of no bytes, on which git gives up with a word that names none of them.
void Examination::look_for_empty_files() {
  std::vector<fs::path> empty;
  const fs::path git = root_ / ".git";
  const auto look = [&empty](const fs::path& file) {
    std::error_code none;
    if (fs::is_regular_file(file, none) && fs::file_size(file, none) == 0) empty.push_back(file);
  };
  look(git / "HEAD");
  std::error_code none;
  for (const char* folder : {"refs", "objects"})
    for (fs::recursive_directory_iterator at(git / folder, none), end; !none && at != end; at.increment(none))
      if (!may_be_empty(at->path())) look(at->path());
  std::sort(empty.begin(), empty.end());
  for (std::size_t i = 0; i < empty.size() && i < kNamed; ++i) {
    const std::string path = empty[i].lexically_relative(git).string();
    add(Level::fault, empty[i].string(), "has no bytes: cut off by a crash or a full disk",
        path.starts_with("objects")
            ? "`ai-memory doctor --repair` writes it anew if a page or git's index still has its bytes; else `git "
              "fetch` "
              "from a clone or a backup"
            : "the last good commit is in the last line of .git/logs/" + path + "; `git update-ref " + path +
                  " COMMIT` writes it back, after the empty file is moved away");
  }
  if (empty.size() > kNamed) add(Level::fault, "git", "and " + plural(empty.size() - kNamed, "more file") + " like it");
}

// What git holds for moments only. The index's lock is looked at with the index.
void Examination::look_for_locks() {
  const fs::path git = root_ / ".git";
  std::vector<fs::path> locks;
  std::error_code none;
  for (const char* name : {"HEAD.lock", "packed-refs.lock", "config.lock", "shallow.lock"})
    if (fs::exists(git / name, none)) locks.push_back(git / name);
  for (fs::recursive_directory_iterator at(git / "refs", none), end; !none && at != end; at.increment(none))
    if (at->path().extension() == ".lock") locks.push_back(at->path());
  std::sort(locks.begin(), locks.end());
  for (const fs::path& lock : locks)
    if (struct stat info{}; ::lstat(lock.c_str(), &info) == 0)
      add(Level::warning, lock.string(),
          "a lock file of git, there since " + format_time(Timestamp{std::chrono::seconds(info.st_mtim.tv_sec)}),
          "a git program may be at work; if none is, delete that file");
}

// libgit2 passes over a broken pack, and then only says that objects are missing.
void Examination::look_at_packs() {
  std::error_code none;
  std::vector<fs::path> packs;
  for (const auto& entry : fs::directory_iterator(root_ / ".git/objects/pack", none))
    if (entry.path().extension() == ".pack") packs.push_back(entry.path());
  std::sort(packs.begin(), packs.end());
  for (const fs::path& pack : packs) {
    fs::path index = pack;
    index.replace_extension(".idx");
    const bool indexed = is_sound_pack_index(index);
    const std::string sum = tail_of(pack, GIT_OID_RAWSZ), sums = tail_of(index, 2 * GIT_OID_RAWSZ);
    if (indexed && !sum.empty() && sums.starts_with(sum)) continue;
    if (!fs::exists(pack, none)) continue;  // git joined it with others just now
    pack_is_broken_ = true;
    if (!indexed && is_sound_pack(pack))
      add(Level::fault, index.string(), fs::exists(index, none) ? "is damaged" : "is missing",
          "`ai-memory doctor --repair` makes it anew from the pack, which is sound (so does git -C " + root_.string() +
              " index-pack " + pack.string() + ")");
    else
      add(Level::fault, pack.string(), "is cut off or damaged, and with it all that is in it",
          "copy that file from a backup, or fetch from a clone: git -C " + root_.string() + " fetch --refetch REMOTE");
  }
}

bool Examination::open() {
  try {
    repo_ = git::open_repository(root_);
    return true;
  } catch (const Error& error) {
    add(Level::fault, "git repository", error.what(), error.hint());
    return false;
  }
}

void Examination::look_at_head() {
  const std::string blocked = git::blocked_by(repo_.get());
  if (blocked.find("is missing") != std::string::npos)
    add(Level::fault, "git repository", blocked, "`ai-memory doctor --repair` sets it to the newest of them");
  else if (!blocked.empty())
    add(Level::warning, "git repository", blocked + ": pages can be read, and nothing is committed until it ends",
        way_out(blocked));
  const CommitId head = git::head_commit(repo_.get());
  if (head.empty() && !blocked.empty()) return;
  if (head.empty())
    return add(Level::warning, "HEAD", "the branch has no commit yet", "the first command that writes makes one");
  const auto commit = object_reader(objects())(head);
  if (commit && commit->type == GIT_OBJECT_COMMIT) {
    readable_head_ = head;
    return add(Level::good, "git repository", root_.string() + ", at commit " + head.substr(0, 10));
  }
  std::error_code none;
  const bool there = fs::exists(own_file(head), none);
  add(Level::fault, "HEAD",
      "names commit " + head.substr(0, 10) +
          (there ? ", which is damaged: " + own_file(head).string() : ", which the repository does not have"),
      pack_is_broken_
          ? "it may be in the pack that is damaged: mend that first"
          : "`git fetch` from a clone or a backup that has it; in a partial clone, `git fetch --refetch --no-filter`; "
            "the last good commit may be in .git/logs/HEAD");
}

void Examination::look_at_index() {
  read_index(repo_.get());
  const std::string lock = git::index_file(repo_.get()).string() + ".lock";
  struct stat info {};
  if (::lstat(lock.c_str(), &info) != 0) return;
  const auto writer = FileLock::try_lock(git::lock_file(repo_.get()));
  if (!writer) return add(Level::note, lock, "another ai-memory is writing just now");
  if (IndexLock::is_stale(git::index_file(repo_.get()), *writer))
    return add(Level::note, lock, "left by a command of ours that was killed",
               "the next command that writes clears it");
  add(Level::warning, lock,
      "git's index is locked, since " + format_time(Timestamp{std::chrono::seconds(info.st_mtim.tv_sec)}),
      "a git program may be at work; if none is, delete that file");
}

void Examination::look_for_interrupted_work() {
  if (git::ref_target(repo_.get(), kPendingRef))
    add(Level::warning, "interrupted command", "a commit that was begun is not in place yet",
        "the next command that writes finishes it");
  const std::string kept = "refs/ai-memory/kept/";
  git_reference_iterator* raw = nullptr;
  git::check(git_reference_iterator_glob_new(&raw, repo_.get(), (kept + "*").c_str()), "refs");
  const git::Handle<git_reference_iterator, git_reference_iterator_free> refs(raw);
  for (const char* name = nullptr; git_reference_next_name(&name, refs.get()) == 0;)
    add(Level::warning, name, "text of a killed command that could not be joined to the branch",
        "look at it with `git show " + std::string(name) + "`; `git update-ref -d` lets it go");
}

void Examination::look_for_leftovers() {
  const fs::path git = git_repository_commondir(repo_.get());
  const auto files = left_temporaries(git / "objects");
  if (files.empty() || ::access(git.c_str(), W_OK) != 0) return;
  const auto writer = FileLock::try_lock(git::lock_file(repo_.get()));
  const auto packer = FileLock::try_lock(git / kMaintainLock);
  if (!writer || !packer) return;  // they may be at it
  add(Level::note, files.front().string(),
      (files.size() == 1 ? "" : "and " + plural(files.size() - 1, "more file") + ": ") +
          std::string("half-written by a killed command"),
      "`ai-memory maintain` removes them");
}

// Where the object lies if it has a file of its own; there may be none.
fs::path Examination::own_file(const std::string& id) const { return object_file(objects(), id); }

// Those that a command on a page of HEAD would fail at; the ids of what is wrong.
std::set<std::string> Examination::look_at_objects_of_head() {
  if (readable_head_.empty()) return {};
  const auto read = object_reader(objects());
  const auto all = lost_objects(read, readable_head_);
  for (std::size_t i = 0; i < all.size() && i < kNamed; ++i) {
    const LostObject& lost = all[i];
    const fs::path file = own_file(lost.id);
    std::error_code none;
    const bool there = fs::exists(file, none);
    const std::string thing = lost.is_folder ? "its list of what it holds" : "its committed text";
    add(Level::fault, lost.path.empty() ? "the folder of all pages" : lost.path,
        thing + (there ? " is damaged: " + file.string() : " is missing from the repository, or damaged in a pack"),
        "`ai-memory doctor --repair` writes it anew if a page or git's index still has its bytes; else `git fetch` "
        "from "
        "a clone or a backup that has it");
  }
  if (all.size() > kNamed) add(Level::fault, "git", "and " + plural(all.size() - kNamed, "more text") + " like it");
  std::set<std::string> ids;
  for (const LostObject& lost : all) ids.insert(lost.id);
  return ids;
}

// What history names and nobody has; a partial clone lacks texts by design.
std::size_t Examination::look_for_missing(const std::set<std::string>& told, const std::vector<git_oid>& broken) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(objects() / "pack", none))
    if (entry.path().extension() == ".promisor") return 0;
  std::set<std::string> known = told;
  for (const git_oid& id : broken) known.insert(git::hex(id));
  const auto missing = missing_objects(repo_.get(), known);
  for (std::size_t i = 0; i < missing.size() && i < kNamed; ++i)
    add(Level::fault, missing[i].what, "is missing from the repository (git object " + missing[i].id + ")",
        "bring it back from a clone (`git fetch`) or a backup");
  if (missing.size() > kNamed) add(Level::fault, "git", "and " + plural(missing.size() - kNamed, "more") + " like it");
  return missing.size();
}

void Examination::look_at_objects() {
  const git::Odb odb = git::make<git::Odb>("object database", git_odb_open, objects().c_str());
  const std::set<std::string> lost = look_at_objects_of_head();
  std::size_t faults = lost.size();
  struct Count {
    ReadObject read;
    std::size_t all = 0;
    std::vector<git_oid> broken;
  } count{object_reader(objects()), 0, {}};
  const auto visit = [](const git_oid* id, void* payload) {
    auto* counted = static_cast<Count*>(payload);
    ++counted->all;
    if (!counted->read(git::hex(*id))) counted->broken.push_back(*id);
    return 0;
  };
  if (every_object_) {
    git::check(git_odb_foreach(odb.get(), visit, &count), "objects");
    std::erase_if(count.broken, [&lost](const git_oid& id) { return lost.contains(git::hex(id)); });
    for (std::size_t i = 0; i < count.broken.size() && i < kNamed; ++i)
      add(Level::fault, "git object " + git::hex(count.broken[i]), "is damaged",
          "`git fsck` tells what it is; bring it back from a clone or a backup");
    faults += count.broken.size();
    faults += look_for_missing(lost, count.broken);
    if (faults == 0) add(Level::good, "git objects", plural(count.all, "object") + " read, all sound");
  }
  std::error_code none;
  std::size_t packs = 0;
  for (const auto& entry : fs::directory_iterator(objects() / "pack", none))
    packs += entry.path().extension() == ".pack";
  if (packs > kManyPacks)
    add(Level::note, "git packs", std::to_string(packs) + " of them", "`git gc` in the wiki joins them");
}

void Examination::look_at_identity() {
  const git::Signature user = git::user_signature(repo_.get(), now_);
  if (std::string_view(user->email) == "ai-memory@localhost")
    add(Level::note, "git identity", "git does not know who you are; your commits say \"ai-memory user\"",
        "git config --global user.name NAME; git config --global user.email ADDRESS");
}

}  // namespace

std::vector<Finding> examine_wiki(const fs::path& home, Timestamp now, bool every_object) {
  return Examination(home, now, every_object).run();
}

}  // namespace ai_memory
