// Which libgit2 runs.
#pragma once

#include <string>

namespace ai_memory {

// Of the library on this system, as "1.5.1"; loads it. Throws Error (failed) when there is none.
std::string libgit2_version();

}  // namespace ai_memory
