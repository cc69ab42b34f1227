#include "wiki/repository.hh"

#include <algorithm>
#include <array>
#include <fstream>
#include <strings.h>

#include "wiki/commit_steps.hh"
#include "wiki/loose_objects.hh"

namespace ai_memory::git {
namespace {

namespace fs = std::filesystem;

// libgit2 1.5 does not know `safe.directory = *`, and reports an unset list as "not found".
bool is_declared_safe(const fs::path& root) {
  const Config config = make<Config>("git configuration", git_config_open_default);
  struct Wanted {
    std::string root;
    bool safe = false;
  } wanted{fs::weakly_canonical(root).string(), false};
  const auto visit = [](const git_config_entry* entry, void* payload) {
    auto* want = static_cast<Wanted*>(payload);
    std::string value = entry->value ? entry->value : "";
    while (value.size() > 1 && value.back() == '/') value.pop_back();
    // An empty value clears what came before, as in git.
    want->safe = value.empty() ? false : want->safe || value == "*" || value == want->root;
    return 0;
  };
  const int code = git_config_get_multivar_foreach(config.get(), "safe.directory", nullptr, visit, &wanted);
  if (code != GIT_ENOTFOUND) check(code, "git configuration");
  return wanted.safe;
}

// What git does to a file between the work tree and its objects, asked for in one go: each question costs a look at the
// .gitattributes of every folder above.
struct Treatment {
  enum Name { filter, encoding, text, crlf, eol, ident, kNames };
  std::array<const char*, kNames> values{};

