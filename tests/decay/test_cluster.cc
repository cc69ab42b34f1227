#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <map>
#include <random>
#include <set>

#include "decay/cluster.hh"

using namespace ai_memory;

namespace {

using Groups = std::vector<std::vector<std::size_t>>;

bool always(std::size_t, std::size_t) { return true; }

Groups groups_of(std::size_t count, const std::vector<NearPair>& pairs, ClusterOptions options = {}) {
  return cluster(count, pairs, options, always);
}

// Points on a line; all pairs of at most `reach`.
std::vector<NearPair> pairs_on_line(const std::vector<double>& points, double reach) {
  std::vector<NearPair> pairs;
  for (std::size_t a = 0; a < points.size(); ++a)
    for (std::size_t b = a + 1; b < points.size(); ++b)
      if (const double distance = std::abs(points[a] - points[b]); distance <= reach) pairs.push_back({a, b, distance});
  return pairs;
}

double distance_in(const std::vector<NearPair>& pairs, std::size_t a, std::size_t b) {
  for (const NearPair& pair : pairs)
    if (pair.a == std::min(a, b) && pair.b == std::max(a, b)) return pair.distance;
  return 2;
}

}  // namespace

TEST_CASE("two twins alone are a group up to the cap") {
  CHECK(groups_of(2, {{0, 1, 0.15}}) == Groups{{0, 1}});
  CHECK(groups_of(2, {{0, 1, 0.1500001}}).empty());
  CHECK(groups_of(2, {{0, 1, 0.0}}) == Groups{{0, 1}});
  CHECK(groups_of(2, {}).empty());
  CHECK(groups_of(0, {}).empty());
}

TEST_CASE("items in no pair are in no group") { CHECK(groups_of(9, {{2, 7, 0.01}}) == Groups{{2, 7}}); }

TEST_CASE("eps is the knee of the sorted distances to the nearest") {
  // Nearest: 0.01 0.02 0.14; 0.02 lies furthest below the line from 0.01 to 0.14.
  const std::vector<NearPair> pairs{{0, 1, 0.01}, {2, 3, 0.02}, {4, 5, 0.14}};
  CHECK(cluster_eps(6, pairs, {}) == doctest::Approx(0.02));
  CHECK(groups_of(6, pairs) == Groups{{0, 1}, {2, 3}});
  // A thousand isolated items more move nothing.
  CHECK(cluster_eps(1000, pairs, {}) == doctest::Approx(0.02));
}

TEST_CASE("without a knee eps is the cap") {
  const ClusterOptions options{2, 0.12};
  CHECK(cluster_eps(4, {{0, 1, 0.05}, {2, 3, 0.05}}, options) == doctest::Approx(0.12));  // flat
  CHECK(cluster_eps(2, {{0, 1, 0.05}}, options) == doctest::Approx(0.12));                // two points
  CHECK(cluster_eps(5, {}, options) == doctest::Approx(0.12));                            // none
  CHECK(cluster_eps(4, {{0, 1, 0.05}, {2, 3, 0.3}}, options) == doctest::Approx(0.12));   // too far to count
  CHECK(cluster_eps(3, {{0, 1, 0.01}, {1, 2, 0.1}}, options) == doctest::Approx(0.12));   // two distances
  CHECK(cluster_eps(6, {{0, 1, 0.02}, {2, 3, 0.05}, {4, 5, 0.08}}, options) == doctest::Approx(0.12));  // straight
  CHECK(cluster_eps(6, {{0, 1, 0.02}, {2, 3, 0.06}, {4, 5, 0.08}}, options) == doctest::Approx(0.12));  // bent up
}

TEST_CASE("exact twins do not make the knee 0 for the others") {
  const std::vector<NearPair> pairs{{0, 1, 0}, {2, 3, 0}, {4, 5, 0.05}};
  CHECK(cluster_eps(6, pairs, {}) == doctest::Approx(0.15));
  CHECK(groups_of(6, pairs) == Groups{{0, 1}, {2, 3}, {4, 5}});
}

TEST_CASE("a chain whose ends are apart is not one group") {
  CHECK(groups_of(3, {{0, 1, 0.05}, {1, 2, 0.06}}) == Groups{{0, 1}});
  CHECK(groups_of(3, {{0, 1, 0.06}, {1, 2, 0.05}}) == Groups{{1, 2}});
  CHECK(groups_of(3, {{0, 1, 0.05}, {1, 2, 0.05}}) == Groups{{0, 1}});  // a tie goes to the first paths
  CHECK(groups_of(3, {{0, 1, 0.05}, {1, 2, 0.05}, {0, 2, 0.1}}) == Groups{{0, 1, 2}});
}

TEST_CASE("parts join by the largest distance between them") {
  // 1-2 comes before 2-3, but 0 is as far from 2 as may be.
  CHECK(groups_of(4, {{0, 1, 0.05}, {1, 2, 0.09}, {0, 2, 0.14}, {2, 3, 0.10}}) == Groups{{0, 1}, {2, 3}});
  CHECK(groups_of(4, {{0, 1, 0.05}, {1, 2, 0.09}, {0, 2, 0.095}, {2, 3, 0.10}}) == Groups{{0, 1, 2}});
}

