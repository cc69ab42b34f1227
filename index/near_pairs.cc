#include "index/near_pairs.hh"

#include <algorithm>
#include <tuple>

#include "index/parts.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr double kRounding = 1e-4;  // how far the module's products may be off

// Points one behind the other, without those that are empty.
struct Rows {
  std::size_t dimension = 0;
  std::vector<float> values;
  std::vector<std::size_t> point;  // behind each row

  double distance(std::size_t a, std::size_t b) const {
    const float* const x = values.data() + a * dimension;
    const float* const y = values.data() + b * dimension;
    double product = 0;
    for (std::size_t i = 0; i < dimension; ++i) product += static_cast<double>(x[i]) * static_cast<double>(y[i]);
    return std::max(0.0, 1.0 - product);
  }
};

// Takes each point's memory when it has been copied: there may be many.
Rows rows_of(std::vector<Vector> points) {
  Rows rows;
  std::size_t count = 0;
  for (const Vector& point : points) count += point.size();
  rows.values.reserve(count);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].empty()) continue;
    rows.dimension = points[i].size();
    rows.point.push_back(i);
    rows.values.insert(rows.values.end(), points[i].begin(), points[i].end());
    Vector().swap(points[i]);
  }
  return rows;
}

class Collector {
 public:
  Collector(const Rows& rows, double most) : rows_(rows), most_(most), nearest_(rows.point.size()) {}

  // `product`: give or take kRounding. Where all pages are alike, it spares most pairs the exact one.
  void take(std::size_t a, std::size_t b, float product) {
    const double at_least = 1 - static_cast<double>(product) - kRounding;
    if (is_full_within(a, at_least) && is_full_within(b, at_least)) return;
    const NearPair pair{rows_.point[a], rows_.point[b], rows_.distance(a, b)};
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

  bool is_full_within(std::size_t row, double distance) const {
    return nearest_[row].size() == kMostPairsOfPoint && nearest_[row].front().distance < distance;
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

  const Rows& rows_;
  double most_;
  std::vector<std::vector<NearPair>> nearest_;  // of each row a heap, the farthest on top
};

}  // namespace

std::vector<NearPair> near_pairs(std::vector<Vector> points, double max_distance) {
  const Rows rows = rows_of(std::move(points));
  if (rows.point.size() < 2) return {};
  auto* const find = load_part<NearPairsFunction>("clusters", "ai_memory_near_pairs");
  Collector collector(rows, max_distance);
  const FoundPair take = [](void* context, std::size_t i, std::size_t j, float product) {
    static_cast<Collector*>(context)->take(i, j, product);
  };
  const auto from = static_cast<float>(1 - max_distance - kRounding);
  if (const char* problem =
          find(rows.values.data(), rows.point.size(), static_cast<int>(rows.dimension), from, take, &collector))
    throw Error(ErrorKind::failed, std::string("pages near each other could not be found: ") + problem);
  return collector.pairs();
}

}  // namespace ai_memory
