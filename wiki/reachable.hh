// Whether all that history names is there.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "wiki/git.hh"

namespace ai_memory {

struct MissingObject {
  std::string id;
  std::string what;  // "notes/plan.md of commit 1a2b3c4d5e", "commit …, before commit …"
};

// Objects that a branch, tag or other ref leads to and that are not in the repository; each once. Nothing is looked for
// behind one of `broken`, behind a missing one, before a shallow clone's border, or in a submodule.
std::vector<MissingObject> missing_objects(git_repository* repo, const std::set<std::string>& broken);

}  // namespace ai_memory
