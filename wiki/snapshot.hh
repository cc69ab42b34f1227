// A wiki as it stood at a commit: a home of its own to read and to search, which shares git's objects with the real
// one.
#pragma once

#include <filesystem>

#include "wiki/wiki.hh"

namespace ai_memory {

// The home of the wiki as committed in `commit`, in `wiki`'s state folder; made if it is not there. Only the few last
// used are kept. What is written in it is lost; its pages are those of that commit, its history ends there.
std::filesystem::path snapshot_home(const Wiki& wiki, const CommitId& commit);
// For one that turns out to be damaged: the next snapshot_home() makes it anew.
void forget_snapshot(const Wiki& wiki, const CommitId& commit);

}  // namespace ai_memory
