// What --help prints.
#pragma once

#include <cstddef>
#include <string>

#include "cli/option_table.hh"

namespace ai_memory {

// All commands by theme.
std::string help_text();
// One command: usage, options, an example; lines of at most `columns` where words allow it.
std::string help_text(const CommandInfo& info, std::size_t columns);
// A line that can be typed, or empty.
std::string_view example_of(std::string_view command);

}  // namespace ai_memory
