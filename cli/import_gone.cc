#include "cli/import_gone.hh"

#include <unordered_map>

namespace ai_memory {

std::set<std::string> removed_since(const Wiki& wiki, const ImportPlan& plan) {
  std::unordered_map<std::string, BlobId> wanted;  // pages to be added, not yet decided
  for (const Change& change : plan.changes.changes)
    if (change.base.empty()) wanted.emplace(change.path.str(), blob_id(*change.content));
  std::set<std::string> seen, gone;
  if (wanted.empty()) return gone;
  wiki.walk_back([&](const CommitInfo& commit, const std::vector<TreeChange>& changes) {
    for (const TreeChange& change : changes) {
      const auto page = wanted.find(change.path);
      if (page == wanted.end()) continue;
      // Of a page's last commit: one that took its import back leaves no trace.
      const bool undone = seen.insert(change.path).second && change.after.empty() && commit.pass == "undo";
      const bool had_it = change.before == page->second || change.after == page->second;
      if (had_it && !undone) gone.insert(change.path);
      if (had_it || undone) wanted.erase(page);
    }
    return !wanted.empty();
  });
  return gone;
}

}  // namespace ai_memory