  Treatment(git_repository* repo, const std::string& path) {
    std::array<const char*, kNames> names{"filter", "working-tree-encoding", "text", "crlf", "eol", "ident"};
    const auto ask = [&] { return git_attr_get_many(values.data(), repo, 0, path.c_str(), kNames, names.data()); };
    check(read_settled_index(ask), path);
  }
  std::string value(Name name) const {
    return git_attr_value(values[name]) == GIT_ATTR_VALUE_STRING ? values[name] : "";
  }
  git_attr_value_t kind(Name name) const { return git_attr_value(values[name]); }
  bool unsaid(std::initializer_list<Name> names) const {
    return std::all_of(names.begin(), names.end(), [&](Name name) { return kind(name) == GIT_ATTR_VALUE_UNSPECIFIED; });
  }
};

bool folds_line_ends(git_repository* repo) {
  const Config config = make<Config>("git configuration", git_repository_config, repo);
  Buffer value;
  return git_config_get_string_buf(&value.value, config.get(), "core.autocrlf") != GIT_ENOTFOUND;
}

// False does not say that something is done. A wiki that `init` made says `-text` of all its files.
bool leaves_alone(git_repository* repo, const Treatment& said) {
  if (!said.unsaid({Treatment::filter, Treatment::encoding, Treatment::ident})) return false;
  if (said.kind(Treatment::text) == GIT_ATTR_VALUE_FALSE) return true;
  return said.unsaid({Treatment::text, Treatment::crlf, Treatment::eol}) && !folds_line_ends(repo);
}

bool is_driver(git_repository* repo, const std::string& name) {
  const Config config = make<Config>("git configuration", git_repository_config_snapshot, repo);
  for (const char* part : {".clean", ".smudge", ".process"}) {
    const char* command = nullptr;
    if (git_config_get_string(&command, config.get(), ("filter." + name + part).c_str()) == 0 && *command) return true;
  }
  return false;
}

// libgit2 would pass over what it cannot do, and store in clear what git would have encrypted.
void refuse_foreign_filter(git_repository* repo, const std::string& path, const Treatment& treatment) {
  const char* const hint = "nothing was changed; take that attribute off the wiki's pages in .gitattributes";
  if (const auto driver = treatment.value(Treatment::filter); !driver.empty() && is_driver(repo, driver))
    throw Error(ErrorKind::conflict,
                path + ": git passes it through the filter '" + driver + "', which is not run here", hint);
  const auto encoding = treatment.value(Treatment::encoding);
  if (!encoding.empty() && ::strcasecmp(encoding.c_str(), "UTF-8") != 0)
    throw Error(ErrorKind::conflict, path + ": git converts it from " + encoding + ", which is not done here", hint);
}

std::string filter(git_repository* repo, const std::string& path, std::string_view bytes, git_filter_mode_t mode) {
  const Treatment treatment(repo, path);
  if (leaves_alone(repo, treatment)) return std::string(bytes);
  refuse_foreign_filter(repo, path, treatment);
  git_filter_list* raw = nullptr;
  const auto load = [&] {
    return git_filter_list_load(&raw, repo, nullptr, path.c_str(), mode, GIT_FILTER_ALLOW_UNSAFE);
  };
  check(read_settled_index(load), path);
  const Filters filters(raw);
  if (!filters) return std::string(bytes);
  Buffer out;
  check(git_filter_list_apply_to_buffer(&out.value, filters.get(), bytes.data(), bytes.size()), path);
  return out.str();
}

Repository try_open(const fs::path& root, int& code) {
  git_repository* raw = nullptr;
  code = git_repository_open_ext(&raw, root.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
  return Repository(raw);
}

[[noreturn]] void refuse_bare(const fs::path& root, bool has_git_folder) {
  throw Error(ErrorKind::failed, root.string() + ": is a bare repository",
              has_git_folder ? "if it is the wiki's: git -C " + root.string() + " config core.bare false"
                             : "clone it to where the wiki is to be: git clone " + root.string() + " HOME/wiki");
}

// Pages elsewhere would be taken for removed ones, and the removal committed.
void refuse_other_work_tree(git_repository* repo, const fs::path& root) {
  if (git_repository_is_bare(repo)) refuse_bare(root, true);
  const char* const folder = git_repository_workdir(repo);
  const auto plain = [](const fs::path& path) { return (fs::weakly_canonical(path) / "").lexically_normal(); };
  if (plain(folder) == plain(root)) return;
  throw Error(ErrorKind::failed, root.string() + ": its core.worktree names another folder: " + folder,
              "git -C " + root.string() + " config --unset core.worktree");
}

[[noreturn]] void refuse_part(const fs::path& root) {
  const git_error* last = git_error_last();
  const std::string said = last && last->message ? last->message : "it does not say why";
  const fs::path git = root / ".git";
  std::error_code none;
  if (fs::is_regular_file(git, none))
    throw Error(ErrorKind::failed,
                git.string() + ": is a file that should name git's folder, and no repository is there",
                "bring that folder back to where `cat " + git.string() + "` says, or write into it where it is now");
  for (const char* folder : {"objects", "refs"})
    if (!fs::is_directory(git / folder, none))
      throw Error(ErrorKind::failed, (git / folder).string() + ": is missing, and with it what git keeps there",
                  "bring .git back from a backup or a clone (pages on disk stay as they are)");
  if (std::ifstream head(git / "HEAD"); head.peek() == 'r')  // "ref: …": that file is not what is wrong
    throw Error(
        ErrorKind::failed, root.string() + ": git's part of it cannot be opened: " + said,
        "if a folder is missing that `git -C " + root.string() + " config core.worktree` names, add --unset to it");
  throw Error(ErrorKind::failed, (git / "HEAD").string() + ": is missing or no file that can be read",
              "`ai-memory doctor --repair` points it at the branch, or: echo 'ref: refs/heads/main' > " +
                  (git / "HEAD").string());
}

void check_opened(int code, const fs::path& root) {
  if (code == GIT_ENOTFOUND) refuse_part(root);
  if (const git_error* last = git_error_last(); code < 0 && last && last->klass == GIT_ERROR_CONFIG)
    throw Error(ErrorKind::failed, root.string() + ": git's configuration cannot be read: " + last->message,
                "mend that file in an editor, or bring it back from a backup");
  if (const git_error* last = git_error_last();
      code < 0 && last && std::string_view(last->message).find("extension") != std::string_view::npos)
    throw Error(ErrorKind::failed, root.string() + ": " + last->message,
                "git keeps it in a way that this program does not know; `git clone` makes a plain repository of it");
  check(code, root.string());
}

constexpr const char* kLost = " is missing, though its log names commits";
constexpr const char* kLostHint = "`ai-memory doctor --repair` brings it back; nothing was changed";

// A new branch would begin without the history and take it out of sight.
bool has_lost_branch(git_repository* repo) {
  const int unborn = git_repository_head_unborn(repo);
  check(unborn, "HEAD");  // asked again, libgit2 takes a ref it cannot read for one that is not there
  if (unborn != 1 || ref_target(repo, kPendingRef)) return false;
  std::error_code none;
  const auto log = fs::file_size(fs::path(git_repository_commondir(repo)) / "logs" / branch_name(repo), none);
  return !none && log > 0;
}

}  // namespace

Repository open_repository(const fs::path& root) {
  start();
  if (!fs::exists(root / ".git") && fs::exists(root / "HEAD") && fs::exists(root / "objects")) refuse_bare(root, false);
  if (!fs::exists(root / ".git"))
    throw Error(ErrorKind::not_found, "no wiki at " + root.string(),
                "`ai-memory init` makes one; --home names another place");
  int code = 0;
  Repository repo = try_open(root, code);
  const git_error* last = git_error_last();
  const bool no_list = code < 0 && last && last->klass == GIT_ERROR_CONFIG &&
                       std::string_view(last->message).find("safe.directory") != std::string_view::npos;
  const bool foreign_owner = code == GIT_EOWNER || no_list;
  if (foreign_owner) {
    if (!is_declared_safe(root))
      throw Error(ErrorKind::failed, root.string() + ": belongs to another user",
                  "if you trust it: git config --global --add safe.directory " + fs::weakly_canonical(root).string());
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    repo = try_open(root, code);
  }
  check_opened(code, root);
  refuse_other_work_tree(repo.get(), root);
  guard_loose_objects(make<Odb>("object database", git_repository_odb, repo.get()).get(),
                      fs::path(git_repository_commondir(repo.get())) / "objects");
  return repo;
}

fs::path index_file(git_repository* repo) {
  Buffer path;
  check(git_repository_item_path(&path.value, repo, GIT_REPOSITORY_ITEM_INDEX), "git index");
  return path.str();
}

fs::path lock_file(git_repository* repo) { return fs::path(git_repository_commondir(repo)) / "ai-memory.lock"; }

void refuse_lost_branch(git_repository* repo) {
  if (has_lost_branch(repo))
    throw Error(ErrorKind::failed, git_repository_workdir(repo) + (": " + branch_name(repo)) + kLost, kLostHint);
}

void refuse_if_blocked(git_repository* repo) {
  refuse_lost_branch(repo);
  const std::string state = blocked_by(repo), root = git_repository_workdir(repo);
  if (state.empty()) return;
  const bool detached = state.find("detached") != std::string::npos;
  throw Error(ErrorKind::conflict, root + ": " + state,
              detached
                  ? "`git switch main` (or another branch) first; nothing was changed"
                  : "finish or abort it with git first (`git -C " + root + " status` says how); nothing was changed");
}

std::string blocked_by(git_repository* repo) {
  if (has_lost_branch(repo)) return branch_name(repo) + kLost;
  switch (git_repository_state(repo)) {
    case GIT_REPOSITORY_STATE_NONE:
      break;
    case GIT_REPOSITORY_STATE_MERGE:
      return "a merge is in progress";
    case GIT_REPOSITORY_STATE_REVERT:
    case GIT_REPOSITORY_STATE_REVERT_SEQUENCE:
      return "a revert is in progress";
    case GIT_REPOSITORY_STATE_CHERRYPICK:
    case GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE:
      return "a cherry-pick is in progress";
    case GIT_REPOSITORY_STATE_BISECT:
      return "a bisect is in progress";
    case GIT_REPOSITORY_STATE_REBASE:
    case GIT_REPOSITORY_STATE_REBASE_INTERACTIVE:
    case GIT_REPOSITORY_STATE_REBASE_MERGE:
      return "a rebase is in progress";
    default:
      return "git am is in progress";
  }
  if (git_repository_head_detached(repo) == 1) return "HEAD is detached";
  return {};
}

std::string branch_name(git_repository* repo) {
  constexpr int most = 5;  // as in git
  std::string name = "HEAD";
  for (int i = 0; i < most; ++i) {
    // A branch may itself be another name of one.
    const Reference ref = find<Reference>(name, git_reference_lookup, repo, name.c_str());
    const char* target = ref ? git_reference_symbolic_target(ref.get()) : nullptr;
    if (!target) break;
    name = target;
  }
  if (name == "HEAD") throw Error(ErrorKind::conflict, "HEAD is detached", "git switch to a branch first");
  return name;
}

std::optional<CommitId> ref_target(git_repository* repo, const char* name) {
  git_oid id;
  const int code = git_reference_name_to_id(&id, repo, name);
  if (code == GIT_ENOTFOUND) return std::nullopt;
  check(code, name);
  return hex(id);
}

CommitId head_commit(git_repository* repo) { return ref_target(repo, "HEAD").value_or(""); }

Commit commit(git_repository* repo, const CommitId& id) {
  const git_oid raw = oid(id);
  return make<Commit>("commit " + id, git_commit_lookup, repo, &raw);
}

Tree tree_of(git_repository* repo, const CommitId& id) {
  if (id.empty()) return Tree();
  return make<Tree>("tree of " + id, git_commit_tree, commit(repo, id).get());
}

std::optional<TreeFile> file_at(git_tree* tree, const std::string& path) {
  if (!tree) return std::nullopt;
  const Entry entry = find<Entry>(path, git_tree_entry_bypath, tree, path.c_str());
  if (!entry) return std::nullopt;
  const git_filemode_t mode = git_tree_entry_filemode(entry.get());
  if (mode != GIT_FILEMODE_BLOB && mode != GIT_FILEMODE_BLOB_EXECUTABLE) return std::nullopt;
  return TreeFile{hex(*git_tree_entry_id(entry.get())), mode};
}

Signature own_signature(Timestamp when) {
  return make<Signature>("signature", git_signature_new, "ai-memory", "ai-memory@localhost",
                         git_time_t{when.time_since_epoch().count()}, 0);
}

Signature user_signature(git_repository* repo, Timestamp when) {
  const Config config = make<Config>("git configuration", git_repository_config_snapshot, repo);
  const char *name = nullptr, *email = nullptr;
  git_config_get_string(&name, config.get(), "user.name");
  git_config_get_string(&email, config.get(), "user.email");
  const auto usable = [](const char* text) {
    return text && std::string_view(text).find_first_not_of(" \t.,;:<>\"'\\") != std::string_view::npos;
  };
  return make<Signature>("signature", git_signature_new, usable(name) ? name : "ai-memory user",
                         usable(email) ? email : "ai-memory@localhost", git_time_t{when.time_since_epoch().count()}, 0);
}

bool leaves_alone(git_repository* repo, const std::string& path) { return leaves_alone(repo, Treatment(repo, path)); }

std::string to_repository(git_repository* repo, const std::string& path, std::string_view bytes) {
  return filter(repo, path, bytes, GIT_FILTER_TO_ODB);
}

std::string to_work_tree(git_repository* repo, const std::string& path, std::string_view bytes) {
  return filter(repo, path, bytes, GIT_FILTER_TO_WORKTREE);
}

std::string blob_bytes(git_repository* repo, const BlobId& id) {
  const git_oid raw = oid(id);
  const Blob blob = make<Blob>("blob " + id, git_blob_lookup, repo, &raw);
  return {static_cast<const char*>(git_blob_rawcontent(blob.get())),
          static_cast<std::size_t>(git_blob_rawsize(blob.get()))};
}

BlobId filtered_id(git_repository* repo, const std::string& path, std::string_view bytes) {
  return blob_id(to_repository(repo, path, bytes));
}

bool is_ignored(git_repository* repo, const std::string& path) {
  int ignored = 0;
  check(read_settled_index([&] { return git_ignore_path_is_ignored(&ignored, repo, path.c_str()); }), path);
  return ignored != 0;
}

}  // namespace ai_memory::git
