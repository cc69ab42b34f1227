#include "wiki/wiki.hh"

#include <algorithm>
#include <fstream>
#include <set>

#include "wiki/commit_steps.hh"
#include "wiki/page.hh"
#include "wiki/quick_head.hh"
#include "wiki/unreadable.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReadme =
    "# A wiki of memories\n"
    "\n"
    "Every page is a markdown file; edit them with any editor. This folder is a git repository:\n"
    "`git log` shows what changed and why, and `ai-memory undo` or `ai-memory restore-page` takes it back.\n"
    "Pages live in `<workspace>/<project>/`.\n";

constexpr int kMaxDepth = 95;  // of folders; libgit2 gives up a little later

void refuse_inside_repository(const fs::path& home) {
  fs::path nearest = fs::absolute(home);
  while (!nearest.empty() && !fs::exists(nearest) && nearest != nearest.parent_path()) nearest = nearest.parent_path();
  git::Buffer found;
  if (git_repository_discover(&found.value, nearest.c_str(), 1, nullptr) != 0) return;
  throw Error(ErrorKind::usage, home.string() + ": lies inside the git repository " + found.str(),
              "choose a place outside of it; without a name the wiki goes to its default place");
}

// Where only this clone looks: a person's own `git add .` should take neither editors' temporaries nor ours.
constexpr const char* kExclude = "*~\n.*.sw?\n.#*\n4913\n*.tmp\n";

// Made elsewhere and moved in: half made, it would be taken for a damaged one that nobody may replace.
void make_repository(const fs::path& home, const fs::path& root) {
  const fs::path draft = home / ".wiki-being-made";
  fs::remove_all(draft);
  git_repository_init_options options = GIT_REPOSITORY_INIT_OPTIONS_INIT;
  options.flags = GIT_REPOSITORY_INIT_MKPATH | GIT_REPOSITORY_INIT_NO_REINIT;
  options.initial_head = "main";
  git::make<git::Repository>(root.string(), git_repository_init_ext, draft.c_str(), &options);
  const fs::path exclude = draft / ".git/info/exclude";
  if (!(std::ofstream(exclude, std::ios::app) << kExclude << std::flush)) throw_errno(exclude.string());
  fs::rename(draft / ".git", root / ".git");
  fs::remove(draft);
}

// Our two files and the opening commit, as far as they are missing.
void make_opening_commit(Wiki::Impl& wiki, Timestamp now) {
  git_repository* repo = wiki.repo();
  FileLock writer(git::lock_file(repo), wiki.config.lock_wait_secs, "the wiki is being made");
  git::refuse_if_blocked(repo);  // a history that lost its branch must not be begun anew
  roll_forward(wiki, writer, wiki.config.lock_wait_secs);
  if (!git::head_commit(repo).empty()) return;
  IndexLock lock(git::index_file(repo), writer, wiki.config.lock_wait_secs);
  ObjectWriter objects(repo, false);
  std::vector<ObjectWriter::Update> updates;
  std::set<std::string> paths;
  for (const auto& [path, text] : {std::pair{".gitattributes", "* -text\n"}, std::pair{"README.md", kReadme}}) {
    wiki.files.put(path, text, "");
    const auto bytes = wiki.files.read(path);
    if (!bytes) continue;
    updates.push_back({path, {objects.blob(path, *bytes), GIT_FILEMODE_BLOB}});
    paths.insert(path);
  }
  Changeset set;
  set.subject = "a new wiki";
  set.source = "init";
  const git::Signature author = git::user_signature(repo, now);
  const CommitId commit = objects.commit("", updates, commit_message(set), author.get(), author.get());
  set_pending(repo, commit);
  publish(wiki, lock, "", commit, paths, set.subject);
  clear_pending(repo);
}

