// Bringing one page back.
#include <algorithm>

#include "wiki/error.hh"
#include "wiki/front_matter.hh"
#include "wiki/history.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

// Pages of history whose name ends like this one, for the hint.
std::string near_names(const Wiki& wiki, const PagePath& path) {
  std::string names;
  int count = 0;
  wiki.walk_back([&](const CommitInfo&, const std::vector<TreeChange>& changes) {
    for (const TreeChange& change : changes) {
      if (!is_page_name(change.path)) continue;
      const PagePath other = PagePath::existing(change.path);
      if (other.stem().find(path.stem()) == std::string::npos || names.find(other.display()) != std::string::npos)
        continue;
      names += (names.empty() ? "" : ", ") + other.display();
      if (++count == 3) return false;
    }
    return true;
  });
  return names;
}

Version find_version(const Wiki& wiki, const PagePath& path, const std::string& at) {
  const auto has_content = [](const Version& version) { return !version.blob.empty(); };
  // What is asked for most stands near the end of history: at most the removal comes before it.
  auto all = at.empty() ? versions(wiki, path, 2) : versions(wiki, path);
  if (at.empty() && all.size() == 2 && std::none_of(all.begin(), all.end(), has_content)) all = versions(wiki, path);
  if (all.empty()) {
    const std::string names = near_names(wiki, path);
    throw Error(ErrorKind::not_found, path.display() + ": no version of it in history",
                names.empty() ? "`ai-memory log` shows what there was" : "did you mean " + names + "?");
  }
  if (at.empty()) {
    const auto last = std::find_if(all.begin(), all.end(), has_content);
    if (last != all.end()) return *last;
    throw Error(ErrorKind::not_found, path.display() + ": no version with content in history");
  }
  const CommitId commit = wiki.resolve(at);
  // The page may have had another name then.
  for (const Version& version : all)
    if (!version.blob.empty() && wiki.is_ancestor(version.commit.id, commit)) {
      if (wiki.blob_at(commit, version.path) == version.blob) return version;
      break;
    }
  // A run or commit that removed it: what it removed.
  const auto removed =
      std::find_if(all.begin(), all.end(), [&](const Version& v) { return v.commit.id == commit && v.blob.empty(); });
  if (removed != all.end())
    for (auto older = removed + 1; older != all.end(); ++older)
      if (!older->blob.empty()) return *older;
  throw Error(ErrorKind::not_found, path.display() + ": not in the wiki at " + at, "`--list` shows its versions");
}

}  // namespace

namespace {

bool is_expired(const PagePath& path, const std::string& text, Timestamp now) {
  const auto deadline = parse_page(path, text).expires_at;
  return deadline && *deadline <= now;
}

// Takes out an `expires_at` that would have the next sweep remove the page again. One that cannot be taken out by
// itself stays: better the page as it was than none.
void drop_past_expiry(const PagePath& path, std::string& text, Timestamp now, RestorePlan& plan) {
  if (!is_expired(path, text, now)) return;
  std::string without;
  try {
    without = edit_front_matter(text, {{"expires_at", std::nullopt}});
  } catch (const Error&) {
    return;
  }
  if (is_expired(path, without, now)) return;
  plan.removed_expiry = FrontMatter::parse(text).text("expires_at");
  text = std::move(without);
}

}  // namespace

RestorePlan plan_restore(const Wiki& wiki, const PagePath& path, const RestoreOptions& options, Timestamp now) {
  RestorePlan plan;
  plan.version = find_version(wiki, path, options.at);
  const PagePath target = options.as.value_or(path);
  std::string text = wiki.blob(plan.version.blob, target.str());
  if (!options.exact) drop_past_expiry(target, text, now, plan);
  const auto present = wiki.read(target);
  if (present == text) return plan;
  const bool older_version_of_itself = present && !options.as && !options.at.empty();
  if (present && !options.force && !older_version_of_itself)
    throw Error(
        ErrorKind::conflict, target.display() + ": a different page stands there",
        "--force replaces it (its text is committed first), --as NEWPATH restores beside it, --at REV names a version");
  plan.changes.subject = "restore " + target.str();
  plan.changes.pass = "restore";
  plan.changes.source = "restore-page";
  plan.changes.now = now;
  plan.changes.changes.push_back(
      {target, text, present ? blob_id(*present) : BlobId(),
       "as of " + format_date(plan.version.commit.commit_time) + ", commit " + plan.version.commit.id.substr(0, 10)});
  return plan;
}

}  // namespace ai_memory
