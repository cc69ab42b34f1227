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

RestorePlan plan_restore(const Wiki& wiki, const PagePath& path, const RestoreOptions& options, Timestamp now) {
  RestorePlan plan;
  plan.version = find_version(wiki, path, options.at);
  const PagePath target = options.as.value_or(path);
  std::string text = wiki.blob(plan.version.blob, target.str());
  const FrontMatter front_matter = FrontMatter::parse(text);
  const auto expiry = front_matter.text("expires_at");
  const auto deadline = expiry ? parse_deadline(*expiry) : std::nullopt;
  if (!options.exact && deadline && *deadline <= now) {
    text = edit_front_matter(text, {{"expires_at", std::nullopt}});
    plan.removed_expiry = expiry;
  }
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
