#include "cli/import_gone.hh"

#include <unordered_map>

namespace ai_memory {

HeldBefore held_before(const Wiki& wiki, const ImportPlan& plan) {
  std::unordered_map<std::string, BlobId> wanted(plan.refused.begin(), plan.refused.end());  // not yet decided
  for (const Change& change : plan.changes.changes)
    if (change.base.empty()) wanted.emplace(change.path.str(), blob_id(*change.content));
  HeldBefore held;
  std::set<std::string> seen;
  if (wanted.empty()) return held;
  wiki.walk_back([&](const CommitInfo& commit, const std::vector<TreeChange>& changes) {
    for (const TreeChange& change : changes) {
      const auto page = wanted.find(change.path);
      if (page == wanted.end()) continue;
      // Of a page's last commit: one that took its import back leaves no trace.
      const bool undone = seen.insert(change.path).second && change.after.empty() && commit.pass == "undo";
      const bool had_it = change.before == page->second || change.after == page->second;
      if (had_it && !undone) (plan.refused.contains(change.path) ? held.edited : held.gone).insert(change.path);
      if (had_it || undone) wanted.erase(page);
    }
    return !wanted.empty();
  });
  return held;
}

ImportedFiles imported_files(const Wiki& wiki, const Project& project) {
  const std::string prefix = project.str() + "/";
  ImportedFiles files;
  std::set<std::string> settled;
  wiki.walk_back([&](const CommitInfo& commit, const std::vector<TreeChange>& changes) {
    const auto places = source_places(commit);
    for (const TreeChange& change : changes) {
      const bool undone = change.after.empty() && commit.pass == "undo";
      const bool imported = commit.source == "import" && !change.after.empty();
      if (!change.path.starts_with(prefix) || !is_page_name(change.path)) continue;
      if ((!undone && !imported) || !settled.insert(change.path).second || undone) continue;
      const auto named = places.find(change.path);
      const std::string place = named == places.end() ? change.path.substr(prefix.size()) : named->second;
      files.place_of.emplace(change.path, place);
      files.page_of.emplace(place, change.path);
    }
    return true;
  });
  return files;
}

}  // namespace ai_memory
