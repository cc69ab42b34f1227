// How much a group of fading pages knows that no living page does. Pure.
#pragma once

#include <vector>

namespace ai_memory {

// Vectors of unit length, all of one length. The largest, over the members, of the smallest distance (1 − cosine,
// 0 to 2) to one of `others`; 1 if there are no others, or no vectors.
double novelty(const std::vector<const std::vector<float>*>& members,
               const std::vector<const std::vector<float>*>& others);

}  // namespace ai_memory
