#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <random>
#include <tuple>

#include "index/near_pairs.hh"

using namespace ai_memory;

namespace {

// Around `centres` points of the sphere, `spread` from each; every tenth is empty.
std::vector<Vector> random_points(std::mt19937& random, std::size_t count, std::size_t centres, double spread) {
  std::normal_distribution<double> normal;
  const auto direction = [&](const Vector& from, double by) {
    Vector point;
    double square = 0;
    for (std::size_t i = 0; i < 24; ++i) {
      const double value = (from.empty() ? 0 : static_cast<double>(from[i])) + by * normal(random);
      point.push_back(static_cast<float>(value));
      square += value * value;
    }
    for (float& value : point) value /= static_cast<float>(std::sqrt(square));
    return point;
  };
  std::vector<Vector> middle, points;
  for (std::size_t i = 0; i < centres; ++i) middle.push_back(direction({}, 1));
  for (std::size_t i = 0; i < count; ++i)
    points.push_back(i % 10 == 9 ? Vector() : direction(middle[i % centres], spread));
  return points;
}

// As the header has it, by the letter.
std::vector<NearPair> plain_pairs(const std::vector<Vector>& points, double most) {
  std::vector<NearPair> all;
  for (std::size_t a = 0; a < points.size(); ++a)
    for (std::size_t b = a + 1; b < points.size(); ++b) {
      if (points[a].empty() || points[b].empty()) continue;
      double product = 0;
      for (std::size_t i = 0; i < points[a].size(); ++i)
        product += static_cast<double>(points[a][i]) * static_cast<double>(points[b][i]);
      if (const double distance = std::max(0.0, 1 - product); distance <= most) all.push_back({a, b, distance});
    }
  std::sort(all.begin(), all.end(), [](const NearPair& x, const NearPair& y) {
    return std::tie(x.distance, x.a, x.b) < std::tie(y.distance, y.a, y.b);
  });
  std::vector<std::size_t> nearer(points.size());
  std::vector<NearPair> kept;
  for (const NearPair& pair : all) {
    if (nearer[pair.a] < kMostPairsOfPoint || nearer[pair.b] < kMostPairsOfPoint) kept.push_back(pair);
    ++nearer[pair.a], ++nearer[pair.b];
  }
  std::sort(kept.begin(), kept.end(),
            [](const NearPair& x, const NearPair& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); });
  return kept;
}

void check_same(const std::vector<NearPair>& found, const std::vector<NearPair>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].a == expected[i].a);
    CHECK(found[i].b == expected[i].b);
    CHECK(found[i].distance == expected[i].distance);
  }
}

}  // namespace

TEST_CASE("all near pairs are found, each once, in more points than are asked at once") {
  std::mt19937 random(1);
  const auto points = random_points(random, 700, 60, 0.08);
  const auto expected = plain_pairs(points, 0.15);
  CHECK(expected.size() > 1000);
  check_same(near_pairs(points, 0.15), expected);
}

TEST_CASE("of points that are all alike each has its nearest, and a pair stays if it is among those of one") {
  std::mt19937 random(2);
  const auto points = random_points(random, 400, 2, 0.03);
  const auto expected = plain_pairs(points, 0.15);
  CHECK(expected.size() < 400 * kMostPairsOfPoint);
  CHECK(expected.size() > 180 * kMostPairsOfPoint);
  check_same(near_pairs(points, 0.15), expected);
}

TEST_CASE("fewer than two points have no pair, and need no module") {
  CHECK(near_pairs({}, 0.15).empty());
  CHECK(near_pairs({Vector(), Vector{1, 0}, Vector()}, 0.15).empty());
}
