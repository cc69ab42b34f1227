// Pages that git keeps out of the work tree on purpose: by a sparse checkout, or `git update-index --skip-worktree`.
#pragma once

#include <cstddef>
#include <filesystem>

namespace ai_memory {

// How many pages git's index has that are meant to be absent from disk. 0 if the index cannot be read.
std::size_t pages_left_out(const std::filesystem::path& wiki_root);

}  // namespace ai_memory
