// Who is nearest to whom, exactly, among all pages.
#pragma once

#include <cstdint>
#include <vector>

#include "index/page_vectors.hh"

namespace ai_memory {

inline constexpr std::size_t kMostNear = 8;  // automatic edges of a page

struct Near {
  std::size_t row = 0;  // of the PackedVectors
  double cosine = 0;
};

// From which cosine on two pages are near: for two texts without spaces, and for all other pairs.
struct NearFrom {
  double spaced = 0, unspaced = 0;
  bool ever() const { return spaced <= 1 || unspaced <= 1; }  // false: spelling alone says nothing of whole pages
  double of(Script a, Script b) const { return a == Script::unspaced && b == Script::unspaced ? unspaced : spaced; }
};

// For each row of `asked` (row numbers of `all`, each once) the rows that are near it, the nearest kMostNear of them,
// ties by path; never itself. `offers`, if not null, gets every pair that is near enough, whatever its place: (row of
// `all` that is not asked, what it is offered).
std::vector<std::vector<Near>> near_lists(const PackedVectors& all, const std::vector<std::size_t>& asked,
                                          const NearFrom& from,
                                          std::vector<std::pair<std::size_t, Near>>* offers = nullptr);

// The nearest kMostNear of what it held and `one`.
void keep_near(std::vector<Near>& list, const Near& one, const PackedVectors& all);

}  // namespace ai_memory
