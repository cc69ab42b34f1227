// All pairs of points of a sphere that lie near each other, by FAISS. It is loaded when first asked for, see parts.hh.
#pragma once

#include <cstddef>
#include <vector>

#include "decay/cluster.hh"
#include "index/embedder.hh"

namespace ai_memory {

// Of a point at most so many pairs are given, the nearest: a thousand pages from one template are no million pairs.
inline constexpr std::size_t kMostPairsOfPoint = 64;

// Pairs with 1 − cosine <= `max_distance`, sorted. A pair is left out if each of its points has kMostPairsOfPoint
// nearer ones. `points`: of unit length and one dimension; an empty one is in no pair. Distances are computed in one
// way whatever the order of the points. Throws `failed` naming what is missing.
std::vector<NearPair> near_pairs(std::vector<Vector> points, double max_distance);

// What the module has: calls `found(context, i, j, product)` for each pair i < j whose product is `from` or more, give
// or take rounding. `points`: rows * dimension. Null when it is done, else what went wrong.
using FoundPair = void (*)(void* context, std::size_t i, std::size_t j, float product);
using NearPairsFunction = const char*(const float* points, std::size_t rows, int dimension, float from, FoundPair found,
                                      void* context);

}  // namespace ai_memory