// Begins with the folder's first names only: the whole would fill the screen.
std::string too_deep_folder(const fs::path& root) {
  std::error_code none;
  for (fs::recursive_directory_iterator at(root, none), end; !none && at != end; at.increment(none)) {
    if (at.depth() < kMaxDepth || !at->is_directory(none)) continue;
    const fs::path path = at->path().lexically_relative(root);
    fs::path start;
    auto part = path.begin();
    for (int i = 0; i < 4; ++i) start /= *part++;
    return start.string() + "/…";
  }
  return root.string();
}

// Of libgit2's last failure: a file that may not be read.
bool is_forbidden() {
  const git_error* last = git_error_last();
  return last && last->message && std::string_view(last->message).find("Permission denied") != std::string_view::npos;
}

// A file that goes away or is being written while libgit2 reads it makes the whole list fail: ask again.
git::StatusList status_list(git_repository* repo, const git_status_options& options) {
  constexpr int tries = 10;
  require_index(repo);
  git_status_list* raw = nullptr;
  int code = -1;
  for (int i = 0; i < tries && code < 0 && !(i > 0 && is_forbidden()); ++i)
    code = git_status_list_new(&raw, repo, &options);
  git::StatusList list(raw);
  const std::string said = code < 0 && git_error_last() ? git_error_last()->message : "";
  if (said.find("index") != std::string::npos) read_index(repo);  // names the file
  if (code < 0 && !said.empty()) git_error_set_str(GIT_ERROR_INVALID, said.c_str());
  const std::string_view cause = code < 0 && git_error_last() ? git_error_last()->message : "";
  if (cause.find("nesting too deep") != std::string_view::npos)
    throw Error(ErrorKind::failed,
                too_deep_folder(git_repository_workdir(repo)) + ": folders nested over " + std::to_string(kMaxDepth) +
                    " deep; changes cannot be looked for",
                "move what lies deep in it further up, or out of the wiki, with `mv`");
  git::check(code, "git status");
  return list;
}

// git's index, for what the list of changes gets wrong. Read only if there is a change to look at.
class IndexEntries {
 public:
  explicit IndexEntries(git_repository* repo) : repo_(repo) {}

  // Absent on purpose, by a sparse checkout or `git update-index`: such a page is not gone.
  bool leaves_out(const std::string& path) {
    const git_index_entry* entry = find(path);
    return entry && is_left_out(*entry);
  }

  // Only its permissions differ, or core.ignoreCase has mixed it up with its twin.
  bool has(const std::string& path, const std::string& text) {
    const git_index_entry* entry = find(path);
    try {
      return entry && git::filtered_id(repo_, path, text) == git::hex(entry->id);
    } catch (const Error&) {
      return false;  // who commits it is told why it cannot be
    }
  }

 private:
  const git_index_entry* find(const std::string& path) {
    if (!index_) index_ = read_index(repo_);
    return git_index_get_bypath(index_.get(), path.c_str(), 0);
  }

  git_repository* repo_;
  git::Index index_;
};

// Every page that is or was, but for those that may not be read: about one such file libgit2 gives up on all.
std::set<std::string> readable_names(const Wiki& wiki, git_repository* repo) {
  std::set<std::string> names;
  const git::Index index = read_index(repo);
  for (std::size_t i = 0; i < git_index_entrycount(index.get()); ++i)
    names.insert(git_index_get_byindex(index.get(), i)->path);
  for (const auto& [path, blob] : wiki.tree(wiki.head())) names.insert(path);
  for (const PageFile& file : wiki.scan()) names.insert(file.path.str());
  std::erase_if(names, [&](const std::string& name) { return !is_page_name(name); });
  for (const PagePath& path : unreadable_pages(wiki)) names.erase(path.str());
  return names;
}

