// What must stand in one order: the steps of a numbered list, the lines of code. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "decay/difference.hh"

namespace ai_memory {

// Two steps, or two lines of one block of code, that both texts have in another order; of kind "step" or "code".
std::optional<Difference> other_order(std::string_view left_body, std::string_view right_body);

}  // namespace ai_memory
