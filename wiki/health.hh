// What is wrong with a wiki and its repository, found by looking only. For `doctor`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "wiki/time.hh"

namespace ai_memory {

struct Finding {
  enum class Level {
    good,
    note,     // worth knowing, nothing to do
    warning,  // works, but something should be done
    fault,    // does not work, or text is at risk
  };
  Level level = Level::good;
  std::string what;   // the thing: "git repository", or a file
  std::string cause;  // one line
  std::string hint;   // what to do; may be empty
};

// The folders, what git needs to be in order (HEAD, refs, index, locks, interrupted work, identity), the objects of
// HEAD's tree, and free space. Works for a repository that Wiki::open refuses. `every_object`: also reads and checks
// every object there is.
std::vector<Finding> examine_wiki(const std::filesystem::path& home, Timestamp now, bool every_object);

}  // namespace ai_memory
