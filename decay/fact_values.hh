// Whether two values can be of one thing. Pure.
#pragma once

#include "decay/fact_statements.hh"

namespace ai_memory {

// Whether who has `known` knows `value`: the same, in a date that is fuller or less full, or a number without its unit.
bool tells_value(const FactValue& known, const FactValue& value);

// Whether a thing cannot have both: numbers of one unit, dates that differ in what both give, other tokens of one kind.
// `same_words`: what stands around them is the same, so that other units say something else too.
bool values_conflict(const FactValue& a, const FactValue& b, bool same_words);

}  // namespace ai_memory
