#include "wiki/repair.hh"

#include <algorithm>
#include <fcntl.h>
#include <functional>
#include <sstream>
#include <unistd.h>

#include "wiki/commit_steps.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

bool is_id(std::string_view text) {
  return text.size() == GIT_OID_HEXSZ && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string read_file(const fs::path& file) {
  const FileDescriptor handle(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  return handle.open() ? read_all(handle.get(), file.string()) : std::string();
}

// As git writes a ref: a lock file, which is whole from its first instant, then a rename. One with just this text is of
// a repair that was killed.
void write_ref(const fs::path& git, const fs::path& file, const std::string& text) {
  const fs::path draft = git / "ai-memory-ref", lock = file.string() + ".lock";
  const FileDescriptor handle(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!handle.open()) throw_errno(draft.string());
  write_all(handle.get(), text, draft.string());
  if (::fsync(handle.get()) != 0) throw_errno(draft.string());
  if (read_file(lock) == text) fs::remove(lock);
  if (::renameat2(AT_FDCWD, draft.c_str(), AT_FDCWD, lock.c_str(), RENAME_NOREPLACE) != 0) throw_errno(lock.string());
  fs::rename(lock, file);
}

// A comment, a ref, or what the tag of the line before points at.
bool is_packed_ref(const std::string& line) {
  if (line.starts_with("# ")) return true;
  if (line.starts_with("^")) return is_id(line.substr(1));
  return is_id(line.substr(0, GIT_OID_HEXSZ)) && line.substr(GIT_OID_HEXSZ).starts_with(" refs/");
}

std::string short_id(const std::string& id) { return id.substr(0, 10); }

class Repair {
 public:
  Repair(const fs::path& home, std::string stamp)
      : root_(home / "wiki"), git_(root_ / ".git"), stamp_(std::move(stamp)) {}

  std::vector<std::string> run(bool act) {
    act_ = act;
    std::error_code none;
    if (!fs::is_directory(git_, none)) return {};  // none there, or one whose files lie elsewhere: not ours to mend
    mend_head();
    mend_packed_refs();
    mend_objects();
    mend_branch();
    mend_pending();
    mend_index();
    return std::move(steps_);
  }

 private:
  void step(const std::string& text, const std::function<void()>& act) {
    if (act_) act();
    steps_.push_back(text);
  }

  // Out of git's sight; the same file twice gets another name.
  fs::path name_aside(const fs::path& file) const {
    const fs::path folder = git_ / "ai-memory-damaged";
    fs::create_directories(folder);
    std::string name = file.lexically_relative(git_).string() + "-" + stamp_;
    std::replace(name.begin(), name.end(), '/', '-');
    fs::path aside = folder / name;
    for (int n = 2; fs::exists(aside); ++n) aside = folder / (name + "-" + std::to_string(n));
    return aside;
  }

  void set_aside(const fs::path& file) { fs::rename(file, name_aside(file)); }

  // Of what is then replaced: until it is, the damaged file must be there to be seen.
  void keep_copy(const fs::path& file) {
    std::error_code none;
    if (fs::exists(file, none)) copy_bytes(file, name_aside(file));
  }

  // Not by way of the repository, which does not open while HEAD is broken.
  bool has_commit(const std::string& id) const {
    const git::Odb odb = git::make<git::Odb>("object database", git_odb_open, (git_ / "objects").c_str());
    const git_oid raw = git::oid(id);
    git_odb_object* object = nullptr;
    const bool found = git_odb_read(&object, odb.get(), &raw) == 0 && git_odb_object_type(object) == GIT_OBJECT_COMMIT;
    git_odb_object_free(object);
    return found;
  }

  void mend_head();
  void mend_packed_refs();
  void mend_objects();
  void restore_blobs(const std::vector<std::string>& ids);
  void restore_trees();
  void mend_branch();
  void mend_pending();
  void mend_index();

  fs::path root_, git_;
  std::string stamp_;
  bool act_ = false;
  std::string branch_;  // on which HEAD stands, or must; empty: none
  std::vector<std::string> steps_;
};

void Repair::mend_head() {
  const fs::path head = git_ / "HEAD";
  const std::string text = read_file(head), line = text.substr(0, text.find('\n'));
  constexpr std::string_view kRef = "ref: ";
  if (line.starts_with("ref: refs/")) branch_ = line.substr(kRef.size());
  if (!branch_.empty() || is_id(line)) return;
  std::error_code none;
  std::vector<std::string> branches;
  for (const auto& entry : fs::directory_iterator(git_ / "refs/heads", none))
    if (entry.is_regular_file(none)) branches.push_back(entry.path().filename().string());
  if (branches.size() > 1 && std::find(branches.begin(), branches.end(), "main") != branches.end()) branches = {"main"};
  if (branches.size() != 1) return;
  branch_ = "refs/heads/" + branches[0];
  step("point HEAD, which says nothing, at the branch " + branches[0], [&] {
    keep_copy(head);
    write_ref(git_, head, "ref: " + branch_ + "\n");
  });
}

void Repair::mend_packed_refs() {
  const fs::path file = git_ / "packed-refs";
  std::string good;
  std::size_t kept = 0, bad = 0;
  std::istringstream lines(read_file(file));
  for (std::string line; std::getline(lines, line);) {
    const bool fine = is_packed_ref(line);
    if (fine) good += line + "\n";
    kept += fine && !line.starts_with("#");
    bad += !fine;
  }
  if (bad == 0) return;
  step("set packed-refs aside, and keep the " + std::to_string(kept) + " of its lines that can be read", [&] {
    keep_copy(file);
    write_ref(git_, file, good);
  });
}

void Repair::mend_objects() {
  std::vector<std::string> ids;
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& folder : fs::directory_iterator(git_ / "objects", none)) {
    const std::string start = folder.path().filename().string();
    if (start.size() != 2) continue;
    for (const auto& entry : fs::directory_iterator(folder.path(), none)) {
      const std::string id = start + entry.path().filename().string();
      if (!is_id(id) || entry.file_size(none) != 0) continue;
      ids.push_back(id);
      files.push_back(entry.path());
    }
  }
  if (ids.empty()) return;
  step("set aside " + std::to_string(ids.size()) + (ids.size() == 1 ? " empty object" : " empty objects") +
           " of git, and write back those that the pages on disk and git's index still hold",
       [&] {
         for (const fs::path& file : files) set_aside(file);
         restore_blobs(ids);
         restore_trees();
       });
}

void Repair::restore_blobs(const std::vector<std::string>& ids) {
  const git::Repository repo = git::open_repository(root_);
  const WorkTree tree(root_);
  std::vector<std::string> paths = {"README.md", ".gitattributes"};
  for (const PageFile& file : tree.scan()) paths.push_back(file.path.str());
  for (const std::string& path : paths) {
    const auto disk = tree.read(path);
    if (!disk) continue;
    for (const std::string& bytes : {*disk, git::to_repository(repo.get(), path, *disk)}) {
      git_oid id;
      if (std::find(ids.begin(), ids.end(), blob_id(bytes)) == ids.end()) continue;
      git::check(git_blob_create_from_buffer(&id, repo.get(), bytes.data(), bytes.size()), path);
    }
  }
}

// The index holds every path of HEAD, so its trees are HEAD's unless something is staged; writing them harms nothing.
void Repair::restore_trees() {
  const git::Repository repo = git::open_repository(root_);
  git_index* raw = nullptr;
  git_oid id;
  const int code = git_index_open(&raw, git::index_file(repo.get()).c_str());
  const git::Index index(raw);
  if (code == 0) (void)git_index_write_tree_to(&id, index.get(), repo.get());  // fails where a text is still missing
}

void Repair::mend_branch() {
  if (branch_.empty()) return;
  const fs::path file = git_ / branch_;
  std::error_code none;
  const bool there = fs::is_regular_file(file, none);
  if (!there &&
      (fs::exists(file, none) || read_file(git_ / "packed-refs").find(" " + branch_ + "\n") != std::string::npos))
    return;
  const std::string tip = read_file(file).substr(0, GIT_OID_HEXSZ);
  if (is_id(tip) && has_commit(tip)) return;
  // Each line of the log: the commit before, the commit after, who, when, why.
  std::vector<std::string> commits;
  std::istringstream log(read_file(git_ / "logs" / branch_));
  for (std::string line; std::getline(log, line);)
    if (line.size() > 2 * GIT_OID_HEXSZ) commits.push_back(line.substr(GIT_OID_HEXSZ + 1, GIT_OID_HEXSZ));
  const auto good = std::find_if(commits.rbegin(), commits.rend(),
                                 [this](const std::string& id) { return is_id(id) && has_commit(id); });
  if (good == commits.rend()) return;
  step("set " + branch_ + " to commit " + short_id(*good) + ", the newest of its log that can be read (it " +
           (!there        ? "is missing"
            : tip.empty() ? "says nothing"
                          : "says " + (is_id(tip) ? short_id(tip) : "nonsense")) +
           "); what the pages say beyond that stays on disk and is staged: `git commit` in the wiki keeps it",
       [&] {
         keep_copy(file);
         fs::create_directories(file.parent_path());
         write_ref(git_, file, *good + "\n");
       });
}

// Without it, what a killed command had begun is an edit by hand: its files are there.
void Repair::mend_pending() {
  const fs::path file = git_ / kPendingRef;
  std::error_code none;
  if (!fs::is_regular_file(file, none)) return;
  const std::string text = read_file(file);
  if (is_id(text.substr(0, text.find('\n')))) return;
  step("set aside " + std::string(kPendingRef) + ", which says nothing", [&] { set_aside(file); });
}

void Repair::mend_index() {
  const fs::path file = git_ / "index";
  git_index* raw = nullptr;
  std::error_code none;
  const bool there = fs::exists(file, none);
  if (!there && !fs::exists(git_ / branch_, none)) return;  // nothing committed yet
  git::start();
  const int code = git_index_open(&raw, file.c_str());
  const git::Index broken(raw);
  const std::string cause = git_error_last() ? git_error_last()->message : "";
  // A split or sparse one is git's own.
  if (there && (code == 0 || cause.find("extension") != std::string::npos)) return;
  step(there ? "set git's index aside, which cannot be read, and make it anew from HEAD"
             : "make git's index, which is missing, anew from HEAD",
       [&] {
         keep_copy(file);
         const fs::path draft = file.string() + ".ai-memory-new";
         fs::remove(draft);
         const git::Repository repo = git::open_repository(root_);
         const auto index = git::make<git::Index>("git index", git_index_open, draft.c_str());
         const git::Tree tree = git::tree_of(repo.get(), git::head_commit(repo.get()));
         if (tree) git::check(git_index_read_tree(index.get(), tree.get()), "git index");
         git::check(git_index_write(index.get()), "write git index");
         fs::rename(draft, file);
       });
}

}  // namespace

std::vector<std::string> plan_repair(const fs::path& home) {
  git::start();
  return Repair(home, {}).run(false);
}

std::vector<std::string> repair_wiki(const fs::path& home, Timestamp now) {
  git::start();
  const fs::path git = home / "wiki/.git";
  std::string stamp = format_time(now);
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  const FileLock writer(git / "ai-memory.lock", 0, "the wiki is being written to");
  if (fs::exists(git / "index.lock"))
    throw Error(ErrorKind::conflict, (git / "index.lock").string() + ": git's index is locked",
                "a git program may be at work; if none is, delete that file");
  return Repair(home, stamp).run(true);
}

}  // namespace ai_memory
