// Signs that two versions of a page were never brought together: git's markers, and the copies that sync tools make.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "wiki/page_path.hh"

namespace ai_memory {

// Line of the first `<<<<<<<` that `=======` and `>>>>>>>` follow, each at the start of a line; 1-based. Code blocks
// between fences are examples and do not count.
std::optional<std::size_t> conflict_marker_line(std::string_view text);

// The page that this one is a conflict copy of, by the names that Syncthing, Dropbox, Nextcloud and Seafile give;
// whether it exists is not asked.
std::optional<PagePath> original_of_copy(const PagePath& path);

}  // namespace ai_memory
