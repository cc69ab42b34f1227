#include "dream/novelty.hh"

#include <algorithm>
#include <cassert>

namespace ai_memory {
namespace {

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  assert(a.size() == b.size());
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return std::clamp(sum, -1.0, 1.0);
}

}  // namespace

double novelty(const std::vector<const std::vector<float>*>& members,
               const std::vector<const std::vector<float>*>& others) {
  if (members.empty() || others.empty()) return 1;
  double most = 0;
  for (const auto* const member : members) {
    double nearest = 2;
    for (const auto* const other : others) nearest = std::min(nearest, 1 - cosine(*member, *other));
    most = std::max(most, nearest);
  }
  return most;
}

}  // namespace ai_memory
