// Points of a sphere in groups, by FAISS. It is loaded when first asked for, see parts.hh.
#pragma once

#include <cstddef>
#include <vector>

#include "index/embedder.hh"

namespace ai_memory {

struct Clusters {
  std::vector<std::size_t> of;  // the group of each point
  std::vector<Vector> centres;  // of unit length
};

// Spherical k-means: 1 <= count <= points.size(), all of unit length and one dimension. The same points in the same
// order give the same groups; a group may stay empty. Throws `failed` naming what is missing.
Clusters spherical_kmeans(const std::vector<Vector>& points, std::size_t count);

// What the module has. `points`: rows * dimension; `centres`: room for groups * dimension; `group_of`: for `rows`. Null
// when it is done, else what went wrong.
using KMeansFunction = const char*(const float* points, std::size_t rows, int dimension, std::size_t groups,
                                   float* centres, std::size_t* group_of);

}  // namespace ai_memory
