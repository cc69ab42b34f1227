// Groups of items that lie close together, all of them to all others. Pure, and the same whatever the order of the
// pairs.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace ai_memory {

// Two items, a < b, and how far apart they are: 1 − cosine, or 1 − Jaccard; >= 0. Nearness of exactly 0 is taken as
// transitive: 0-1 and 0-2 at 0 say that 1 and 2 are at 0 too, and that whatever is near one is as near to all, so that
// a thousand equal texts need no half a million pairs.
struct NearPair {
  std::size_t a = 0, b = 0;
  double distance = 0;
};

// How near two items of a group must be. knee: as near as those are that clearly belong together, see cluster_eps();
// it moves with what else is there. cap: within max_eps, whatever the others do, so that of what cluster() left alone
// nothing more comes together, nor would without some of it.
enum class Reach { knee, cap };

struct ClusterOptions {
  std::size_t min_pts = 2;  // items within eps of one, itself among them, that make it the core of a group; >= 2
  double max_eps = 0.15;    // pairs further apart count as not there
  Reach reach = Reach::knee;
};

// The distance below which items of these pairs are near, at most max_eps. An item's k-distance is that within which
// min_pts items lie, itself among them. Those over max_eps (isolated items, which only say that there is a rest) and
// those of 0 (exact twins, which are near at any eps) are left out, and a pair that gives the k-distance of both its
// items counts once. Of what remains, sorted, it is the point that lies furthest below the chord from the first to the
// last, the later one of equals. Fewer than three points or none below the chord have no knee: max_eps.
double cluster_eps(std::size_t count, const std::vector<NearPair>& pairs, const ClusterOptions& options);

// Groups of two or more of the items 0..count−1, which are in the order of their paths; each group ascending, the
// groups by their first. DBSCAN with cluster_eps(), or with max_eps if that is the reach, then complete linkage within
// its groups: parts join in the order of the largest distance between them, ties by item, and only if every item of one
// is within eps of every item of the other and may_join(a, b), a < b, is true for each such pair. So A~B~C with A and C
// apart is not one group. A pair not given counts as further apart than max_eps; of one given twice the smaller
// distance counts.
//
// may_join is asked only for pairs that would otherwise be in one group, and of each pair at most once. Takes n²/4
// bytes for n items that hang together.
std::vector<std::vector<std::size_t>> cluster(std::size_t count, const std::vector<NearPair>& pairs,
                                              const ClusterOptions& options,
                                              const std::function<bool(std::size_t, std::size_t)>& may_join);

}  // namespace ai_memory
