#include "wiki/object_sources.hh"

#include <algorithm>
#include <sys/stat.h>

#include "wiki/repository.hh"
#include "wiki/work_tree.hh"

namespace ai_memory {

namespace fs = std::filesystem;

struct ObjectSources::Node {
  std::map<std::string, Node> children;  // of a folder
  unsigned mode = GIT_FILEMODE_TREE;
  std::string id;

  Node& at(const std::string& path) {
    const std::size_t slash = path.find('/');
    Node& child = children[path.substr(0, slash)];
    return slash == std::string::npos ? child : child.at(path.substr(slash + 1));
  }
};

namespace {

// The repository, if it opens; its filters, if they can be run.
class Intake {
 public:
  explicit Intake(const fs::path& root) {
    try {
      repo_ = git::open_repository(root);
    } catch (const Error&) {
    }
  }
  bool is_ignored(const std::string& path) const {
    int ignored = 0;
    return repo_ && git_ignore_path_is_ignored(&ignored, repo_.get(), path.c_str()) == 0 && ignored;
  }
  std::string take_in(const std::string& path, const std::string& bytes) const {
    try {
      if (repo_) return git::to_repository(repo_.get(), path, bytes);
    } catch (const Error&) {
    }
    return bytes;
  }

 private:
  git::Repository repo_;
};

std::string with_plain_line_ends(std::string text) {
  for (std::size_t at = 0; (at = text.find("\r\n", at)) != std::string::npos;) text.erase(at, 1);
  return text;
}

ObjectBytes blob(std::string bytes) { return {GIT_OBJECT_BLOB, std::move(bytes)}; }

}  // namespace

// What git itself made of a file on disk: as it is, through its filters, and as filters that cannot be run would do.
std::optional<ObjectBytes> ObjectSources::find(const std::string& id) {
  if (!looked_) look_everywhere();
  if (const auto folder = folders_.find(id); folder != folders_.end()) return folder->second;
  const auto file = files_.find(id);
  if (file == files_.end()) return std::nullopt;
  const auto bytes = WorkTree(root_).read(file->second);
  if (!bytes) return std::nullopt;
  ObjectBytes found = blob(*bytes);
  if (object_id(found) != id) found = blob(with_plain_line_ends(*bytes));
  if (object_id(found) != id) found = blob(Intake(root_).take_in(file->second, *bytes));
  return object_id(found) == id ? std::optional(found) : std::nullopt;
}

void ObjectSources::look_everywhere() {
  looked_ = true;
  look_on_disk();
  look_at_index();
}

void ObjectSources::look_on_disk() {
  const Intake intake(root_);
  const WorkTree files(root_);
  Node all;
  std::error_code none;
  for (fs::recursive_directory_iterator at(root_, none), end; !none && at != end; at.increment(none)) {
    const std::string path = at->path().lexically_relative(root_).string();
    std::error_code gone;
    if (at->path().filename() == ".git" || (at->is_directory(gone) && intake.is_ignored(path + "/"))) {
      at.disable_recursion_pending();
      continue;
    }
    if (at->is_symlink(gone) || !at->is_regular_file(gone)) continue;
    const auto bytes = files.read(path);
    if (!bytes) continue;
    const std::string taken = object_id(blob(intake.take_in(path, *bytes)));
    for (const std::string& id : {taken, object_id(blob(*bytes)), object_id(blob(with_plain_line_ends(*bytes)))})
      files_.emplace(id, path);
    if (intake.is_ignored(path)) continue;
    Node& node = all.at(path);
    struct stat info {};
    const bool runs = ::stat(at->path().c_str(), &info) == 0 && (info.st_mode & S_IXUSR);
    node.mode = runs ? GIT_FILEMODE_BLOB_EXECUTABLE : GIT_FILEMODE_BLOB;
    node.id = taken;
  }
  add_folder(all);
}

// It holds every path of HEAD, so its folders are HEAD's unless something is staged.
void ObjectSources::look_at_index() {
  git_index* raw = nullptr;
  const int code = git_index_open(&raw, (root_ / ".git/index").c_str());
  const git::Index index(raw);
  if (code != 0) return;
  Node all;
  for (std::size_t i = 0; i < git_index_entrycount(index.get()); ++i) {
    const git_index_entry* entry = git_index_get_byindex(index.get(), i);
    if (git_index_entry_stage(entry) != 0 || (entry->flags_extended & GIT_INDEX_ENTRY_INTENT_TO_ADD)) continue;
    Node& node = all.at(entry->path);
    node.mode = entry->mode;
    node.id = git::hex(entry->id);
  }
  add_folder(all);
}

std::string ObjectSources::add_folder(const Node& folder) {
  std::map<std::string, std::string> entries;  // in git's order, where a folder's name ends with a slash
  for (const auto& [name, child] : folder.children) {
    const bool is_folder = child.mode == GIT_FILEMODE_TREE;
    const git_oid id = git::oid(is_folder ? add_folder(child) : child.id);
    char mode[8];
    std::snprintf(mode, sizeof mode, "%o", child.mode);
    entries[name + (is_folder ? "/" : "")] =
        std::string(mode) + " " + name + '\0' + std::string(reinterpret_cast<const char*>(id.id), GIT_OID_RAWSZ);
  }
  ObjectBytes tree{GIT_OBJECT_TREE, {}};
  for (const auto& [key, entry] : entries) tree.bytes += entry;
  const std::string id = object_id(tree);
  folders_.emplace(id, std::move(tree));
  return id;
}

}  // namespace ai_memory
