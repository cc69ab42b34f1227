#include "decay/cluster.hh"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

namespace ai_memory {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }
  std::size_t find(std::size_t item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }
  // The smaller of the two stands for both.
  void join(std::size_t a, std::size_t b) {
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

// Places: items at distance 0 of each other are in one. `edges` are between the first items of places.
struct Edge {
  std::uint32_t a = 0, b = 0;
  double distance = 0;
};
struct Places {
  std::vector<std::size_t> place;               // of each item: the first one there
  std::vector<std::vector<std::size_t>> items;  // of each place, ascending; empty for items that are not the first
  std::vector<Edge> edges;                      // a < b, each once, by distance, then a, then b
};

std::vector<Edge> place_edges(const std::vector<NearPair>& pairs, double max_eps, DisjointSets& sets) {
  std::vector<Edge> edges;
  for (const NearPair& pair : pairs) {
    if (!(pair.distance > 0 && pair.distance <= max_eps)) continue;
    const auto a = static_cast<std::uint32_t>(sets.find(pair.a)), b = static_cast<std::uint32_t>(sets.find(pair.b));
    if (a != b) edges.push_back({std::min(a, b), std::max(a, b), pair.distance});
  }
  const auto same = [](const Edge& x, const Edge& y) { return x.a == y.a && x.b == y.b; };
  std::sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) {
    return x.a != y.a ? x.a < y.a : x.b != y.b ? x.b < y.b : x.distance < y.distance;
  });
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  // Stable: those of one distance stay by item.
  std::stable_sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) { return x.distance < y.distance; });
  return edges;
}

Places find_places(std::size_t count, const std::vector<NearPair>& pairs, double max_eps) {
  DisjointSets sets(count);
  for (const NearPair& pair : pairs) {
    assert(pair.a < count && pair.b < count);
    if (pair.distance <= 0) sets.join(pair.a, pair.b);
  }
  Places places{std::vector<std::size_t>(count), std::vector<std::vector<std::size_t>>(count),
                place_edges(pairs, max_eps, sets)};
  for (std::size_t item = 0; item < count; ++item) {
    places.place[item] = sets.find(item);
    places.items[places.place[item]].push_back(item);
  }
  return places;
}

// The edge that gives the k-distance of a place's items. As edges come by distance, it is the one that makes the number
// full.
constexpr std::size_t kHere = SIZE_MAX - 1, kNowhere = SIZE_MAX;  // enough items at the place; not within max_eps
std::vector<std::size_t> k_edges(const Places& places, std::size_t min_pts) {
  std::vector<std::size_t> found(places.items.size(), kNowhere), within(places.items.size());
  const auto add = [&](std::size_t at, std::size_t more, std::size_t edge) {
    within[at] += more;
    if (found[at] == kNowhere && within[at] >= min_pts) found[at] = edge;
  };
  for (std::size_t at = 0; at < within.size(); ++at) add(at, places.items[at].size(), kHere);
  for (std::size_t i = 0; i < places.edges.size(); ++i) {
    const Edge& edge = places.edges[i];
    add(edge.a, places.items[edge.b].size(), i);
    add(edge.b, places.items[edge.a].size(), i);
  }
  return found;
}

double k_distance(const Places& places, std::size_t edge) {
  return edge == kHere ? 0 : edge == kNowhere ? kFar : places.edges[edge].distance;
}

double knee(const Places& places, std::vector<std::size_t> k_edges, double max_eps) {
  // Two that are each other's nearest are one point of the curve, else every first pair would be a knee. Edges are
  // numbered by distance, so that this is the sorted curve.
  std::sort(k_edges.begin(), k_edges.end());
  k_edges.erase(std::unique(k_edges.begin(), k_edges.end()), k_edges.end());
  std::vector<double> curve;
  for (const std::size_t edge : k_edges)
    if (edge < kHere) curve.push_back(places.edges[edge].distance);
  if (curve.size() < 3) return max_eps;
  const double rise = (curve.back() - curve.front()) / static_cast<double>(curve.size() - 1);
  constexpr double kStraight = 1e-9;  // what rounding alone can make of a straight line
  double eps = max_eps, most = kStraight;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    // The height below the chord; the distance to it is that times a constant.
    const double below = curve.front() + rise * static_cast<double>(i) - curve[i];
    if (below <= kStraight || below < most - kStraight) continue;
    most = below;
    eps = curve[i];
  }
  return eps;
}

// DBSCAN: the group of each place, named by its first core; places that belong to none are alone in theirs.
DisjointSets dense_groups(const Places& places, std::span<const Edge> edges,
                          const std::function<bool(std::size_t)>& is_core) {
  DisjointSets sets(places.items.size());
  for (const Edge& edge : edges)
    if (is_core(edge.a) && is_core(edge.b)) sets.join(edge.a, edge.b);
  std::vector<bool> taken(places.items.size());
  for (const Edge& edge : edges) {  // the nearest core first
    if (is_core(edge.a) == is_core(edge.b)) continue;
    const auto border = is_core(edge.a) ? edge.b : edge.a;
    if (!taken[border]) sets.join(edge.a, edge.b);
    taken[border] = true;
  }
  return sets;
}

class PairBits {
 public:
  explicit PairBits(std::size_t count) : count_(count), bits_(count * count) {}
  bool get(std::size_t a, std::size_t b) const { return bits_[a * count_ + b]; }
  void set(std::size_t a, std::size_t b, bool value) { bits_[a * count_ + b] = bits_[b * count_ + a] = value; }

 private:
  std::size_t count_;
  std::vector<bool> bits_;
};

