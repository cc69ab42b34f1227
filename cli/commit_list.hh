// Lists of commits and of a page's versions, as text or JSON.
#pragma once

#include <optional>
#include <vector>

#include "cli/context.hh"
#include "wiki/history.hh"

namespace ai_memory {

struct ListedCommit {
  CommitInfo commit;
  std::size_t pages = 0;  // paths it changed
};
// Newest first; only those that changed a page of `project`, if given.
std::vector<ListedCommit> recent_commits(const Wiki& wiki, const std::optional<Project>& project, std::size_t limit);

void print_commits(Context& context, const std::vector<ListedCommit>& commits);
void print_versions(Context& context, const PagePath& path, const std::vector<Version>& versions);
void print_runs(Context& context, const std::vector<RunSummary>& runs);
// What a run was: "import: 3 pages from notes, 2026-11-29 12:00".
std::string run_words(const RunSummary& run);

}  // namespace ai_memory
