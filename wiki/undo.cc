// Taking back one run, edits made since kept.
#include <algorithm>
#include <array>
#include <map>

#include "wiki/commit_steps.hh"
#include "wiki/history.hh"
#include "wiki/page_moves.hh"
#include "wiki/walk.hh"

namespace ai_memory {
namespace {

struct Touched {
  BlobId before, after;
};

struct RunChanges {
  std::map<std::string, Touched> paths;       // as each was before the run's first commit on it and after its last
  std::map<std::string, std::string> former;  // of pages the run moved: new path -> old path
};

RunChanges changes_of(const Wiki& wiki, const std::string& run) {
  RunChanges found;
  const git::Repository repo = git::open_repository(wiki.root());
  walk_back(repo.get(), [&](WalkedCommit& walked) {
    const CommitInfo& commit = walked.info();
    if (commit.run != run || commit.pass == "hand-edits") return true;
    found.former.merge(moved_pages(commit));
    for (const TreeChange& change : walked.changes()) {
      if (!is_page_name(change.path)) continue;
      const auto [it, is_new] = found.paths.emplace(change.path, Touched{change.before, change.after});
      if (!is_new) it->second.before = change.before;
    }
    return true;
  });
  return found;
}

std::optional<std::string> merge(const std::string& base, const std::string& ours, const std::string& theirs) {
  const auto input = [](const std::string& text) {
    git_merge_file_input side = GIT_MERGE_FILE_INPUT_INIT;
    side.ptr = text.data();
    side.size = text.size();
    return side;
  };
  const git_merge_file_input ancestor = input(base), left = input(ours), right = input(theirs);
  git_merge_file_result result{};
  git::start();
  git::check(git_merge_file(&result, &ancestor, &left, &right, nullptr), "merge");
  std::optional<std::string> text;
  if (result.automergeable) text = std::string(result.ptr, result.len);
  git_merge_file_result_free(&result);
  return text;
}

// By the bytes, or as git would store them: a filter that folds line ends changes no page.
bool is_still(const Wiki& wiki, const std::string& name, const std::optional<std::string>& present, const BlobId& then,
              const std::optional<std::string>& text) {
  if (present == text) return true;
  if (!present || !text) return false;
  const git::Repository repo = git::open_repository(wiki.root());
  return git::filtered_id(repo.get(), name, *present) == then;
}

void plan_path(const Wiki& wiki, const std::string& name, const Touched& touched, UndoPlan& plan) {
  const PagePath path = PagePath::existing(name);
  const auto text_of = [&](const BlobId& id) {
    return id.empty() ? std::optional<std::string>() : wiki.blob(id, name);
  };
  const auto before = text_of(touched.before), after = text_of(touched.after), present = wiki.read(path);
  const BlobId base = present ? blob_id(*present) : BlobId();
  if (is_still(wiki, name, present, touched.before, before)) return;
  if (is_still(wiki, name, present, touched.after, after)) {
    plan.changes.changes.push_back(
        {path, before, base, before ? (after ? "text of before the run" : "brought back") : "was added by the run"});
    return;
  }
  if (!present) {
    plan.conflicts.push_back({path, "removed since; restore-page brings it back"});
  } else if (!before || !after) {
    plan.conflicts.push_back({path, after ? "changed since the run added it" : "a different page stands there now"});
  } else if (const auto both = merge(*after, *present, *before)) {
    plan.changes.changes.push_back({path, both, base, "text of before the run, joined with edits made since"});
    plan.merged.push_back(path);
  } else {
    plan.conflicts.push_back({path, "changed since in the same lines"});
  }
}

// A page that the run moved goes back with what was written into it since.
void plan_move_back(const Wiki& wiki, const PagePath& here, const PagePath& home, const RunChanges& run,
                    UndoPlan& plan) {
  const Touched &moved = run.paths.at(here.str()), &left = run.paths.at(home.str());
  const auto present = wiki.read(here);
  if (!present && wiki.read(home)) return;  // it was moved back by itself
  if (!present || wiki.read(home)) {
    plan.conflicts.push_back({here, present ? "another page stands at " + home.str() : "removed or moved since"});
    return;
  }
  const std::string after = wiki.blob(moved.after, here.str());
  std::optional<std::string> text = wiki.blob(left.before, home.str());
  const bool edited = !is_still(wiki, here.str(), present, moved.after, after);
  const bool only_moved = is_still(wiki, here.str(), text, moved.after, after);
  if (only_moved)
    text = present;
  else if (edited)
    text = merge(after, *present, *text);
  if (!text) {
    plan.conflicts.push_back({here, "changed since in the same lines"});
    return;
  }
  if (edited) plan.merged.push_back(home);
  plan.changes.changes.push_back({home, text, {}, moved_from(here)});
  plan.changes.changes.push_back({here, std::nullopt, blob_id(*present), moved_to(home)});
}

UndoPlan plan_run(const Wiki& wiki, const std::string& run) {
  UndoPlan plan;
  plan.run = run;
  auto changes = changes_of(wiki, run);
  for (const auto& [here, home] : changes.former) {
    const auto moved = changes.paths.find(here), left = changes.paths.find(home);
    if (moved == changes.paths.end() || left == changes.paths.end()) continue;
    if (!moved->second.before.empty() || !left->second.after.empty()) continue;  // paths like any others
    plan_move_back(wiki, PagePath::existing(here), PagePath::existing(home), changes, plan);
    changes.paths.erase(moved);
    changes.paths.erase(left);
  }
  // Links go back to a page only with the page.
  plan.changes.all_or_nothing = !changes.former.empty();
  if (!changes.former.empty() && !plan.conflicts.empty()) {
    plan.changes.changes.clear();
    plan.merged.clear();
    return plan;
  }
  for (const auto& [path, touched] : changes.paths) plan_path(wiki, path, touched, plan);
  std::sort(plan.changes.changes.begin(), plan.changes.changes.end(),
            [](const Change& a, const Change& b) { return a.path < b.path; });
  return plan;
}

// The newest run with something left to take back: neither an undo, nor undone, nor restored page by page.
UndoPlan plan_last(const Wiki& wiki) {
  for (const RunSummary& run : runs(wiki)) {
    if (!run.undoes.empty() || !run.undone_by.empty()) continue;
    UndoPlan plan = plan_run(wiki, run.run);
    if (!plan.changes.changes.empty() || !plan.conflicts.empty()) return plan;
  }
  throw Error(ErrorKind::not_found, "no run to undo",
              "`ai-memory log --runs` lists runs; `restore-page` brings back one page");
}

void refuse_unknown(const Wiki& wiki, const std::string& asked) {
  const auto all = runs(wiki);
  if (std::none_of(all.begin(), all.end(), [&](const RunSummary& run) { return run.run == asked; }))
    throw Error(ErrorKind::not_found, "no run " + asked, "`ai-memory log --runs` lists them");
}

void look_around(const Wiki& wiki, UndoPlan& plan) {
  for (RunSummary& run : runs(wiki))
    if (run.run == plan.run) plan.summary = std::move(run);
  const git::Repository repo = git::open_repository(wiki.root());
  walk_back(repo.get(), [&plan](WalkedCommit& walked) {
    const CommitInfo& commit = walked.info();
    if (commit.run == plan.run) return false;
    if (!commit.by_ai_memory || !commit.run.empty()) return true;
    if (plan.later++ == 0) plan.last_change = commit.subject;
    return true;
  });
}

}  // namespace

UndoPlan plan_undo(const Wiki& wiki, const std::string& asked, Timestamp now) {
  if (!asked.empty()) refuse_unknown(wiki, asked);
  UndoPlan plan = asked.empty() ? plan_last(wiki) : plan_run(wiki, asked);
  look_around(wiki, plan);
  plan.changes.subject = "undo " + plan.run;
  plan.changes.pass = "undo";
  plan.changes.source = "undo";
  plan.changes.now = now;
  plan.changes.run = make_run_id(now, wiki.head() + plan.changes.subject);
  return plan;
}

std::string make_run_id(Timestamp now, std::string_view seed) {
  constexpr std::string_view digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const git_oid hash = git::oid(blob_id(seed));
  auto milliseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(now.time_since_epoch().count(), 0)) * 1000;
  std::string id(26, '0');
  for (int i = 9; i >= 0; --i, milliseconds >>= 5) id[static_cast<std::size_t>(i)] = digits[milliseconds & 31];
  // 80 bits of the hash, five at a time.
  for (std::size_t i = 0; i < 16; ++i) {
    const std::size_t bit = i * 5;
    const unsigned two = static_cast<unsigned>(hash.id[bit / 8] << 8 | hash.id[bit / 8 + 1]);
    id[10 + i] = digits[two >> (11 - bit % 8) & 31];
  }
  return id;
}

}  // namespace ai_memory