// Complete linkage of the items of one dense group, given ascending; inside, they are numbered from 0.
class Linkage {
 public:
  using MayJoin = std::function<bool(std::size_t, std::size_t)>;
  Linkage(std::vector<std::size_t> items, const MayJoin& may_join)
      : items_(std::move(items)),
        may_join_(may_join),
        near_(items_.size()),
        asked_(items_.size()),
        group_(items_.size()) {
    for (std::size_t i = 0; i < items_.size(); ++i) groups_.push_back({i});
    std::iota(group_.begin(), group_.end(), 0U);
  }

  std::size_t number(std::size_t item) const {
    return static_cast<std::size_t>(std::lower_bound(items_.begin(), items_.end(), item) - items_.begin());
  }
  void set_near(std::size_t a, std::size_t b) { near_.set(a, b, true); }

  void try_join(std::size_t a, std::size_t b) {
    const auto into = std::min(group_[a], group_[b]), from = std::max(group_[a], group_[b]);
    if (into == from || !all_near(into, from) || !all_may_join(into, from)) return;
    for (const std::size_t item : groups_[from]) group_[item] = into;
    groups_[into].insert(groups_[into].end(), groups_[from].begin(), groups_[from].end());
    groups_[from].clear();
  }

  void append_groups(std::vector<std::vector<std::size_t>>& out) const {
    for (const auto& group : groups_) {
      if (group.size() < 2) continue;
      std::vector<std::size_t>& named = out.emplace_back();
      for (const std::size_t i : group) named.push_back(items_[i]);
      std::sort(named.begin(), named.end());
    }
  }

 private:
  bool all_near(std::size_t g, std::size_t h) const {
    for (const std::size_t a : groups_[g])
      for (const std::size_t b : groups_[h])
        if (!near_.get(a, b)) return false;
    return true;
  }

  // A refused pair counts as not near from here on, so that it is not asked again.
  bool all_may_join(std::size_t g, std::size_t h) {
    for (const std::size_t a : groups_[g])
      for (const std::size_t b : groups_[h]) {
        if (asked_.get(a, b)) continue;
        asked_.set(a, b, true);
        if (may_join_(items_[std::min(a, b)], items_[std::max(a, b)])) continue;
        near_.set(a, b, false);
        return false;
      }
    return true;
  }

  std::vector<std::size_t> items_;
  const MayJoin& may_join_;
  PairBits near_, asked_;
  std::vector<std::size_t> group_;
  std::vector<std::vector<std::size_t>> groups_;
};

// All pairs of one distance are near before any of them joins, so that ties do not depend on who comes first.
template <typename Do>
void for_each_pair(const Places& places, std::span<const Edge> edges, const Linkage& linkage, Do&& what) {
  for (const Edge& edge : edges)
    for (const std::size_t a : places.items[edge.a])
      for (const std::size_t b : places.items[edge.b]) what(linkage.number(a), linkage.number(b));
}

void link_equals(const std::vector<std::size_t>& place, Linkage& linkage) {
  const auto each = [&](auto&& what) {
    for (std::size_t i = 0; i < place.size(); ++i)
      for (std::size_t j = i + 1; j < place.size(); ++j) what(linkage.number(place[i]), linkage.number(place[j]));
  };
  each([&](std::size_t a, std::size_t b) { linkage.set_near(a, b); });
  each([&](std::size_t a, std::size_t b) { linkage.try_join(a, b); });
}

void link_edges(const Places& places, std::span<const Edge> edges, Linkage& linkage) {
  while (!edges.empty()) {
    const auto tied = std::find_if(edges.begin(), edges.end(),
                                   [&](const Edge& edge) { return edge.distance > edges.front().distance; });
    const auto now = edges.first(static_cast<std::size_t>(tied - edges.begin()));
    for_each_pair(places, now, linkage, [&](std::size_t a, std::size_t b) { linkage.set_near(a, b); });
    for_each_pair(places, now, linkage, [&](std::size_t a, std::size_t b) { linkage.try_join(a, b); });
    edges = edges.subspan(now.size());
  }
}

}  // namespace

double cluster_eps(std::size_t count, const std::vector<NearPair>& pairs, const ClusterOptions& options) {
  const Places places = find_places(count, pairs, options.max_eps);
  return knee(places, k_edges(places, options.min_pts), options.max_eps);
}

std::vector<std::vector<std::size_t>> cluster(std::size_t count, const std::vector<NearPair>& pairs,
                                              const ClusterOptions& options,
                                              const std::function<bool(std::size_t, std::size_t)>& may_join) {
  const Places places = find_places(count, pairs, options.max_eps);
  const std::vector<std::size_t> nearest = k_edges(places, options.min_pts);
  const double eps = options.reach == Reach::cap ? options.max_eps : knee(places, nearest, options.max_eps);
  const auto is_core = [&](std::size_t at) { return k_distance(places, nearest[at]) <= eps; };
  const auto far =
      std::find_if(places.edges.begin(), places.edges.end(), [&](const Edge& edge) { return edge.distance > eps; });
  const std::span<const Edge> near(places.edges.begin(), far);
  DisjointSets dense = dense_groups(places, near, is_core);

  std::vector<std::vector<std::size_t>> members(count);
  for (std::size_t item = 0; item < count; ++item) members[dense.find(places.place[item])].push_back(item);
  std::vector<std::vector<Edge>> edges(count);
  for (const Edge& edge : near)
    if (dense.find(edge.a) == dense.find(edge.b)) edges[dense.find(edge.a)].push_back(edge);

  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t at = 0; at < count; ++at) {
    if (members[at].size() < 2) continue;
    Linkage linkage(members[at], may_join);
    for (const std::size_t item : members[at])
      if (places.place[item] == item && is_core(item)) link_equals(places.items[item], linkage);
    link_edges(places, edges[at], linkage);
    linkage.append_groups(groups);
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

}  // namespace ai_memory
