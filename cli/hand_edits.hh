// Words for pages whose bytes are not those of the last commit.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "cli/context.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

std::string_view state_text(HandEdit::State state);  // "modified", "new", "removed", …
// False for what the user has staged or tells git to ignore.
bool can_commit(const HandEdit& edit);

// Names the pages (of one project) that may not be read, so that nobody takes them for unchanged. Returns how many.
std::size_t warn_of_unreadable(Context& context, const std::optional<Project>& project = {});

}  // namespace ai_memory
