// Whether two texts in other words state other facts. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "decay/difference.hh"

namespace ai_memory {

// Goes up whenever two texts that state other facts might not any more: that they do is remembered.
inline constexpr int kFactRules = 1;

// A fact in which they contradict each other: a value, name, denial, opposite, box or sign that differs where the same
// is spoken of, or under the same heading; who does what to whom; steps, cells or lines of code in another order. Of
// kind, left and right as Difference has it, or "opposite", "mark", "order", "step", "cell", "code", "place"; no lines.
//
// What one side alone tells is more, not other, and the order of statements and of words in one says nothing; nor do
// endings, "three" for 3, 三 for 3, or a date told more fully. For who checks what becomes of the texts; a merge wants
// the words alike too.
std::optional<Difference> other_fact(std::string_view left_body, std::string_view right_body);

}  // namespace ai_memory
