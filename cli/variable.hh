// A variable of the environment that somebody named in the settings.
#pragma once

#include <string>

namespace ai_memory {

// Its value without blanks and line ends behind it, as a key from a file has them; empty if it is not set, or `name`
// is empty.
std::string variable(const std::string& name);

}  // namespace ai_memory
