// Whether two texts agree in what their words do not show. Pure.
#pragma once

#include <string_view>

namespace ai_memory {

// Of two texts as normalised_text() has them: the lines that both have stand in one order (steps of a procedure, lines
// of code), and both have the same signs that may be facts: < > = arrows, fractions, currency, ✅ ❌, ~~, question marks.
// Emphasis, bullets, bars of tables and punctuation are none.
bool have_same_form(std::string_view left, std::string_view right);

struct BodyText {
  std::string_view body, normalised;  // and what normalised_text() made of it
};

// Whether one of two pages can be made of them: the same form, and no differences() before a merge. Their front matter
// is not looked at.
bool say_the_same(const BodyText& left, const BodyText& right);

}  // namespace ai_memory
