#include "wiki/repair.hh"

#include <algorithm>
#include <fcntl.h>
#include <functional>
#include <git2/odb_backend.h>
#include <git2/sys/odb_backend.h>
#include <map>
#include <sstream>
#include <unistd.h>

#include "wiki/commit_steps.hh"
#include "wiki/object_sources.hh"
#include "wiki/pack_index.hh"

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

bool is_readable(const fs::path& path) { return ::access(path.c_str(), R_OK) == 0 || errno == ENOENT; }

// Rights that are missing are no damage: what they hide must not be taken for lost.
bool hides_objects(const fs::path& objects) {
  std::error_code none;
  if (!is_readable(objects) || !is_readable(objects / "pack")) return true;
  for (const auto& entry : fs::directory_iterator(objects / "pack", none))
    if (!is_readable(entry.path())) return true;
  return false;
}

// Objects of their own file, which has no bytes.
std::vector<std::string> empty_objects(const fs::path& objects) {
  std::vector<std::string> ids;
  std::error_code none;
  for (const auto& folder : fs::directory_iterator(objects, none)) {
    const std::string start = folder.path().filename().string();
    if (start.size() != 2) continue;
    for (const auto& entry : fs::directory_iterator(folder.path(), none)) {
      const std::string id = start + entry.path().filename().string();
      std::error_code gone;
      if (is_id(id) && entry.file_size(gone) == 0 && !gone) ids.push_back(id);
    }
  }
  return ids;
}

// An object database that writes into this folder, whatever else there is.
git::Odb open_draft(const fs::path& folder) {
  git::Odb odb = git::make<git::Odb>("object database", git_odb_new);
  git_odb_backend* backend = nullptr;
  git::check(git_odb_backend_loose(&backend, folder.c_str(), -1, 1, 0, 0), folder.string());
  git::check(git_odb_add_backend(odb.get(), backend, 1), folder.string());
  return odb;
}

std::string count_of(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? " object" : " objects") + " of git";
}

std::string short_id(const std::string& id) { return id.substr(0, 10); }

class Repair {
 public:
  Repair(const fs::path& home, std::string stamp)
      : root_(home / "wiki"),
        git_(root_ / ".git"),
        objects_(git_ / "objects"),
        draft_(git_ / "ai-memory-new"),
        stamp_(std::move(stamp)),
        sources_(root_) {}

