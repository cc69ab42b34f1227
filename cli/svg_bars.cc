#include "cli/svg_bars.hh"

#include <algorithm>

#include "cli/svg_text.hh"

namespace ai_memory {
namespace {

constexpr double kBar = 22, kGap = 8, kHigh = 220, kMargin = 24, kHead = 54, kFoot = 84, kLeast = 480;

constexpr std::string_view kStyle = R"css(
  text { font: 11px system-ui, "Noto Sans", "Noto Sans CJK JP", sans-serif; fill: #22262c; }
  .paper { fill: #ffffff; }
  .head { font-size: 15px; font-weight: 600; }
  .bar { fill: #3d9bd8; }
  .ground { stroke: #767d88; stroke-width: 1; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e3e6ea; }
    .paper { fill: #14171c; }
    .ground { stroke: #8b93a0; }
  }
)css";

std::string text_at(double x, double y, const std::string& more, std::string_view text) {
  return "<text x=\"" + svg_number(x) + "\" y=\"" + svg_number(y) + "\"" + more + ">" + svg_text(text) + "</text>\n";
}

std::string draw(const Bar& bar, double x, double ground, double scale) {
  const double high = static_cast<double>(bar.value) * scale, middle = x + kBar / 2;
  std::string out = "<g><title>" + svg_text(bar.tooltip) + "</title><rect class=\"bar\" x=\"" + svg_number(x) +
                    "\" y=\"" + svg_number(ground - high) + "\" width=\"" + svg_number(kBar) + "\" height=\"" +
                    svg_number(high) + "\"/></g>\n";
  if (bar.value > 0) out += text_at(middle, ground - high - 5, " text-anchor=\"middle\"", std::to_string(bar.value));
  const std::string turn =
      " text-anchor=\"end\" transform=\"rotate(-60 " + svg_number(middle + 4) + " " + svg_number(ground + 12) + ")\"";
  return out + text_at(middle + 4, ground + 12, turn, std::string_view(bar.label).substr(0, 24));
}

}  // namespace

std::string svg_bars(const std::string& title, const std::vector<Bar>& bars) {
  std::size_t most = 1;
  for (const Bar& bar : bars) most = std::max(most, bar.value);
  const double width = std::max(kLeast, 2 * kMargin + static_cast<double>(bars.size()) * (kBar + kGap));
  const double ground = kHead + kHigh, scale = (kHigh - 20) / static_cast<double>(most);
  std::string body = text_at(kMargin, 28, " class=\"head\"", title);
  double x = kMargin;
  for (const Bar& bar : bars) {
    body += draw(bar, x, ground, scale);
    x += kBar + kGap;
  }
  body += "<line class=\"ground\" x1=\"" + svg_number(kMargin) + "\" y1=\"" + svg_number(ground) + "\" x2=\"" +
          svg_number(width - kMargin) + "\" y2=\"" + svg_number(ground) + "\"/>\n";
  return svg_file(title, width, ground + kFoot, kStyle, body);
}

}  // namespace ai_memory
