// A folder of plain markdown (an Obsidian vault, a folder of basic-memory, notes of another tool) as pages of one
// project.
#pragma once

#include <filesystem>
#include <string>

#include "cli/import_names.hh"
#include "cli/import_plan.hh"

namespace ai_memory {

// Called with the number of files read so far, from 0 on, and of those found.
using ImportProgress = std::function<void(std::size_t done, std::size_t total)>;

struct FolderImport {
  std::filesystem::path folder;  // or one file
  Project project;
  std::string into;  // a folder of the project that the pages go below; empty: the project itself
  Timestamp now{};   // no page was written later
};

// All markdown files (.md, .markdown) below the folder, or the one file if it is such, sorted by name. Every byte of a
// file is kept, its place below the folder too; the pages are called as page_path_for() says until name_pages() tells
// them apart. Symbolic links are not followed; they, files that are not markdown and hidden markdown are counted; dot
// folders are passed over. Files over the page limit and unreadable ones are problems. Throws not_found if there is no
// such file or folder.
ImportRead read_folder(const FolderImport& import, const ImportProgress& progress = {});

}  // namespace ai_memory
