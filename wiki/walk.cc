// Reading history: commits with what they changed, and names for them.
#include <algorithm>
#include <map>

#include "wiki/commit_steps.hh"
#include "wiki/wiki.hh"

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

// What a commit changed; of a merge only what differs from every parent.
std::vector<TreeChange> changes_of(git_repository* repo, git_commit* commit) {
  const CommitId id = git::hex(*git_commit_id(commit));
  const unsigned parents = git_commit_parentcount(commit);
  std::vector<TreeChange> changes =
      tree_changes(repo, parents ? git::hex(*git_commit_parent_id(commit, 0)) : CommitId(), id);
  for (unsigned i = 1; i < parents && !changes.empty(); ++i) {
    std::map<std::string, bool> also;
    for (const TreeChange& change : tree_changes(repo, git::hex(*git_commit_parent_id(commit, i)), id))
      also[change.path] = true;
    std::erase_if(changes, [&](const TreeChange& change) { return !also.count(change.path); });
  }
  return changes;
}

using Visit = std::function<bool(const CommitInfo&, const std::vector<TreeChange>&)>;

void walk_commits(git_repository* repo, unsigned order, const CommitId& since, const Visit& visit) {
  if (git::head_commit(repo).empty()) return;
  const git::Walk walk = git::make<git::Walk>("history", git_revwalk_new, repo);
  git::check(git_revwalk_sorting(walk.get(), order), "history");
  git::check(git_revwalk_push_head(walk.get()), "history");
  if (!since.empty()) {
    const git_oid id = git::oid(since);
    git::check(git_revwalk_hide(walk.get(), &id), "history");
  }
  git_oid id;
  int code;
  while ((code = git_revwalk_next(&id, walk.get())) == 0) {
    const git::Commit commit = git::commit(repo, git::hex(id));
    if (!visit(commit_info(commit.get()), changes_of(repo, commit.get()))) return;
  }
  if (code != GIT_ITEROVER) git::check(code, "history");
}

bool looks_like_run(std::string_view text) {
  return text.size() == 26 && std::all_of(text.begin(), text.end(), [](char c) {
           return std::string_view("0123456789ABCDEFGHJKMNPQRSTVWXYZ").find(c) != std::string_view::npos;
         });
}

}  // namespace

void Wiki::walk(const CommitId& since, const Visit& visit) const {
  walk_commits(impl_->repo.get(), GIT_SORT_TOPOLOGICAL | GIT_SORT_REVERSE, since, visit);
}

void Wiki::walk_back(const Visit& visit) const { walk_commits(impl_->repo.get(), GIT_SORT_TOPOLOGICAL, {}, visit); }

CommitInfo Wiki::info(const CommitId& id) const { return commit_info(git::commit(impl_->repo.get(), id).get()); }

bool Wiki::is_ancestor(const CommitId& ancestor, const CommitId& descendant) const {
  if (ancestor == descendant) return true;
  git_repository* repo = impl_->repo.get();
  const git_oid old_id = git::oid(ancestor), new_id = git::oid(descendant);
  const git::Object known = git::find<git::Object>(ancestor, git_object_lookup, repo, &old_id, GIT_OBJECT_COMMIT);
  return known && git_graph_descendant_of(repo, &new_id, &old_id) == 1;
}

CommitId Wiki::resolve(std::string_view revision) const {
  const std::string name(revision);
  const auto first = [&](auto matches) {
    CommitId found;
    walk_back([&](const CommitInfo& info, const std::vector<TreeChange>&) {
      if (matches(info)) found = info.id;
      return found.empty();
    });
    return found;
  };
  if (const auto until = parse_deadline(revision)) {
    const bool bare_date = revision.size() == 10;
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
  const int code = git_revparse_single(&raw, impl_->repo.get(), name.c_str());
  const git::Object object(raw);
  git_object* peeled = nullptr;
  if (code < 0 || git_object_peel(&peeled, object.get(), GIT_OBJECT_COMMIT) < 0)
    throw Error(ErrorKind::not_found, "no revision " + name,
                "a commit, a date (2026-11-01), or a run id from `ai-memory log --runs`");
  const git::Object commit(peeled);
  return git::hex(*git_object_id(commit.get()));
}

}  // namespace ai_memory
