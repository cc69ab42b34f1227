// A bar chart as one SVG file, in the style of svg_graph.hh.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ai_memory {

struct Bar {
  std::string label;  // below it; long ones are cut
  std::size_t value = 0;
  std::string tooltip;  // lines of it
};

// Bars from left to right, each with its value above it unless that is 0. The same bars give the same bytes.
std::string svg_bars(const std::string& title, const std::vector<Bar>& bars);

}  // namespace ai_memory
