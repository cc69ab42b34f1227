// Two sentences that are taken to be about the same thing: what differs. See Strictness for what counts.
#pragma once

#include <string_view>
#include <vector>

#include "decay/difference.hh"
#include "decay/difference_units.hh"

namespace ai_memory {

// Kind, left and right only; the sentences and lines are filled in by differences().
std::vector<Difference> compare_for_merging(const std::vector<Unit>& left, const std::vector<Unit>& right);

// The contradictions between the statements of two pages. `left_title` empty: unknown.
std::vector<Difference> contradictions(const std::vector<Sentence>& left, std::string_view left_title,
                                       const std::vector<Sentence>& right, std::string_view right_title);

}  // namespace ai_memory
