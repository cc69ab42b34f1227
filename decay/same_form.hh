// Whether two texts agree in what their words do not show. Pure.
#pragma once

#include <string_view>

namespace ai_memory {

// Of two texts as normalised_text() has them: the lines that both have stand in one order (steps of a procedure, lines
// of code), and both have the same signs that may be facts: < > = arrows, fractions, currency, ✅ ❌, ~~, question marks.
// Emphasis, bullets, bars of tables and punctuation are none.
bool have_same_form(std::string_view left, std::string_view right);

}  // namespace ai_memory
