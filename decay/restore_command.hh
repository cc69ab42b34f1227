// How a person brings a text back that was shortened or merged away. Pure.
#pragma once

#include <string>

#include "wiki/page_path.hh"

namespace ai_memory {

// "ai-memory restore-page --at abc1234 shop:notes/plan.md", for a shell. `commit` has the text.
std::string restore_command(const std::string& commit, const PagePath& path);
// The same for the last version there was.
std::string restore_command(const PagePath& path);

}  // namespace ai_memory
