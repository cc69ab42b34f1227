// A wrong command line, told as a person would: the thing, the cause, what to type instead.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/option_table.hh"
#include "wiki/error.hh"

namespace ai_memory {

// What is wrong by the look of the words alone: an option that there is not, a value or an argument that lacks or is
// one too many. `arguments` without the command's name.
std::optional<Error> find_usage_error(const CommandInfo& info, const std::vector<std::string>& arguments);

// What CLI11 says of the rest; `message` is its own ("--tier: x not in {a,b}", "--a excludes --b").
Error usage_error(const CommandInfo& info, const std::string& message);

}  // namespace ai_memory
