// Where a text goes that a person writes to a page by name, whether or not there is such a page yet.
#pragma once

#include <string>
#include <vector>

#include "cli/context.hh"

namespace ai_memory {

// The page that is there under this name, else the name of a new one by the rules for those. Throws `usage` for a name
// that no page can have, and where a colon would make a project by accident.
PagePath page_to_write(Context& context, const std::string& typed);

// Pages that some file systems could not tell from `path`, or that a person would take for it.
std::vector<PagePath> twins_of(Context& context, const PagePath& path);

// Throws `conflict` if a page is there that some file systems could not tell from `path`, or that a person would take
// for it.
void refuse_twin(Context& context, const PagePath& path);

}  // namespace ai_memory
