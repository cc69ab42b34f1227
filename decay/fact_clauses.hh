// Where people end one statement and begin the next, apart from the marks of markdown. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "decay/difference_units.hh"

namespace ai_memory {

// The body with an empty line between lines that are sentences of their own: behind a sentence's end, behind a short
// line, before a line of Japanese; and with ✗ for ~~. Code, tables, quotations and indented lines stay as they are.
std::string with_lines_apart(std::string_view body);

// The clauses of a sentence, by commas, brackets, "and" and "but". None has less than two words that tell something.
std::vector<TextPart> clauses_of(std::string_view sentence);

}  // namespace ai_memory
