// Pages that a commit moved to other names, as its message says. The bytes alone may not tell: links in a page that
// moves are rewritten with it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "wiki/wiki.hh"

namespace ai_memory {

// For the page's new path: "moved from notes/plan.md".
std::string moved_from(const PagePath& path);
// For the path that it leaves: "moved to archive/plan.md".
std::string moved_to(const PagePath& path);

// New path -> old path; empty for a commit that moved none.
std::map<std::string, std::string> moved_pages(const CommitInfo& commit);

// The same, and where the commit removed a text and put the same text at another path, once each: a page renamed by
// `mv` or `git mv`.
std::map<std::string, std::string> renamed_pages(const CommitInfo& commit, const std::vector<TreeChange>& changes);

// Whether a commit changed no more of its pages than where they are and what their links say; their text keeps its age.
bool is_move(const CommitInfo& commit);

// The passes of such commits: by a person's command, by a sweep.
inline constexpr const char* kMovePass = "move";
inline constexpr const char* kInboxPass = "inbox";

// The change as a unified diff with git's lines for a renamed file.
std::string renamed_diff(const PagePath& from, const PagePath& to, const std::string& before, const std::string& after);

}  // namespace ai_memory
