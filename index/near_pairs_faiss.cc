// In the module ai-memory-clusters.
#include <algorithm>
#include <cstdint>
#include <faiss/IndexFlat.h>
#include <faiss/impl/AuxIndexStructures.h>

#include "index/near_pairs.hh"
#include "index/parts.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kBatch = 256;  // rows asked at once: what is found is held until they are done

void run(const float* points, std::size_t rows, int dimension, float from,
         void (*found)(void* context, std::size_t i, std::size_t j), void* context) {
  faiss::IndexFlatIP index(dimension);
  using Id = decltype(faiss::Index::ntotal);
  index.add(static_cast<Id>(rows), points);
  for (std::size_t first = 0; first < rows; first += kBatch) {
    const std::size_t count = std::min(kBatch, rows - first);
    faiss::RangeSearchResult result(count);
    index.range_search(static_cast<Id>(count), points + first * static_cast<std::size_t>(dimension), from, &result);
    for (std::size_t asked = 0; asked < count; ++asked)
      for (std::size_t i = result.lims[asked]; i < result.lims[asked + 1]; ++i)
        if (const auto other = static_cast<std::size_t>(result.labels[i]); other > first + asked)
          found(context, first + asked, other);
  }
}

}  // namespace
}  // namespace ai_memory

AI_MEMORY_PART_FUNCTION(const char*, ai_memory_near_pairs)
(const float* points, std::size_t rows, int dimension, float from,
 void (*found)(void* context, std::size_t i, std::size_t j), void* context) {
  return ai_memory::problem_of([&] { ai_memory::run(points, rows, dimension, from, found, context); });
}
