// Names of pages, projects and workspaces that a word may go on to be, read from the folders of the wiki alone: nothing
// is opened, changed or told, and what cannot be read is not there.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "wiki/page_path.hh"

namespace ai_memory {

// A folder at a time, as shells complete files: `notes/pl` gives "notes/plan.md" and "notes/plans/". Where nothing of
// the kind begins so, pages of the project whose file name does ("pla" gives "notes/plan.md"), then names of projects
// ("sh" gives "shop:"). Upper and lower case count only if that leaves something. Sorted.
std::vector<std::string> page_words(const std::filesystem::path& wiki_root, const Project& project,
                                    const std::filesystem::path& current_dir, const std::string& typed);

// Projects of `workspace`, and those of others as "workspace/project".
std::vector<std::string> project_words(const std::filesystem::path& wiki_root, const std::string& workspace);
std::vector<std::string> workspace_words(const std::filesystem::path& wiki_root);

}  // namespace ai_memory
