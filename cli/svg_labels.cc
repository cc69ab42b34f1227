#include "cli/svg_labels.hh"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "cli/output.hh"

namespace ai_memory {
namespace {

constexpr double kColumn = 6.4;                                // pixels of a terminal's column at kFontSize
constexpr double kAscent = 9, kDescent = 3;                    // of a line of text
constexpr double kGap = 4;                                     // between a circle and its label
constexpr double kCell = 64;                                   // of the grid that finds what lies near
constexpr std::array<std::size_t, 3> kColumns = {34, 20, 12};  // a label is cut to these, one after the other

struct Box {
  double left, top, right, bottom;
  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

class Taken {
 public:
  void add(const Box& box, std::size_t owner) {
    each_cell(box, [&](std::pair<int, int> cell) { cells_[cell].push_back({box, owner}); });
  }
  bool is_free(const Box& box, std::size_t owner) const { return met(box, owner) == 0; }
  // How many others it lies over; one that lies in many cells of the grid counts for each.
  std::size_t met(const Box& box, std::size_t owner) const {
    std::size_t count = 0;
    each_cell(box, [&](std::pair<int, int> cell) {
      const auto found = cells_.find(cell);
      if (found == cells_.end()) return;
      for (const auto& [other, whose] : found->second) count += whose != owner && box.meets(other);
    });
    return count;
  }

 private:
  template <class Use>
  static void each_cell(const Box& box, const Use& use) {
    const auto cell = [](double at) { return static_cast<int>(std::floor(at / kCell)); };
    for (int x = cell(box.left); x <= cell(box.right); ++x)
      for (int y = cell(box.top); y <= cell(box.bottom); ++y) use(std::pair(x, y));
  }
  std::map<std::pair<int, int>, std::vector<std::pair<Box, std::size_t>>> cells_;
};

struct Place {
  PlacedLabel label;
  Box box;
};

// Right, left, below, above.
std::array<Place, 4> places(const LabelWish& wish, const std::string& text) {
  const double width = label_width(text), away = wish.radius + kGap, x = wish.at.x, y = wish.at.y;
  const double middle = y + (kAscent - kDescent) / 2;
  const auto box = [](double left, double baseline, double wide) {
    return Box{left, baseline - kAscent, left + wide, baseline + kDescent};
  };
  const double below = y + away + kAscent, above = y - away - kDescent;
  return {Place{{{x + away, middle}, "start", text}, box(x + away, middle, width)},
          Place{{{x - away, middle}, "end", text}, box(x - away - width, middle, width)},
          Place{{{x, below}, "middle", text}, box(x - width / 2, below, width)},
          Place{{{x, above}, "middle", text}, box(x - width / 2, above, width)}};
}

// Of places that are all taken: within the picture if one is, then the one that hides least.
template <class Within>
Place over_fewest(const std::array<Place, 4>& all, const Taken& taken, std::size_t owner, const Within& within) {
  const auto cost = [&](const Place& place) { return std::pair(!within(place.box), taken.met(place.box, owner)); };
  return *std::min_element(all.begin(), all.end(), [&](const Place& a, const Place& b) { return cost(a) < cost(b); });
}

}  // namespace

double label_width(std::string_view text) { return kColumn * static_cast<double>(text_width(text)); }

std::vector<std::optional<PlacedLabel>> place_labels(const std::vector<LabelWish>& wishes, double width,
                                                     double height) {
  Taken taken;
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    const auto& [at, radius, text, rank, needed] = wishes[i];
    taken.add({at.x - radius, at.y - radius, at.x + radius, at.y + radius}, i);
  }
  std::vector<std::size_t> order(wishes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wishes[a].rank < wishes[b].rank; });
  std::vector<std::optional<PlacedLabel>> placed(wishes.size());
  const auto within = [&](const Box& box) {
    return box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height;
  };
  for (const std::size_t i : order) {
    if (wishes[i].text.empty()) continue;
    std::string tried;
    for (const std::size_t columns : kColumns) {
      const std::string text = cut_to_width(wishes[i].text, columns);
      if (text == tried) continue;
      tried = text;
      for (const Place& place : places(wishes[i], text)) {
        if (!within(place.box) || !taken.is_free(place.box, i)) continue;
        placed[i] = place.label;
        taken.add(place.box, i);
        break;
      }
      if (placed[i]) break;
    }
    if (placed[i] || !wishes[i].needed) continue;
    const Place forced = over_fewest(places(wishes[i], cut_to_width(wishes[i].text, kColumns[1])), taken, i, within);
    placed[i] = forced.label;
    taken.add(forced.box, i);
  }
  return placed;
}

}  // namespace ai_memory
