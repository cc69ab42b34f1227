// A graph as a picture: one SVG file without scripts, that a browser shows light or dark as the person likes it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ai_memory {

struct PictureNode {
  std::string title;    // the label, one line
  std::string tooltip;  // lines of it
  std::string tier;     // gives the colour
  bool pinned = false, chosen = false;
};

struct PictureEdge {
  std::size_t from = 0, to = 0;
  std::string kind;   // "link" or what the link says; of no meaning for an automatic edge
  double weight = 0;  // of an automatic edge; 0: a link
};

// At most kMostNodes nodes. Labels never lie over each other: where it is narrow, those of the pages with fewest edges
// are cut or left out, and stay in the tooltip; that of the page with
// most edges never is. Pages without edges stand in a list below. The same graph gives the
// same bytes.
std::string svg_graph(const std::string& title, const std::vector<PictureNode>& nodes,
                      const std::vector<PictureEdge>& edges);

}  // namespace ai_memory
