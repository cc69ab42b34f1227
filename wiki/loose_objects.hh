#pragma once

#include <filesystem>

#include "wiki/git.hh"

namespace ai_memory::git {

// From now on a loose object of `folder` that is cut short or damaged is an error that names its file; libgit2 1.5 by
// itself would read it for ever. An empty one counts as absent.
void guard_loose_objects(git_odb* odb, const std::filesystem::path& folder);

}  // namespace ai_memory::git
