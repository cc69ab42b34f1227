// What earlier imports brought, by the history: a second one must not undo a sweep, nor mix files up.
#pragma once

#include <set>
#include <string>

#include "cli/import_names.hh"
#include "cli/import_plan.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

struct HeldBefore {
  std::set<std::string> gone;    // of the pages to add: held that very text, and were removed or renamed since
  std::set<std::string> edited;  // of the pages that are kept: held the source's text, and were changed since
};
// Looks in the history for what `plan` would bring. What an undo took back counts as never imported.
HeldBefore held_before(const Wiki& wiki, const ImportPlan& plan);

// Which files the pages of the project were, so that a file keeps the page it has. An import that was undone counts as
// never made.
ImportedFiles imported_files(const Wiki& wiki, const Project& project);

}  // namespace ai_memory
