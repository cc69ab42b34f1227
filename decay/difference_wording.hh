// What may be written one way or another and says the same: brought into one form before two texts are compared for a
// merge. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "decay/difference_units.hh"

namespace ai_memory {

// The text with the usual width of letters, digits and the marks between them, straight quotation marks and
// apostrophes, 。 and 、 for ．and ，, and "and" for "&" between blanks. What stands in code stays as it is. Lines stay
// lines.
std::string usual_writing(std::string_view body);

// The units that say something, without articles and fillers ("really", "also"; "just" behind "we"), contractions as
// words ("it's" as "it is"), "while the sale was on" as "during the sale". Units of code stay.
std::vector<Unit> plain_units(const std::vector<Unit>& units);

// Whether two runs of hiragana are one but for politeness: です and である, しました and した, が and は.
bool same_glue(std::string_view a, std::string_view b);

// Whether two sentences have the same units and differ in their order alone, in a way that no name, number or role can
// have changed places by: an adverbial such as "from now on" at the start or at the end; two phrases of Japanese next
// to each other, each with a particle of its own. Units as plain_units() has them.
bool in_other_order(const std::vector<Unit>& a, const std::vector<Unit>& b);

}  // namespace ai_memory
