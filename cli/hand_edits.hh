// Words for pages whose bytes are not those of the last commit.
#pragma once

#include <string_view>

#include "wiki/wiki.hh"

namespace ai_memory {

std::string_view state_text(HandEdit::State state);  // "modified", "new", "removed", …
// False for what the user has staged or tells git to ignore.
bool can_commit(const HandEdit& edit);

}  // namespace ai_memory
