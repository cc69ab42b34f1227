// Which pages `move-page FROM TO` means, and the names they get.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/scope.hh"
#include "wiki/page_path.hh"

namespace ai_memory {

struct PageMove {
  PagePath from, to;
};

struct NamesInWiki {
  std::vector<PagePath> pages;                               // all, sorted
  std::function<bool(const std::string& folder)> is_folder;  // on disk
  std::function<bool(const std::string& path)> exists;       // anything on disk
};

// "notes", "notes/", "shop:notes", "shop:" as a folder of the wiki ("default/shop/notes"): the first of those it may
// mean that is there; absent if none is.
std::optional<std::string> existing_folder(const PathRequest& request, const NamesInWiki& names);

// A page: TO is its new name, or a folder to go into if it ends in '/' or ':' or is one.
PageMove name_page(const PagePath& from, const PathRequest& to, const NamesInWiki& names);

// A folder with all its pages: into TO if that is a folder, else it becomes TO. A whole project ("shop:") has its pages
// put at TO itself. Throws `usage` if TO lies in the folder.
std::vector<PageMove> name_folder(const std::string& folder, bool whole_project, const PathRequest& to,
                                  const NamesInWiki& names);

// Throws: `usage` for a page moved onto itself or a name that no page may have, `conflict` where something has the name
// already or one that differs in case alone.
void check_moves(const std::vector<PageMove>& moves, const NamesInWiki& names);

}  // namespace ai_memory
