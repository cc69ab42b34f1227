#include "cli/svg_graph.hh"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "cli/graph_layout.hh"
#include "cli/output.hh"
#include "cli/svg_labels.hh"
#include "cli/svg_text.hh"

namespace ai_memory {
namespace {

constexpr double kMargin = 46, kHead = 54, kLeast = 480;  // pixels around the picture, for its head, of its width
constexpr double kGap = 4;                                // between a circle and its label
constexpr std::size_t kCrowd = 30;                        // pages; fewer have room as they are
constexpr double kRow = 18, kColumn = 200;                // of the list of pages without edges
constexpr double kLabelRoom = 3, kMostArea = 2.4e6;       // of the labels' own area; pixels of the whole
constexpr std::size_t kLabelColumns = 20;                 // what is worth room of a label
constexpr std::size_t kKindsWritten = 40;                 // beyond so many, kinds are in tooltips alone

// Colours that stay apart for people who see few, on white as on black (Okabe and Ito).
struct Tier {
  std::string_view name, colour;
};
constexpr std::array<Tier, 5> kTiers = {{{"working", "#e69f00"},
                                         {"episodic", "#3d9bd8"},
                                         {"semantic", "#009e73"},
                                         {"procedural", "#cc79a7"},
                                         {"unknown", "#8a8f98"}}};

std::string_view class_of(const std::string& tier) {
  for (const Tier& known : kTiers)
    if (known.name == tier) return known.name;
  return "unknown";
}

constexpr std::string_view kStyle = R"css(
  text { font: 11px system-ui, "Noto Sans", "Noto Sans CJK JP", sans-serif; fill: #22262c; }
  .paper { fill: #ffffff; }
  .label { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round; }
  .faint { fill: #6a717c; }
  .head { font-size: 15px; font-weight: 600; }
  .link { stroke: #767d88; stroke-width: 1; stroke-opacity: .65; fill: none; }
  .said { stroke: #3b424c; stroke-width: 1.4; stroke-opacity: .8; }
  .auto { stroke: #a06a3c; stroke-width: 1.2; stroke-dasharray: 5 4; stroke-opacity: .7; fill: none; }
  .tip { fill: #767d88; }
  circle { stroke: #ffffff; stroke-width: 1; }
  circle.pinned { stroke: #22262c; stroke-width: 2; }
  circle.chosen { stroke: #d1242f; stroke-width: 3; }
)css";
constexpr std::string_view kDark = R"css(
  @media (prefers-color-scheme: dark) {
    text { fill: #e3e6ea; }
    .paper { fill: #14171c; }
    .label { stroke: #14171c; }
    .faint { fill: #98a0ab; }
    .link { stroke: #8b93a0; }
    .said { stroke: #c3c9d2; }
    .auto { stroke: #d9a066; }
    .tip { fill: #8b93a0; }
    circle { stroke: #14171c; }
    circle.pinned { stroke: #e3e6ea; }
    circle.chosen { stroke: #ff6b74; }
  }
)css";

// Two pages and all that joins them: one line.
struct Line {
  std::set<std::string> there, back;  // kinds of links
  double weight = 0;                  // of the automatic edge, if that is all
  bool said = false;                  // a link says what it is
};
using Lines = std::map<std::pair<std::size_t, std::size_t>, Line>;

Lines lines_of(const std::vector<PictureEdge>& edges) {
  Lines lines;
  for (const auto& [from, to, kind, weight] : edges) {
    if (from == to) continue;
    Line& line = lines[{std::min(from, to), std::max(from, to)}];
    if (weight > 0) {
      line.weight = weight;
      continue;
    }
    (from < to ? line.there : line.back).insert(kind);
    line.said = line.said || kind != "link";
  }
  return lines;
}

class Picture {
 public:
  Picture(const std::string& title, const std::vector<PictureNode>& nodes, const std::vector<PictureEdge>& edges)
      : title_(title), nodes_(nodes), lines_(lines_of(edges)), degrees_(nodes.size()), place_(nodes.size()) {
    for (const auto& [ends, line] : lines_) ++degrees_[ends.first], ++degrees_[ends.second];
  }

  std::string draw() {
    std::string body = legend();
    arrange();
    for (const auto& [ends, line] : lines_) body += edge(ends.first, ends.second, line);
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (degrees_[i] > 0) body += circle(i, place_[i], radius(i));
    body += labels() + lone_list();
    return svg_file(title_, width_, height_, style(), body);
  }

 private:
  double radius(std::size_t node) const { return std::min(14.0, 3.5 + 1.6 * std::sqrt(degrees_[node])); }

  void arrange() {
    std::vector<std::size_t> joined, number(nodes_.size());
    std::vector<double> radii;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (degrees_[i] == 0) {
        lone_.push_back(i);
        continue;
      }
      number[i] = joined.size();
      joined.push_back(i);
      radii.push_back(radius(i));
    }
    std::vector<LayoutEdge> edges;
    for (const auto& [ends, line] : lines_) edges.push_back({number[ends.first], number[ends.second]});
    const double unit = std::clamp(140 - 12 * std::log2(1.0 + static_cast<double>(joined.size())), 48.0, 110.0);
    const Layout layout = with_room(lay_out(radii, edges, unit, kMargin), joined);
    width_ = std::max({layout.width, kLeast, legend_end_ + kMargin / 2});
    const double left = (width_ - layout.width) / 2;
    for (std::size_t i = 0; i < joined.size(); ++i)
      place_[joined[i]] = {layout.centres[i].x + left, layout.centres[i].y + kHead};
    drawn_height_ = layout.height + kHead;
    const auto columns = static_cast<std::size_t>(std::max(1.0, (width_ - kMargin) / kColumn));
    lone_rows_ = (lone_.size() + columns - 1) / columns;
    height_ = drawn_height_ + (lone_.empty() ? 0 : 30 + kRow * static_cast<double>(lone_rows_)) + 14;
  }

  // Drawn apart until most labels find a place, unless that makes more than a few screens of it.
  Layout with_room(Layout layout, const std::vector<std::size_t>& joined) const {
    double labels = 0;
    for (const std::size_t node : joined)
      labels += (label_width(cut_to_width(nodes_[node].title, kLabelColumns)) + 2 * radius(node) + kGap) *
                (kFontSize + 2 * kGap);
    const double wide = layout.width - 2 * kMargin, high = layout.height - 2 * kMargin;
    const double larger = std::sqrt(std::min(kLabelRoom * labels, kMostArea) / std::max(1.0, wide * high));
    // A line of pages has room above and below.
    if (larger <= 1 || joined.size() < kCrowd || std::min(wide, high) < 1) return layout;
    for (Point& centre : layout.centres)
      centre = {kMargin + (centre.x - kMargin) * larger, kMargin + (centre.y - kMargin) * larger};
    layout.width = 2 * kMargin + wide * larger;
    layout.height = 2 * kMargin + high * larger;
    return layout;
  }

  static std::string style() {
    std::string css(kStyle);
    for (const Tier& tier : kTiers)
      css.append("  .").append(tier.name).append(" { fill: ").append(tier.colour).append("; }\n");
    return css.append(kDark);
  }

  std::string text(double x, double y, const std::string& words, std::string_view classes = {},
                   const char* anchor = "start") const {
    std::string tag = "<text x=\"" + svg_number(x) + "\" y=\"" + svg_number(y) + "\"";
    if (!classes.empty()) tag.append(" class=\"").append(classes).append("\"");
    if (std::string_view(anchor) != "start") tag.append(" text-anchor=\"").append(anchor).append("\"");
    return tag + ">" + svg_text(words) + "</text>\n";
  }

  std::string circle(std::size_t node, Point at, double r) const {
    const PictureNode& page = nodes_[node];
    std::string classes(class_of(page.tier));
    if (page.pinned) classes += " pinned";
    if (page.chosen) classes += " chosen";
    return "<circle class=\"" + classes + "\" cx=\"" + svg_number(at.x) + "\" cy=\"" + svg_number(at.y) + "\" r=\"" +
           svg_number(r) + "\"><title>" + svg_text(page.tooltip) + "</title></circle>\n";
  }

  static std::string joined(const std::set<std::string>& kinds) {
    std::string all;
    for (const auto& kind : kinds) all += (all.empty() ? "" : ", ") + kind;
    return all;
  }

  std::string edge_tooltip(std::size_t a, std::size_t b, const Line& line) const {
    std::string tip;
    const auto add = [&tip](const std::string& words) { tip += (tip.empty() ? "" : "\n") + words; };
    if (!line.there.empty()) add(nodes_[a].title + " → " + nodes_[b].title + ": " + joined(line.there));
    if (!line.back.empty()) add(nodes_[b].title + " → " + nodes_[a].title + ": " + joined(line.back));
    if (line.weight > 0) {
      char weight[16];
      std::snprintf(weight, sizeof weight, "%.2f", line.weight);
      add(nodes_[a].title + " – " + nodes_[b].title + ": near in meaning, " + weight);
    }
    return tip;
  }

  // The tip of an arrow that ends at the circle of `to`.
  std::string arrow(std::size_t from, std::size_t to) const {
    const Point a = place_[from], b = place_[to];
    const double dx = b.x - a.x, dy = b.y - a.y, have = std::max(1.0, std::hypot(dx, dy)), r = radius(to) + 1;
    const double ux = dx / have, uy = dy / have, x = b.x - ux * r, y = b.y - uy * r;
    const auto point = [&](double along, double across) {
      return svg_number(x - ux * along - uy * across) + "," + svg_number(y - uy * along + ux * across);
    };
    return "<path class=\"tip\" d=\"M" + point(0, 0) + "L" + point(6, 2.4) + "L" + point(6, -2.4) + "Z\"/>";
  }

  std::string edge(std::size_t a, std::size_t b, const Line& line) const {
    const bool linked = !line.there.empty() || !line.back.empty();
    const std::string classes = !linked ? "auto" : line.said ? "link said" : "link";
    const Point from = place_[a], to = place_[b];
    std::string drawn = "<g><title>" + svg_text(edge_tooltip(a, b, line)) + "</title><line class=\"" + classes +
                        "\" x1=\"" + svg_number(from.x) + "\" y1=\"" + svg_number(from.y) + "\" x2=\"" +
                        svg_number(to.x) + "\" y2=\"" + svg_number(to.y) + "\"/>";
    if (!line.there.empty()) drawn += arrow(a, b);
    if (!line.back.empty()) drawn += arrow(b, a);
    return drawn + "</g>\n";
  }

  // Pages first, those with many edges before others and the one with most in any case, then what links say, if there
  // is little of it.
  std::string labels() const {
    std::vector<LabelWish> wishes;
    const auto hub = std::max_element(degrees_.begin(), degrees_.end());
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (degrees_[i] > 0)
        wishes.push_back({place_[i], radius(i), nodes_[i].title,
                          nodes_[i].chosen ? 0 : nodes_.size() - std::min(nodes_.size() - 1, degrees_[i]),
                          nodes_[i].chosen || hub - degrees_.begin() == static_cast<std::ptrdiff_t>(i)});
    const std::size_t pages = wishes.size();
    std::vector<LabelWish> said;
    for (const auto& [ends, line] : lines_) {
      if (!line.said) continue;
      const Point a = place_[ends.first], b = place_[ends.second];
      std::set<std::string> kinds = line.there;
      kinds.insert(line.back.begin(), line.back.end());
      kinds.erase("link");
      said.push_back({{(a.x + b.x) / 2, (a.y + b.y) / 2}, 0, joined(kinds), nodes_.size() + 1, false});
    }
    if (said.size() <= kKindsWritten) wishes.insert(wishes.end(), said.begin(), said.end());
    const auto placed = place_labels(wishes, width_, drawn_height_);
    std::string drawn;
    for (std::size_t i = 0; i < placed.size(); ++i)
      if (placed[i])
        drawn += text(placed[i]->at.x, placed[i]->at.y, placed[i]->text, i < pages ? "label" : "label faint",
                      placed[i]->anchor);
    return drawn;
  }

  std::string lone_list() const {
    if (lone_.empty()) return {};
    std::string drawn =
        text(kMargin / 2, drawn_height_ + 14,
             std::to_string(lone_.size()) + (lone_.size() == 1 ? " page" : " pages") + " without edges", "faint");
    for (std::size_t i = 0; i < lone_.size(); ++i) {
      const double x = kMargin / 2 + 6 + kColumn * static_cast<double>(i / lone_rows_),
                   y = drawn_height_ + 32 + kRow * static_cast<double>(i % lone_rows_);
      drawn += circle(lone_[i], {x, y}, 4);
      drawn += text(x + 9, y + 4, cut_to_width(nodes_[lone_[i]].title, 28));
    }
    return drawn;
  }

  std::string legend() {
    std::map<std::string_view, std::size_t> tiers;
    for (const PictureNode& node : nodes_) ++tiers[class_of(node.tier)];
    const std::string head = cut_to_width(title_, 60);
    std::string drawn = text(kMargin / 2, 24, head, "head");
    legend_end_ = kMargin / 2 + label_width(head) * 1.4;
    double x = kMargin / 2 + 5;
    const double y = 42;
    const auto write = [&](const std::string& words) {
      drawn += text(x, y + 4, words);
      legend_end_ = std::max(legend_end_, x + label_width(words));
      x += label_width(words) + 18;
    };
    for (const Tier& tier : kTiers) {
      if (!tiers.contains(tier.name)) continue;
      drawn += "<circle class=\"" + std::string(tier.name) + "\" cx=\"" + svg_number(x) + "\" cy=\"" + svg_number(y) +
               "\" r=\"5\"/>\n";
      x += 10;
      write(std::string(tier.name) + " " + std::to_string(tiers[tier.name]));
    }
    bool links = false, said = false, automatic = false;
    for (const auto& [ends, line] : lines_) {
      const bool linked = !line.there.empty() || !line.back.empty();
      links = links || (linked && !line.said), said = said || line.said, automatic = automatic || !linked;
    }
    const auto sample = [&](bool there, const char* classes, const char* words) {
      if (!there) return;
      drawn += std::string("<line class=\"") + classes + "\" x1=\"" + svg_number(x) + "\" y1=\"42\" x2=\"" +
               svg_number(x + 24) + "\" y2=\"42\"/>\n";
      x += 30;
      write(words);
    };
    sample(links, "link", "link");
    sample(said, "link said", "relation");
    sample(automatic, "auto", "near in meaning");
    return drawn;
  }

  const std::string& title_;
  const std::vector<PictureNode>& nodes_;
  Lines lines_;
  std::vector<std::size_t> degrees_;
  std::vector<Point> place_;
  std::vector<std::size_t> lone_;
  std::size_t lone_rows_ = 0;
  double legend_end_ = 0;  // its right border
  double width_ = 0, height_ = 0, drawn_height_ = 0;
};

}  // namespace

std::string svg_graph(const std::string& title, const std::vector<PictureNode>& nodes,
                      const std::vector<PictureEdge>& edges) {
  return Picture(title, nodes, edges).draw();
}

}  // namespace ai_memory
