// HEAD of a repository at rest, read as files: libgit2 takes longer to start than a search takes. Pure reading.
#pragma once

#include <filesystem>
#include <optional>

#include "wiki/changeset.hh"

namespace ai_memory {

// The commit on HEAD's branch; absent unless everything is plain: a `.git` folder that is ours, with the settings that
// git itself puts there, on a branch with a commit, and nothing that a killed command would have left. Then libgit2
// must look, and says what is wrong, if anything is.
std::optional<CommitId> quick_head(const std::filesystem::path& root);

}  // namespace ai_memory
