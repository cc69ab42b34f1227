// A folder of plain markdown (an Obsidian vault, notes of another tool) as pages of one project.
#pragma once

#include <filesystem>
#include <string>

#include "cli/import_plan.hh"
#include "wiki/page_path.hh"

namespace ai_memory {

// Called with the number of files read so far, from 0 on, and of those found.
using ImportProgress = std::function<void(std::size_t done, std::size_t total)>;

// All markdown files (.md, .markdown) below `folder`, or `folder` itself if it is such a file, sorted by name. Every
// byte of a file is kept, its place below the folder too; a name that a page cannot have is changed and the change
// reported. Symbolic links are not followed; they and files that are not markdown are counted as skipped; names that
// begin with a dot are left out silently. Files over the page limit and unreadable ones are problems. Throws not_found
// if there is no such file or folder.
ImportRead read_folder(const std::filesystem::path& folder, const Project& project,
                       const ImportProgress& progress = {});

// `relative` ("ideas/What?.md", '/'-separated) as a page path below `project`: the same name if a page may have it;
// else the parts that are refused become slugs.
PagePath page_path_for(const Project& project, const std::string& relative);

}  // namespace ai_memory