TEST_CASE("items at distance 0 are at one place though only some pairs say so") {
  CHECK(groups_of(4, {{0, 1, 0}, {0, 2, 0}, {0, 3, 0}}) == Groups{{0, 1, 2, 3}});
  CHECK(groups_of(4, {{0, 1, 0}, {1, 2, 0}, {0, 3, 0.1}}) == Groups{{0, 1, 2, 3}});
}

TEST_CASE("who may not join splits a group, those at distance 0 too") {
  const auto odd_apart = [](std::size_t a, std::size_t b) { return a % 2 == b % 2; };
  CHECK(cluster(5, {{0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {0, 4, 0}}, {}, odd_apart) == Groups{{0, 2, 4}, {1, 3}});
  CHECK(cluster(3, {{0, 1, 0.01}, {0, 2, 0.01}, {1, 2, 0.01}}, {}, odd_apart) == Groups{{0, 2}});
}

TEST_CASE("a larger min_pts wants more company for a core") {
  const ClusterOptions three{3, 0.15};
  CHECK(groups_of(2, {{0, 1, 0.01}}, three).empty());
  CHECK(groups_of(2, {{0, 1, 0}}, three).empty());
  CHECK(groups_of(3, {{0, 1, 0.01}, {1, 2, 0.01}, {0, 2, 0.02}}, three) == Groups{{0, 1, 2}});
  CHECK(groups_of(3, {{0, 1, 0}, {0, 2, 0}}, three) == Groups{{0, 1, 2}});
}

TEST_CASE("a border item goes to the nearest core, for it cannot lead from group to group") {
  // 3 is near one core of each side; only 0 1 2 and 4 5 6 are dense.
  const ClusterOptions options{3, 0.10};
  const std::vector<NearPair> pairs{{0, 1, 0.1}, {0, 2, 0.1},  {1, 2, 0.1}, {4, 5, 0.1}, {4, 6, 0.1},
                                    {5, 6, 0.1}, {3, 4, 0.09}, {3, 5, 0.1}, {3, 6, 0.1}};
  CHECK(groups_of(7, pairs, options) == Groups{{0, 1, 2}, {3, 4, 5, 6}});
}

TEST_CASE("groups are the same whatever the order of the pairs, and keep what they promise") {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(0, 1.2);
    std::vector<double> points(2 + seed % 29);
    for (double& point : points) point = std::round(place(random) * 100) / 100;  // with ties and zeros
    auto pairs = pairs_on_line(points, 0.3);
    const ClusterOptions options{2 + seed % 2, 0.15};
    const auto may_join = [&](std::size_t a, std::size_t b) { return (a * 7 + b * 13 + seed) % 5 != 0; };
    std::map<std::pair<std::size_t, std::size_t>, int> asked;
    const Groups groups = cluster(points.size(), pairs, options, [&](std::size_t a, std::size_t b) {
      CHECK(a < b);
      ++asked[{a, b}];
      return may_join(a, b);
    });
    const double eps = cluster_eps(points.size(), pairs, options);
    for (const auto& [pair, times] : asked) {
      CHECK(times == 1);
      CHECK(distance_in(pairs, pair.first, pair.second) <= eps);
    }
    std::set<std::size_t> seen;
    for (const auto& group : groups) {
      CHECK(group.size() >= 2);
      CHECK(std::is_sorted(group.begin(), group.end()));
      for (const std::size_t a : group) {
        CHECK(seen.insert(a).second);
        for (const std::size_t b : group)
          if (a < b) CHECK((distance_in(pairs, a, b) <= eps && may_join(a, b)));
      }
    }
    for (int round = 0; round < 3; ++round) {
      std::shuffle(pairs.begin(), pairs.end(), random);
      CHECK(cluster(points.size(), pairs, options, may_join) == groups);
      CHECK(cluster_eps(points.size(), pairs, options) == eps);
    }
  }
}

TEST_CASE("of a pair given twice the smaller distance counts") {
  CHECK(groups_of(2, {{0, 1, 0.5}, {0, 1, 0.1}}) == Groups{{0, 1}});
  CHECK(cluster_eps(3, {{0, 1, 0.1}, {0, 1, 0.02}, {1, 2, 0.12}}, {}) ==
        cluster_eps(3, {{0, 1, 0.02}, {1, 2, 0.12}}, {}));
}

TEST_CASE("thousands of items with a hundred thousand pairs, and thousands of equal ones, are grouped") {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> place(0, 100);
  std::vector<double> points(3000);
  for (double& point : points) point = place(random);
  std::sort(points.begin(), points.end());
  std::vector<NearPair> pairs;
  for (std::size_t a = 0; a < points.size(); ++a)
    for (std::size_t b = a + 1; b < points.size() && points[b] - points[a] <= 1; ++b)
      pairs.push_back({a, b, (points[b] - points[a]) * 0.15});
  CHECK(pairs.size() > 80000);
  CHECK(!groups_of(points.size(), pairs).empty());

  std::vector<NearPair> equal;
  for (std::size_t i = 1; i < 1000; ++i) equal.push_back({0, i, 0});
  CHECK(groups_of(1000, equal).size() == 1);
}
