// Where the nodes of a graph go in a picture.
//
// Each connected part is laid out by itself, so that distances on paper come as near as can be to distances in the
// graph: stochastic gradient descent on the stress (Zheng, Pawar and Goodman, IEEE TVCG 25(9), 2019). An edge is the
// longer the fewer neighbours its ends share, so that groups draw together (as Graphviz' neato, model=subset). Then
// nodes are moved apart until none overlap, and the parts are packed in rows.
#pragma once

#include <cstddef>
#include <vector>

namespace ai_memory {

struct Point {
  double x = 0, y = 0;
};

struct LayoutEdge {
  std::size_t from = 0, to = 0;
};

struct Layout {
  std::vector<Point> centres;
  double width = 0, height = 0;  // all circles lie within, `margin` away from the border
};

inline constexpr std::size_t kMostNodes = 2000;  // work and memory grow with the square

// `radii`: of the nodes' circles, at least 1. `unit`: the usual length of an edge. The same graph gives the same
// picture. Edges of a node to itself do not count.
Layout lay_out(const std::vector<double>& radii, const std::vector<LayoutEdge>& edges, double unit, double margin);

}  // namespace ai_memory
