// Many small object files of git into one pack. Nothing is pruned, what no commit reaches included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ai_memory {

struct PackReport {
  std::size_t objects = 0;           // moved into the pack, or to be moved
  std::uint64_t bytes = 0;           // what their files held
  std::uint64_t pack_bytes = 0;      // what the pack holds; 0 in a dry run
  std::size_t packs = 0;             // in the repository, afterwards
  std::size_t leftovers = 0;         // half-written files of killed commands, an hour old, removed or to be removed
  std::vector<std::string> damaged;  // files that cannot be read as the object they are named for; left alone
};

// Held in git's folder by who packs.
constexpr const char* kMaintainLock = "ai-memory-maintain.lock";

// What libgit2 was writing below the folder `objects` when its process was killed, or is writing now: nobody does who
// holds both the lock of writers and that of packers.
std::vector<std::filesystem::path> left_temporaries(const std::filesystem::path& objects);

// Packs all loose objects of the repository whose work tree is `root`. A file goes only when the pack that has its
// object is safely on disk, so other processes may read, write and be killed at any time. Throws conflict if another
// process is packing.
PackReport pack_loose_objects(const std::filesystem::path& root, bool dry_run);

}  // namespace ai_memory