git::StatusList status_list(const Wiki& wiki, git_repository* repo, git_status_options options) {
  try {
    return status_list(repo, options);
  } catch (const Error&) {
    if (!is_forbidden()) throw;
  }
  const std::set<std::string> names = readable_names(wiki, repo);
  std::vector<char*> pointers;
  for (const std::string& name : names) pointers.push_back(const_cast<char*>(name.c_str()));
  if (pointers.empty()) return {};  // libgit2 would take it for all
  options.flags |= GIT_STATUS_OPT_DISABLE_PATHSPEC_MATCH;
  options.pathspec = {pointers.data(), pointers.size()};
  return status_list(repo, options);
}

HandEdit::State state_of(unsigned flags) {
  if (flags & GIT_STATUS_IGNORED) return HandEdit::State::ignored;
  constexpr unsigned staged = GIT_STATUS_INDEX_NEW | GIT_STATUS_INDEX_MODIFIED | GIT_STATUS_INDEX_DELETED |
                              GIT_STATUS_INDEX_RENAMED | GIT_STATUS_INDEX_TYPECHANGE | GIT_STATUS_CONFLICTED;
  if (flags & staged) return HandEdit::State::staged;
  if (flags & GIT_STATUS_WT_NEW) return HandEdit::State::untracked;
  if (flags & (GIT_STATUS_WT_DELETED | GIT_STATUS_WT_TYPECHANGE)) return HandEdit::State::removed;
  return HandEdit::State::modified;
}

}  // namespace

Wiki::Wiki(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Wiki::Wiki(Wiki&&) noexcept = default;
Wiki& Wiki::operator=(Wiki&&) noexcept = default;
Wiki::~Wiki() = default;

Wiki Wiki::init(const fs::path& home, Timestamp now, const WikiConfig& config) {
  git::start();
  const fs::path root = home / "wiki";
  if (!fs::exists(root / ".git")) {
    if (fs::exists(root / "HEAD") && fs::exists(root / "objects")) git::open_repository(root);  // says what to do
    refuse_inside_repository(home);
    fs::create_directories(root);
    make_repository(home, root);
  }
  fs::create_directories(home / "state");
  Wiki wiki(std::make_unique<Impl>(Impl{home, WorkTree(root), config, {}, git::open_repository(root)}));
  make_opening_commit(*wiki.impl_, now);
  return wiki;
}

Wiki Wiki::open(const fs::path& home, Timestamp, const WikiConfig& config) {
  const fs::path root = home / "wiki";
  Wiki wiki(std::make_unique<Impl>(Impl{home, WorkTree(root), config, {}, {}}));
  if (quick_head(root)) return wiki;
  git_repository* repo = wiki.impl_->repo();
  const bool unfinished = git::ref_target(repo, kPendingRef) || fs::exists(git::index_file(repo).string() + ".lock") ||
                          FileLock::has_note(git::lock_file(repo));
  if (!unfinished || !git::blocked_by(repo).empty()) return wiki;
  auto writer = FileLock::try_lock(git::lock_file(repo));
  if (!writer) return wiki;  // somebody is writing; nothing is left behind yet
  try {
    roll_forward(*wiki.impl_, *writer, 0);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::conflict) throw;
    wiki.impl_->notices.push_back(std::string("an interrupted command waits to be finished: ") + error.what());
  }
  return wiki;
}

const fs::path& Wiki::root() const { return impl_->files.root(); }
fs::path Wiki::state_dir() const { return impl_->home / "state"; }
const std::vector<std::string>& Wiki::notices() const { return impl_->notices; }

std::optional<std::string> Wiki::read(const PagePath& path) const { return impl_->files.read(path.str()); }
std::vector<PageFile> Wiki::scan() const { return impl_->files.scan(); }
bool Wiki::is_ignored(const PagePath& path) const { return git::is_ignored(impl_->repo(), path.str()); }
std::string Wiki::blocked_by() const { return git::blocked_by(impl_->repo()); }
void Wiki::refuse_if_blocked() const { git::refuse_if_blocked(impl_->repo()); }