  std::vector<std::string> run(bool act) {
    act_ = act;
    std::error_code none;
    if (!fs::is_directory(git_, none)) return {};  // none there, or one whose files lie elsewhere: not ours to mend
    if (!fs::is_directory(objects_, none) || hides_objects(objects_)) return {};
    mend_packs();
    if (!steps_.empty()) return std::move(steps_);  // what else is wrong can be seen only when the packs can be read
    read_ = object_reader(objects_);
    mend_head();
    mend_packed_refs();
    take_index_away();
    find_objects();
    write_objects();
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

  std::optional<ObjectBytes> read(const std::string& id) const {
    const auto made = made_.find(id);
    return made != made_.end() ? std::optional(made->second) : read_(id);
  }
  bool has_commit(const std::string& id) const {
    const auto object = read(id);
    return object && object->type == GIT_OBJECT_COMMIT;
  }

  void mend_packs();
  void mend_head();
  void mend_packed_refs();
  void take_index_away();
  std::vector<std::string> known_tips() const;
  void find_objects();
  bool find_objects_of(const std::string& commit);
  bool make(const std::string& id);
  void write_objects();
  void write_object(git_odb* draft, const std::string& id, const ObjectBytes& object);
  void mend_branch();
  void mend_pending();
  void mend_index();

  fs::path root_, git_, objects_, draft_;
  std::string stamp_;
  bool act_ = false;
  ReadObject read_;
  ObjectSources sources_;
  std::string branch_;                       // on which HEAD stands, or must; empty: none
  std::string detached_;                     // the commit that HEAD names instead
  std::string tip_;                          // the commit that is to be HEAD; empty: none can be read
  bool whole_ = false;                       // all its folders can be read
  bool index_is_gone_ = false;               // set aside just now
  std::map<std::string, ObjectBytes> made_;  // lost objects whose bytes were found
  std::vector<std::string> steps_;
};

void Repair::mend_packs() {
  for (const fs::path& pack : packs_without_index(objects_)) {
    if (!is_sound_pack(pack)) continue;
    const fs::path index = fs::path(pack).replace_extension(".idx");
    step("make " + index.filename().string() + ", the damaged or missing index of a pack of git, anew from the pack",
         [&] {
           keep_copy(index);
           fs::remove_all(draft_);
           make_pack_index(pack, draft_);
         });
  }
}

// To which branch HEAD was last switched, as its log says; empty if that does not tell, or the branch is gone.
std::string last_branch(const fs::path& git) {
  constexpr std::string_view kMoving = "\tcheckout: moving from ", kTo = " to ";
  std::string branch;
  std::istringstream lines(read_file(git / "logs/HEAD"));
  for (std::string line; std::getline(lines, line);)
    if (line.find(kMoving) != std::string::npos) branch = line.substr(line.rfind(kTo) + kTo.size());
  std::error_code none;
  return fs::is_regular_file(git / "refs/heads" / branch, none) ? branch : std::string();
}

void Repair::mend_head() {
  const fs::path head = git_ / "HEAD";
  std::error_code none;
  const bool folder = fs::is_directory(head, none);
  const std::string text = folder ? "" : read_file(head), line = text.substr(0, text.find('\n'));
  constexpr std::string_view kRef = "ref: ";
  if (line.starts_with("ref: refs/")) branch_ = line.substr(kRef.size());
  if (is_id(line)) detached_ = line;
  if (!branch_.empty() || is_id(line)) return;
  std::vector<std::string> branches;
  for (const auto& entry : fs::directory_iterator(git_ / "refs/heads", none))
    if (entry.is_regular_file(none)) branches.push_back(entry.path().filename().string());
  if (branches.size() > 1 && std::find(branches.begin(), branches.end(), "main") != branches.end()) branches = {"main"};
  if (const std::string last = last_branch(git_); !last.empty()) branches = {last};
  if (branches.size() != 1) return;
  branch_ = "refs/heads/" + branches[0];
  step("point HEAD, which says nothing, at the branch " + branches[0], [&] {
    folder ? set_aside(head) : keep_copy(head);
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

// An index that cannot be read is of no use to anyone, and in the way of what reads the repository.
void Repair::take_index_away() {
  const fs::path file = git_ / "index";
  git_index* raw = nullptr;
  std::error_code none;
  if (!fs::exists(file, none) || !is_readable(file)) return;
  const int code = git_index_open(&raw, file.c_str());
  const git::Index broken(raw);
  const std::string cause = git_error_last() ? git_error_last()->message : "";
  // A split or sparse one is git's own.
  if (code == 0 || cause.find("extension") != std::string::npos) return;
  index_is_gone_ = true;
  step("set git's index aside, which cannot be read, and make it anew from HEAD", [&] { set_aside(file); });
}

// What HEAD names, then what the log of its branch says, newest first.
std::vector<std::string> Repair::known_tips() const {
  if (!detached_.empty()) return {detached_};
  if (branch_.empty()) return {};
  std::vector<std::string> log, tips;
  // Each line of the log: the commit before, the commit after, who, when, why.
  std::istringstream lines(read_file(git_ / "logs" / branch_));
  for (std::string line; std::getline(lines, line);)
    if (line.size() > 2 * GIT_OID_HEXSZ) log.push_back(line.substr(GIT_OID_HEXSZ + 1, GIT_OID_HEXSZ));
  std::error_code none;
  const fs::path file = git_ / branch_;
  const std::string packed = read_file(git_ / "packed-refs");
  const std::size_t at = packed.find(" " + branch_ + "\n");
  if (fs::is_regular_file(file, none))
    tips.push_back(read_file(file).substr(0, GIT_OID_HEXSZ));
  else if (fs::exists(file, none))
    return {};
  else if (at != std::string::npos && at >= GIT_OID_HEXSZ)
    return {packed.substr(at - GIT_OID_HEXSZ, GIT_OID_HEXSZ)};
  tips.insert(tips.end(), log.rbegin(), log.rend());
  std::erase_if(tips, [](const std::string& id) { return !is_id(id); });
  return tips;
}

void Repair::find_objects() {
  for (const std::string& id : empty_objects(objects_)) make(id);
  // Folders that a broken pack holds may come back with it.
  const bool may_come_back = !packs_without_index(objects_).empty();
  for (const std::string& tip : known_tips()) {
    if (!has_commit(tip)) continue;
    if (tip_.empty()) tip_ = tip;
    whole_ = find_objects_of(tip);
    if (whole_) tip_ = tip;
    if (whole_ || may_come_back) break;
  }
}

// True if all its folders can be read then. A folder that is made anew may name more that is lost.
bool Repair::find_objects_of(const std::string& commit) {
  for (bool more = true; more;) {
    more = false;
    bool whole = true;
    for (const LostObject& lost : lost_objects([this](const std::string& id) { return read(id); }, commit)) {
      const bool made = make(lost.id);
      more = more || (made && lost.is_folder);
      whole = whole && (made || !lost.is_folder);
    }
    if (!more) return whole;
  }
  return false;
}

bool Repair::make(const std::string& id) {
  if (made_.contains(id)) return false;
  if (!is_readable(object_file(objects_, id))) return false;
  auto object = sources_.find(id);
  if (!object) return false;
  made_.emplace(id, std::move(*object));
  return true;
}

void Repair::write_objects() {
  if (!made_.empty())
    step("write " + count_of(made_.size(), "lost or damaged") +
             " anew, which the pages on disk and git's index still hold",
         [&] {
           fs::remove_all(draft_);
           fs::create_directories(draft_);
           const git::Odb draft = open_draft(draft_);
           for (const auto& [id, object] : made_) write_object(draft.get(), id, object);
           fs::remove_all(draft_);
         });
  std::vector<std::string> hopeless;
  for (const std::string& id : empty_objects(objects_))
    if (!made_.contains(id)) hopeless.push_back(id);
  if (hopeless.empty()) return;
  step("set aside " + count_of(hopeless.size(), "empty") + ", which no page here can fill", [&] {
    for (const std::string& id : hopeless) set_aside(object_file(objects_, id));
  });
}

// Over the damaged one in one step: killed at any moment, the repair can be done again.
void Repair::write_object(git_odb* draft, const std::string& id, const ObjectBytes& object) {
  git_oid written;
  git::check(git_odb_write(&written, draft, object.bytes.data(), object.bytes.size(), object.type), "git object");
  const fs::path file = object_file(objects_, id);
  keep_copy(file);
  fs::create_directories(file.parent_path());
  fs::rename(object_file(draft_, id), file);
}

void Repair::mend_branch() {
  if (branch_.empty() || tip_.empty()) return;
  const fs::path file = git_ / branch_;
  std::error_code none;
  const bool there = fs::is_regular_file(file, none);
  if (!there &&
      (fs::exists(file, none) || read_file(git_ / "packed-refs").find(" " + branch_ + "\n") != std::string::npos))
    return;
  const std::string tip = read_file(file).substr(0, GIT_OID_HEXSZ);
  if (tip == tip_) return;
  step("set " + branch_ + " to commit " + short_id(tip_) + ", the newest of its log that can be read (it " +
           (!there        ? "is missing"
            : tip.empty() ? "says nothing"
                          : "says " + (is_id(tip) ? short_id(tip) : "nonsense")) +
           "); what the pages say beyond that stays on disk and is staged: `git commit` in the wiki keeps it",
       [&] {
         keep_copy(file);
         fs::create_directories(file.parent_path());
         write_ref(git_, file, tip_ + "\n");
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
  std::error_code none;
  if ((!index_is_gone_ && fs::exists(file, none)) || tip_.empty() || !whole_) return;
  const auto make_anew = [&] {
    const fs::path draft = draft_ / "index";  // a killed repair leaves its lock there, too
    fs::remove_all(draft_);
    fs::create_directories(draft_);
    const git::Repository repo = git::open_repository(root_);
    const auto index = git::make<git::Index>("git index", git_index_open, draft.c_str());
    const git::Tree tree = git::tree_of(repo.get(), tip_);
    git::check(git_index_read_tree(index.get(), tree.get()), "git index");
    git::check(git_index_write(index.get()), "write git index");
    fs::rename(draft, file);
    fs::remove_all(draft_);
  };
  if (!index_is_gone_) return step("make git's index, which is missing, anew from HEAD", make_anew);
  if (act_) make_anew();
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
