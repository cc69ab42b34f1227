// Reading history: commits with what they changed, and names for them.
#include "wiki/walk.hh"

#include <algorithm>
#include <fstream>
#include <map>

#include "wiki/commit_steps.hh"

namespace ai_memory {
namespace {

Timestamp timestamp(const git_time& time) { return Timestamp{std::chrono::seconds(time.time)}; }

// The value of a trailer line of the last paragraph.
std::string trailer(std::string_view message, std::string_view name) {
  while (!message.empty() && message.back() == '\n') message.remove_suffix(1);
  const std::size_t paragraph = message.rfind("\n\n");
  if (paragraph == std::string_view::npos) return {};
  const std::string key = "\n" + std::string(name) + ": ";
  const std::size_t found = message.find(key, paragraph + 1);
  if (found == std::string_view::npos) return {};
  const std::size_t begin = found + key.size();
  return std::string(message.substr(begin, message.find('\n', begin) - begin));
}

CommitInfo commit_info(git_commit* commit) {
  const git_signature* author = git_commit_author(commit);
  const std::string message = git_commit_message(commit);
  CommitInfo info;
  info.id = git::hex(*git_commit_id(commit));
  info.author_time = timestamp(author->when);
  info.commit_time = timestamp(git_commit_committer(commit)->when);
  info.author = std::string(author->name) + " <" + author->email + ">";
  info.subject = message.substr(0, message.find('\n'));
  info.body = message.size() > info.subject.size() ? message.substr(info.subject.size() + 1) : "";
  info.run = trailer(message, "Ai-Memory-Run");
  info.pass = trailer(message, "Ai-Memory-Pass");
  info.source = trailer(message, "Ai-Memory-Source");
  info.by_ai_memory = !info.source.empty() && info.pass != "hand-edits";
  return info;
}

// Commits whose parents a shallow clone left out; libgit2 does not know of them and looks for the parents.
std::set<CommitId> shallow_commits(git_repository* repo) {
  std::set<CommitId> ids;
  std::ifstream file(std::filesystem::path(git_repository_commondir(repo)) / "shallow");
  for (std::string line; std::getline(file, line);) ids.insert(line);
  return ids;
}

std::vector<CommitId> parents_of(git_commit* commit, const std::set<CommitId>& shallow) {
  std::vector<CommitId> parents;
  if (shallow.contains(git::hex(*git_commit_id(commit)))) return parents;
  for (unsigned i = 0; i < git_commit_parentcount(commit); ++i)
    parents.push_back(git::hex(*git_commit_parent_id(commit, i)));
  return parents;
}

// Commits reachable from `tip` in a shallow clone and not in `without`, children before parents, newer ones first.
std::vector<CommitId> shallow_history(git_repository* repo, const CommitId& tip, const std::set<CommitId>& shallow,
                                      const std::set<CommitId>& without) {
  std::map<CommitId, std::size_t> children;  // not yet listed
  std::vector<CommitId> open = {tip};
  if (!without.contains(tip)) children[tip];
  while (!open.empty()) {
    const CommitId id = open.back();
    open.pop_back();
    if (without.contains(id)) continue;
    for (const CommitId& parent : parents_of(git::commit(repo, id).get(), shallow))
      if (!without.contains(parent) && children[parent]++ == 0) open.push_back(parent);
  }
  std::set<std::pair<git_time_t, CommitId>> ready;
  const auto make_ready = [&](const CommitId& id) { ready.emplace(git_commit_time(git::commit(repo, id).get()), id); };
  if (!children.empty()) make_ready(tip);
  std::vector<CommitId> order;
  while (!ready.empty()) {
    const CommitId id = std::prev(ready.end())->second;
    ready.erase(std::prev(ready.end()));
    order.push_back(id);
    for (const CommitId& parent : parents_of(git::commit(repo, id).get(), shallow))
      if (!without.contains(parent) && --children[parent] == 0) make_ready(parent);
  }
  return order;
}

git::Tree subtree(git_repository* repo, const git_tree_entry* entry) {
  if (!entry || git_tree_entry_type(entry) != GIT_OBJECT_TREE) return git::Tree();
  return git::make<git::Tree>("tree " + git::hex(*git_tree_entry_id(entry)), git_tree_lookup, repo,
                              git_tree_entry_id(entry));
}

// Whether the entry at `path` differs; reads no more than the trees on the way to it.
bool differs_at(git_repository* repo, const git_tree* before, const git_tree* after, const std::string& path) {
  git::Tree old_folder, new_folder;  // keep alive what the pointers point to
  for (std::size_t begin = 0;;) {
    const std::size_t slash = path.find('/', begin);
    const std::string name = path.substr(begin, slash - begin);
    const git_tree_entry* old_entry = before ? git_tree_entry_byname(before, name.c_str()) : nullptr;
    const git_tree_entry* new_entry = after ? git_tree_entry_byname(after, name.c_str()) : nullptr;
    if (!old_entry && !new_entry) return false;
    if (old_entry && new_entry && git_oid_equal(git_tree_entry_id(old_entry), git_tree_entry_id(new_entry)))
      return git_tree_entry_filemode(old_entry) != git_tree_entry_filemode(new_entry);
    if (slash == std::string::npos) return true;
    git::Tree old_next = subtree(repo, old_entry), new_next = subtree(repo, new_entry);
    old_folder = std::move(old_next);
    new_folder = std::move(new_next);
    before = old_folder.get();
    after = new_folder.get();
    begin = slash + 1;
  }
}

using Visit = std::function<bool(WalkedCommit&)>;

const std::set<CommitId> kNotShallow;

void walk_shallow(git_repository* repo, unsigned order, const CommitId& since, const std::set<CommitId>& shallow,
                  const Visit& visit) {
  std::set<CommitId> known;
  if (!since.empty()) {
    const auto before = shallow_history(repo, since, shallow, {});
    known.insert(before.begin(), before.end());
  }
  auto ids = shallow_history(repo, git::head_commit(repo), shallow, known);
  if (order & GIT_SORT_REVERSE) std::reverse(ids.begin(), ids.end());
  for (const CommitId& id : ids) {
    const git::Commit commit = git::commit(repo, id);
    WalkedCommit walked(repo, commit.get(), shallow);
    if (!visit(walked)) return;
  }
}

// All of it is put in order before the first is told.
void walk_ordered(git_repository* repo, unsigned order, const CommitId& tip, const CommitId& since,
                  const Visit& visit) {
  const git::Walk walk = git::make<git::Walk>("history", git_revwalk_new, repo);
  git::check(git_revwalk_sorting(walk.get(), order), "history");
  git_oid id = git::oid(tip);
  git::check(git_revwalk_push(walk.get(), &id), "history");
  if (!since.empty()) {
    id = git::oid(since);
    git::check(git_revwalk_hide(walk.get(), &id), "history");
  }
  int code;
  while ((code = git_revwalk_next(&id, walk.get())) == 0) {
    const git::Commit commit = git::commit(repo, git::hex(id));
    WalkedCommit walked(repo, commit.get(), kNotShallow);
    if (!visit(walked)) return;
  }
  if (code != GIT_ITEROVER) git::check(code, "history");
}

}  // namespace

WalkedCommit::WalkedCommit(git_repository* repo, git_commit* commit, const std::set<CommitId>& shallow)
    : repo_(repo), commit_(commit), shallow_(shallow), info_(commit_info(commit)) {}

const std::vector<TreeChange>& WalkedCommit::changes() {
  if (changes_) return *changes_;
  const std::vector<CommitId> parents = parents_of(commit_, shallow_);
  changes_ = tree_changes(repo_, parents.empty() ? CommitId() : parents[0], info_.id);
  for (std::size_t i = 1; i < parents.size() && !changes_->empty(); ++i) {
    std::set<std::string> also;
    for (const TreeChange& change : tree_changes(repo_, parents[i], info_.id)) also.insert(change.path);
    std::erase_if(*changes_, [&](const TreeChange& change) { return !also.contains(change.path); });
  }
  return *changes_;
}

bool WalkedCommit::touches(const std::string& path) const {
  const git::Tree tree = git::tree_of(repo_, info_.id);
  const std::vector<CommitId> parents = parents_of(commit_, shallow_);
  if (parents.empty()) return differs_at(repo_, nullptr, tree.get(), path);
  return std::all_of(parents.begin(), parents.end(), [&](const CommitId& parent) {
    return differs_at(repo_, git::tree_of(repo_, parent).get(), tree.get(), path);
  });
}

void walk_back(git_repository* repo, const Visit& visit) {
  CommitId next = git::head_commit(repo);
  if (next.empty()) return git::refuse_lost_branch(repo);
  if (const auto shallow = shallow_commits(repo); !shallow.empty())
    return walk_shallow(repo, GIT_SORT_TOPOLOGICAL, {}, shallow, visit);
  // As far as there is one commit after the other there is nothing to put in order.
  while (!next.empty()) {
    const git::Commit commit = git::commit(repo, next);
    const auto parents = parents_of(commit.get(), kNotShallow);
    if (parents.size() > 1) return walk_ordered(repo, GIT_SORT_TOPOLOGICAL, next, {}, visit);
    WalkedCommit walked(repo, commit.get(), kNotShallow);
    if (!visit(walked)) return;
    next = parents.empty() ? CommitId() : parents[0];
  }
}

namespace {

bool looks_like_run(std::string_view text) {
  return text.size() == 26 && std::all_of(text.begin(), text.end(), [](char c) {
           return std::string_view("0123456789ABCDEFGHJKMNPQRSTVWXYZ").find(c) != std::string_view::npos;
         });
}

}  // namespace

void Wiki::walk(const CommitId& since,
                const std::function<bool(const CommitInfo&, const std::vector<TreeChange>&)>& visit) const {
  git_repository* repo = impl_->repo();
  const CommitId tip = git::head_commit(repo);
  if (tip.empty()) return;
  constexpr unsigned order = GIT_SORT_TOPOLOGICAL | GIT_SORT_REVERSE;
  const Visit each = [&visit](WalkedCommit& commit) { return visit(commit.info(), commit.changes()); };
  if (const auto shallow = shallow_commits(repo); !shallow.empty())
    return walk_shallow(repo, order, since, shallow, each);
  walk_ordered(repo, order, tip, since, each);
}

void Wiki::walk_back(const std::function<bool(const CommitInfo&, const std::vector<TreeChange>&)>& visit) const {
  ai_memory::walk_back(impl_->repo(),
                       [&visit](WalkedCommit& commit) { return visit(commit.info(), commit.changes()); });
}

CommitInfo Wiki::info(const CommitId& id) const { return commit_info(git::commit(impl_->repo(), id).get()); }

bool Wiki::is_ancestor(const CommitId& ancestor, const CommitId& descendant) const {
  if (ancestor == descendant) return true;
  if (ancestor.empty() || descendant.empty()) return false;
  git_repository* repo = impl_->repo();
  const git_oid old_id = git::oid(ancestor), new_id = git::oid(descendant);
  const git::Object known = git::find<git::Object>(ancestor, git_object_lookup, repo, &old_id, GIT_OBJECT_COMMIT);
  if (!known) return false;
  const auto shallow = shallow_commits(repo);
  if (shallow.empty()) return git_graph_descendant_of(repo, &new_id, &old_id) == 1;
  const auto history = shallow_history(repo, descendant, shallow, {});
  return std::find(history.begin(), history.end(), ancestor) != history.end();
}

CommitId Wiki::resolve(std::string_view revision) const {
  const std::string name(revision);
  const auto first = [&](auto matches) {
    CommitId found;
    ai_memory::walk_back(impl_->repo(), [&](WalkedCommit& commit) {
      if (matches(commit.info())) found = commit.info().id;
      return found.empty();
    });
    return found;
  };
  if (const auto until = parse_deadline(revision)) {
    const bool bare_date = revision.size() <= 10;
    const CommitId found = first(
        [&](const CommitInfo& info) { return bare_date ? info.commit_time < *until : info.commit_time <= *until; });
    if (!found.empty()) return found;
    throw Error(ErrorKind::not_found, "no commit at or before " + name, "`ai-memory checkpoints` lists them");
  }
  if (looks_like_run(revision)) {
    const CommitId found =
        first([&](const CommitInfo& info) { return info.run == revision && info.pass != "hand-edits"; });
    if (!found.empty()) return found;
    throw Error(ErrorKind::not_found, "no run " + name, "`ai-memory log --runs` lists them");
  }
  git_object* raw = nullptr;
  const int code = git_revparse_single(&raw, impl_->repo(), name.c_str());
  const git::Object object(raw);
  git_object* peeled = nullptr;
  if (code < 0 || git_object_peel(&peeled, object.get(), GIT_OBJECT_COMMIT) < 0)
    throw Error(ErrorKind::not_found, "no revision " + name,
                "a commit, a date or month (2026-11-01), or a run id from `ai-memory log --runs`");
  const git::Object commit(peeled);
  return git::hex(*git_object_id(commit.get()));
}

}  // namespace ai_memory
