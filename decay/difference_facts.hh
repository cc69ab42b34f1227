// Whether two texts in other words state other facts. Pure.
#pragma once

#include <string_view>

namespace ai_memory {

// Of the differences() before a merge, those that no rewording explains: aligned sentences with values of one kind
// (number, date, name …) on both sides that the whole other text has not; a denial on one side only; opposites. What
// one side alone tells is more, not other. For who checks what becomes of the texts; a merge wants the words alike too.
bool state_other_facts(std::string_view left_body, std::string_view right_body);

}  // namespace ai_memory
