// "Did you mean …": the known word closest to one that is not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

// Empty if none is near: more than a third of the letters differ, counted as insertions, removals, exchanges and
// swaps of neighbours; all letters in the wrong case count as one. Ties: the first of `known`.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

// "did you mean `x`?" or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace ai_memory
