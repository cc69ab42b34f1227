// The module ai-memory-clusters.
#include <algorithm>
#include <cstdint>
#include <faiss/Clustering.h>
#include <faiss/IndexFlat.h>
#include <numeric>
#include <utility>
#include <vector>

#include "index/kmeans.hh"
#include "index/parts.hh"

namespace ai_memory {
namespace {

using Id = decltype(faiss::Index::ntotal);  // its name changed between versions of FAISS

constexpr int kRounds = 20;
constexpr std::size_t kMostAttempts = 10, kWork = 400'000;  // rows * groups, in all attempts

struct Dice {  // SplitMix64
  std::uint64_t state = 20250101;
  double next() {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
};

float dot(const float* a, const float* b, std::size_t count) {
  float sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

// k-means++ (Arthur and Vassilvitskii, SODA 2007): the farther a point is from the centres so far, the likelier it is
// the next.
std::vector<float> first_centres(const float* points, std::size_t rows, std::size_t columns, std::size_t groups,
                                 Dice& dice) {
  std::vector<float> centres;
  std::vector<double> apart(rows, 1);
  while (centres.size() < groups * columns) {
    double left = dice.next() * std::accumulate(apart.begin(), apart.end(), 0.0);
    std::size_t row = 0;
    while (row + 1 < rows && (left -= apart[row]) > 0) ++row;
    const float* const centre = points + row * columns;
    const bool is_first = centres.empty();
    centres.insert(centres.end(), centre, centre + columns);
    for (std::size_t i = 0; i < rows; ++i) {
      const double away = std::max(0.0, 1.0 - static_cast<double>(dot(points + i * columns, centre, columns)));
      apart[i] = is_first ? away : std::min(apart[i], away);
    }
  }
  return centres;
}

struct Attempt {
  std::vector<float> centres;
  std::vector<std::size_t> group_of;
  double sum = -1;  // of all cosines
};

Attempt attempt(const float* points, std::size_t rows, int dimension, std::size_t groups, Dice& dice) {
  faiss::ClusteringParameters parameters;
  parameters.spherical = true;
  parameters.niter = kRounds;
  parameters.min_points_per_centroid = 1;
  parameters.max_points_per_centroid = static_cast<int>(rows);
  faiss::Clustering clustering(dimension, static_cast<int>(groups), parameters);
  clustering.centroids = first_centres(points, rows, static_cast<std::size_t>(dimension), groups, dice);
  faiss::IndexFlatIP index(dimension);
  clustering.train(static_cast<Id>(rows), points, index);
  std::vector<float> products(rows);
  std::vector<Id> nearest(rows);
  index.reset();
  index.add(static_cast<Id>(groups), clustering.centroids.data());
  index.search(static_cast<Id>(rows), points, 1, products.data(), nearest.data());
  Attempt made{clustering.centroids, {}, std::accumulate(products.begin(), products.end(), 0.0)};
  for (const Id group : nearest) made.group_of.push_back(group < 0 ? 0 : static_cast<std::size_t>(group));
  return made;
}

void run(const float* points, std::size_t rows, int dimension, std::size_t groups, float* centres,
         std::size_t* group_of) {
  Dice dice;
  Attempt best;
  const std::size_t attempts = std::clamp<std::size_t>(kWork / (rows * groups), 1, kMostAttempts);
  for (std::size_t i = 0; i < attempts; ++i)
    if (Attempt made = attempt(points, rows, dimension, groups, dice); made.sum > best.sum) best = std::move(made);
  std::copy(best.centres.begin(), best.centres.end(), centres);
  std::copy(best.group_of.begin(), best.group_of.end(), group_of);
}

}  // namespace
}  // namespace ai_memory

AI_MEMORY_PART(const char*, ai_memory_kmeans)
(const float* points, std::size_t rows, int dimension, std::size_t groups, float* centres, std::size_t* group_of) {
  return ai_memory::problem_of([&] { ai_memory::run(points, rows, dimension, groups, centres, group_of); });
}
