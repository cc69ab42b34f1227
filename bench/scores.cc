#include "bench/scores.hh"

#include <algorithm>

namespace ai_memory {
namespace {

double recall(const std::vector<PagePath>& found, const std::set<PagePath>& wanted, std::size_t depth) {
  const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(depth, found.size()));
  const auto hits = std::count_if(found.begin(), end, [&](const PagePath& path) { return wanted.contains(path); });
  return static_cast<double>(hits) / static_cast<double>(wanted.size());
}

}  // namespace

void Scores::add(const std::vector<PagePath>& found, const std::set<PagePath>& wanted) {
  ++questions;
  recall_1 += recall(found, wanted, 1);
  recall_5 += recall(found, wanted, 5);
  recall_10 += recall(found, wanted, 10);
  for (std::size_t rank = 0; rank < found.size(); ++rank) {
    if (!wanted.contains(found[rank])) continue;
    reciprocal_rank += 1.0 / static_cast<double>(rank + 1);
    if (rank == 0) hit_1 += 1;
    if (rank < 5) hit_5 += 1;
    return;
  }
}

}  // namespace ai_memory
