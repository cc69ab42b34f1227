// In the module ai-memory-clusters.
#include <algorithm>
#include <cstdint>
#include <faiss/impl/AuxIndexStructures.h>
#include <faiss/utils/distances.h>

#include "index/near_pairs.hh"
#include "index/parts.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kBatch = 256;  // rows asked at once: what is found is held until they are done

void run(const float* points, std::size_t rows, int dimension, float from, FoundPair found, void* context) {
  const auto columns = static_cast<std::size_t>(dimension);
  for (std::size_t first = 0; first < rows; first += kBatch) {
    const std::size_t count = std::min(kBatch, rows - first);
    const float* const asked_of = points + first * columns;  // and those behind them: each pair once
    faiss::RangeSearchResult result(count);
    faiss::range_search_inner_product(asked_of, asked_of, columns, count, rows - first, from, &result);
    for (std::size_t asked = 0; asked < count; ++asked)
      for (std::size_t i = result.lims[asked]; i < result.lims[asked + 1]; ++i)
        if (const auto other = static_cast<std::size_t>(result.labels[i]); other > asked)
          found(context, first + asked, first + other, result.distances[i]);
  }
}

}  // namespace
}  // namespace ai_memory

AI_MEMORY_PART_FUNCTION(const char*, ai_memory_near_pairs)
(const float* points, std::size_t rows, int dimension, float from, ai_memory::FoundPair found, void* context) {
  return ai_memory::problem_of([&] { ai_memory::run(points, rows, dimension, from, found, context); });
}
