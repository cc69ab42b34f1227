#include "index/near_pairs.hh"

#include <algorithm>
#include <tuple>

#include "index/parts.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr double kRounding = 1e-4;  // how far the module's products may be off

double distance(const Vector& a, const Vector& b) {
  double product = 0;
  for (std::size_t i = 0; i < a.size(); ++i) product += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return std::max(0.0, 1.0 - product);
}

class Collector {
 public:
  Collector(const std::vector<Vector>& points, double most) : points_(points), most_(most), nearest_(points.size()) {}

  void take(std::size_t a, std::size_t b) {
    const NearPair pair{a, b, distance(points_[a], points_[b])};
    if (pair.distance > most_) return;
    keep(nearest_[a], pair);
    keep(nearest_[b], pair);
  }

  std::vector<NearPair> pairs() {
    std::vector<NearPair> all;
    for (auto& list : nearest_) {
      all.insert(all.end(), list.begin(), list.end());
      list.clear();
    }
    std::sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return key(x) < key(y); });
    all.erase(std::unique(all.begin(), all.end(), [](const auto& x, const auto& y) { return key(x) == key(y); }),
              all.end());
    return all;
  }

 private:
  static std::tuple<std::size_t, std::size_t> key(const NearPair& pair) { return {pair.a, pair.b}; }
  static bool nearer(const NearPair& x, const NearPair& y) {
    return std::tie(x.distance, x.a, x.b) < std::tie(y.distance, y.a, y.b);
  }

  static void keep(std::vector<NearPair>& heap, const NearPair& pair) {
    if (heap.size() == kMostPairsOfPoint) {
      if (!nearer(pair, heap.front())) return;
      std::pop_heap(heap.begin(), heap.end(), nearer);
      heap.pop_back();
    }
    heap.push_back(pair);
    std::push_heap(heap.begin(), heap.end(), nearer);
  }

  const std::vector<Vector>& points_;
  double most_;
  std::vector<std::vector<NearPair>> nearest_;  // a heap each, the farthest on top
};

}  // namespace

std::vector<NearPair> near_pairs(const std::vector<Vector>& points, double max_distance) {
  std::vector<std::size_t> row_of;  // the point behind each row
  std::vector<float> rows;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].empty()) continue;
    row_of.push_back(i);
    rows.insert(rows.end(), points[i].begin(), points[i].end());
  }
  if (row_of.size() < 2) return {};
  auto* const find = load_part<NearPairsFunction>("clusters", "ai_memory_near_pairs");
  Collector collector(points, max_distance);
  struct Found {
    Collector& collector;
    const std::vector<std::size_t>& row_of;
  } found{collector, row_of};
  const auto take = [](void* context, std::size_t i, std::size_t j) {
    const auto& to = *static_cast<Found*>(context);
    to.collector.take(to.row_of[i], to.row_of[j]);
  };
  const auto dimension = static_cast<int>(rows.size() / row_of.size());
  const auto from = static_cast<float>(1 - max_distance - kRounding);
  if (const char* problem = find(rows.data(), row_of.size(), dimension, from, take, &found))
    throw Error(ErrorKind::failed, std::string("pages near each other could not be found: ") + problem);
  return collector.pairs();
}

}  // namespace ai_memory
