// The check of an option that counts something.
#pragma once

#include <functional>
#include <string>

namespace ai_memory {

// For CLI::Option::check. Takes whole numbers from `least` to a billion; the text that it returns says what is wrong.
std::function<std::string(const std::string&)> whole_number(long least);

}  // namespace ai_memory
