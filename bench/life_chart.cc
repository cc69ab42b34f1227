#include "bench/life_chart.hh"

#include <algorithm>
#include <cmath>

#include "cli/svg_text.hh"

namespace ai_memory {
namespace {

constexpr double kWide = 640, kHigh = 160, kLeft = 72, kRight = 24, kHead = 84, kBetween = 56;
constexpr int kSteps = 4;  // of the scale

constexpr std::string_view kStyle = R"css(
  text { font: 11px system-ui, "Noto Sans", "Noto Sans CJK JP", sans-serif; fill: #22262c; }
  .paper { fill: #ffffff; }
  .head { font-size: 15px; font-weight: 600; }
  .rule { stroke: #d5d9de; stroke-width: 1; }
  .line { fill: none; stroke-width: 2; }
  .l0 { stroke: #c2513a; } .l1 { stroke: #3d9bd8; stroke-dasharray: 7 3; } .l2 { stroke: #3a9a5b; } .l3 { stroke: #8d6bc2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e3e6ea; }
    .paper { fill: #14171c; }
    .rule { stroke: #3a4048; }
  }
)css";

std::string text_at(double x, double y, const std::string& more, std::string_view text) {
  return "<text x=\"" + svg_number(x) + "\" y=\"" + svg_number(y) + "\"" + more + ">" + svg_text(text) + "</text>\n";
}

std::string rule(double x, double y, double width, const std::string& more) {
  return "<line class=\"" + more + "\" x1=\"" + svg_number(x) + "\" y1=\"" + svg_number(y) + "\" x2=\"" +
         svg_number(x + width) + "\" y2=\"" + svg_number(y) + "\"/>\n";
}

// 1, 2 or 5 times a power of ten, so that kSteps of them hold `most`.
double step_for(double most) {
  const double raw = std::max(most, 1.0) / kSteps, power = std::pow(10, std::floor(std::log10(raw)));
  for (const double times : {1.0, 2.0, 5.0})
    if (raw <= times * power) return times * power;
  return 10 * power;
}

std::string curve(const std::vector<double>& values, std::size_t place, double ground, double scale) {
  const double wide = kWide - kLeft - kRight;
  const auto last = static_cast<double>(std::max<std::size_t>(values.size(), 2) - 1);
  std::string points;
  for (std::size_t i = 0; i < values.size(); ++i)
    points +=
        svg_number(kLeft + wide * static_cast<double>(i) / last) + "," + svg_number(ground - values[i] * scale) + " ";
  return "<polyline class=\"line l" + std::to_string(place) + "\" points=\"" + points + "\"/>\n";
}

std::string draw(const Panel& panel, double top) {
  double most = 0;
  for (const auto& line : panel.lines)
    for (const double value : line) most = std::max(most, value);
  const double step = step_for(most), scale = kHigh / (step * kSteps), ground = top + kHigh;
  std::string out = text_at(kLeft, top - 10, "", panel.title);
  for (int i = 0; i <= kSteps; ++i) {
    const double y = ground - i * step * scale;
    out += rule(kLeft, y, kWide - kLeft - kRight, "rule") +
           text_at(kLeft - 8, y + 4, " text-anchor=\"end\"", svg_number(i * step));
  }
  // The first on top: where one hides another, the dashes of the second let it through.
  for (std::size_t i = panel.lines.size(); i-- > 0;) out += curve(panel.lines[i], i, ground, scale);
  return out;
}

std::string legend(const std::vector<std::string>& names) {
  std::string out;
  double x = kLeft;
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += rule(x, 46, 28, "line l" + std::to_string(i)) + text_at(x + 34, 50, "", names[i]);
    x += 60 + 7 * static_cast<double>(names[i].size());
  }
  return out;
}

}  // namespace

std::string svg_curves(const std::string& title, const std::vector<std::string>& names,
                       const std::vector<Panel>& panels, const std::string& first, const std::string& last) {
  std::string body = text_at(kLeft, 26, " class=\"head\"", title) + legend(names);
  double top = kHead + 10;
  for (const Panel& panel : panels) {
    body += draw(panel, top);
    top += kHigh + kBetween;
  }
  body += text_at(kLeft, top - kBetween + 18, "", first) +
          text_at(kWide - kRight, top - kBetween + 18, " text-anchor=\"end\"", last);
  return svg_file(title, kWide, top - 16, kStyle, body);
}

}  // namespace ai_memory
