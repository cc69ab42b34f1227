// Two statements in the same words and order but for one place: what stands there. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "decay/difference_statement.hh"

namespace ai_memory {

struct Slot {
  std::string kind;         // as in Difference
  std::string left, right;  // as it stands; both empty where only the verb is denied and nothing else differs
  bool is_value = true;     // false: a denial, a duty or an opposite
  Words agreeing;           // the words around it
  std::size_t weight = 0;   // see are_of_one_thing()
};

// The only place in which they differ, if a thing has one only of what can stand there: one value of the same unit,
// time, day, version, place or name behind the verb (in Japanese behind は), a word of a class of which one is true
// ("monthly", "Rust"), an opposite, a denial. Absent where "supports Python 3.9" and "3.11" may both be right, and
// where what differs says which thing is meant ("step 3 takes a minute").
std::optional<Slot> contradicting_slot(const Statement& left, const Statement& right);

}  // namespace ai_memory
