// Where the labels of a picture go: none over another, none over a node.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/graph_layout.hh"

namespace ai_memory {

struct LabelWish {
  Point at;           // of the node
  double radius = 0;  // of its circle
  std::string text;
  std::size_t rank = 0;  // the lowest is placed first
  bool needed = false;   // placed even where it lies over nodes, or labels of lower rank
};

struct PlacedLabel {
  Point at;            // start, middle or end of the baseline
  const char* anchor;  // "start", "middle" or "end"
  std::string text;    // whole or cut
};

// One for each wish; absent where there is no room, not even for a short one. Sizes in pixels; all labels lie within
// `width` and `height`.
std::vector<std::optional<PlacedLabel>> place_labels(const std::vector<LabelWish>& wishes, double width, double height);

inline constexpr double kFontSize = 11;
// About how wide a text is in a common font of kFontSize.
double label_width(std::string_view text);

}  // namespace ai_memory
