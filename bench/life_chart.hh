// Curves over time as one SVG file, in the style of cli/svg_bars.hh.
#pragma once

#include <string>
#include <vector>

namespace ai_memory {

// One panel: a line for each name, all over the same points in time.
struct Panel {
  std::string title;                       // with the unit
  std::vector<std::vector<double>> lines;  // by name, then by point; >= 0
};

// Panels below each other. `names`: of the lines, at most four; `first`, `last`: what stands at the ends of the axis.
std::string svg_curves(const std::string& title, const std::vector<std::string>& names,
                       const std::vector<Panel>& panels, const std::string& first, const std::string& last);

}  // namespace ai_memory