std::vector<HandEdit> Wiki::hand_edits() const {
  git_status_options options = GIT_STATUS_OPTIONS_INIT;
  options.show = GIT_STATUS_SHOW_INDEX_AND_WORKDIR;
  options.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS |
                  GIT_STATUS_OPT_INCLUDE_IGNORED | GIT_STATUS_OPT_RECURSE_IGNORED_DIRS |
                  GIT_STATUS_OPT_EXCLUDE_SUBMODULES;
  const git::StatusList list = status_list(*this, impl_->repo(), options);
  std::vector<HandEdit> edits;
  IndexEntries index(impl_->repo());
  for (std::size_t i = 0; list && i < git_status_list_entrycount(list.get()); ++i) {
    const git_status_entry* entry = git_status_byindex(list.get(), i);
    const git_diff_delta* delta = entry->index_to_workdir ? entry->index_to_workdir : entry->head_to_index;
    if (!delta || !is_page_name(delta->new_file.path)) continue;
    const PagePath path = PagePath::existing(delta->new_file.path);
    const HandEdit::State state = state_of(entry->status);
    const auto file = impl_->files.stat(path);
    if (state == HandEdit::State::untracked && !file) continue;  // a link or a special file
    if (file && !may_be_read(root() / path.str())) continue;     // unreadable_pages() has it
    if (state == HandEdit::State::removed && !file && index.leaves_out(path.str())) continue;
    const auto text = file ? impl_->files.read(path.str()) : std::nullopt;
    if (text && is_ledger(path, *text)) continue;
    if (text && state == HandEdit::State::modified && index.has(path.str(), *text)) continue;
    edits.push_back({path, state});
  }
  std::sort(edits.begin(), edits.end(), [](const HandEdit& a, const HandEdit& b) { return a.path < b.path; });
  return edits;
}

CommitId Wiki::head() const {
  if (!impl_->opened)
    if (auto quick = quick_head(root())) return *quick;
  return git::head_commit(impl_->repo());
}

std::optional<BlobId> Wiki::blob_at(const CommitId& commit, const std::string& path) const {
  if (commit.empty()) return std::nullopt;
  const auto file = git::file_at(git::tree_of(impl_->repo(), commit).get(), path);
  if (!file) return std::nullopt;
  return file->blob;
}

std::string Wiki::blob(const BlobId& id) const { return git::blob_bytes(impl_->repo(), id); }

std::string Wiki::blob(const BlobId& id, const std::string& path) const {
  std::string bytes = blob(id);
  if (git::leaves_alone(impl_->repo(), path)) return bytes;
  // What a filter would have changed was kept as it stood on disk.
  if (git::filtered_id(impl_->repo(), path, bytes) != id) return bytes;
  return git::to_work_tree(impl_->repo(), path, bytes);
}

std::vector<std::pair<std::string, BlobId>> Wiki::tree(const CommitId& commit) const {
  std::vector<std::pair<std::string, BlobId>> files;
  if (commit.empty()) return files;
  const git::Tree tree = git::tree_of(impl_->repo(), commit);
  const auto visit = [](const char* folder, const git_tree_entry* entry, void* payload) {
    const git_filemode_t mode = git_tree_entry_filemode(entry);
    if (mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE)
      static_cast<std::vector<std::pair<std::string, BlobId>>*>(payload)->emplace_back(
          std::string(folder) + git_tree_entry_name(entry), git::hex(*git_tree_entry_id(entry)));
    return 0;
  };
  git::check(git_tree_walk(tree.get(), GIT_TREEWALK_PRE, visit, &files), "tree of " + commit);
  std::sort(files.begin(), files.end());
  return files;
}

std::size_t Wiki::loose_objects() const {
  // As `git gc --auto` does: the 256 folders fill evenly, so one tells.
  std::error_code none;
  std::size_t count = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(git_repository_commondir(impl_->repo())) / "objects" / "17", none))
    count += entry.path().filename().string().size() == 38;
  return count * 256;
}

}  // namespace ai_memory
