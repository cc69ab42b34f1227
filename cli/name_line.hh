// Names of pages where each stands on a line for a program to read.
#pragma once

#include <string>
#include <string_view>

namespace ai_memory {

// Control characters, which only a file named by hand can have, as visible() writes them (`\x0a`): the name is one line
// and one column, whatever is in it. All other bytes stay as they are.
std::string name_line(std::string_view name);

}  // namespace ai_memory
