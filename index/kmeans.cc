#include "index/kmeans.hh"

#include "index/parts.hh"
#include "wiki/error.hh"

namespace ai_memory {

Clusters spherical_kmeans(const std::vector<Vector>& points, std::size_t count) {
  auto* const kmeans = load_part<KMeansFunction>("clusters", "ai_memory_kmeans");
  const std::size_t dimension = points.front().size();
  std::vector<float> rows, centres(count * dimension);
  for (const Vector& point : points) rows.insert(rows.end(), point.begin(), point.end());
  Clusters clusters{std::vector<std::size_t>(points.size()), {}};
  if (const char* problem =
          kmeans(rows.data(), points.size(), static_cast<int>(dimension), count, centres.data(), clusters.of.data()))
    throw Error(ErrorKind::failed, std::string("topics: the pages could not be grouped: ") + problem);
  for (std::size_t group = 0; group < count; ++group) {
    const auto from = centres.begin() + static_cast<std::ptrdiff_t>(group * dimension);
    clusters.centres.emplace_back(from, from + static_cast<std::ptrdiff_t>(dimension));
  }
  return clusters;
}

}  // namespace ai_memory
