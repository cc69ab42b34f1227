// What a repository other than the wiki's own says of the files in it.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "wiki/changeset.hh"
#include "wiki/time.hh"

namespace ai_memory {

// One file's commits in the repository that its folder belongs to.
struct GitTimes {
  Timestamp first{}, last{};  // author times
  BlobId blob;                // of its newest commit
};

// What git knows of the files below `folder`, by path relative to it, through renames that kept the text. Empty if the
// folder is in no git work tree, or in one that may not be read. Of a long history the newest 20,000 commits.
std::map<std::string, GitTimes> git_times(const std::filesystem::path& folder);

}  // namespace ai_memory
