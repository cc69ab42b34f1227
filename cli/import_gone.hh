// Pages that an import brought once and that are no longer there: a second import must not undo a sweep.
#pragma once

#include <set>
#include <string>

#include "cli/import_plan.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

// Of the pages that `plan` would add, those whose very text the wiki held under that name before it was removed or
// renamed. What an undo took back counts as never imported.
std::set<std::string> removed_since(const Wiki& wiki, const ImportPlan& plan);

}  // namespace ai_memory
