// Mends what a crash of the machine or a failing disk can leave of a repository: files that are gone, have no bytes or
// cannot be read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "wiki/time.hh"

namespace ai_memory {

// What repair_wiki would do, a line each; empty: nothing is broken that it can mend. Changes nothing.
std::vector<std::string> plan_repair(const std::filesystem::path& home);

// Does it, and returns what was done. No page is touched and nothing is deleted: broken files go to
// .git/ai-memory-damaged/. Objects are written back from pages on disk and from git's index, the branch from its log.
// Each file is replaced in one step: after a kill at any moment it can be done again. While a pack had no index, the
// rest is seen only afterwards: then there may be a second plan.
// Throws conflict while another process writes, with nothing done.
std::vector<std::string> repair_wiki(const std::filesystem::path& home, Timestamp now);

}  // namespace ai_memory
