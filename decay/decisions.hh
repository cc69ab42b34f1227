// Sentences that tell what was decided or is to be done. By form alone, English and Japanese. Pure.
#pragma once

#include <string_view>

namespace ai_memory {

// "Decision: …", "We agreed to …", "Action item: …", 「…に決めた」, 「次回: …」 and such.
bool tells_decision(std::string_view sentence);

// Whether what stands below is of that kind: a heading "Decisions", a line 「決めたこと:」.
bool announces_decisions(std::string_view line);

}  // namespace ai_memory
