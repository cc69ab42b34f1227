#include "cli/graph_layout.hh"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <queue>
#include <set>
#include <utility>

namespace ai_memory {
namespace {

constexpr std::size_t kMostRounds = 40, kLeastRounds = 15;  // of gradient descent
constexpr std::size_t kMostSteps = 20'000'000;              // in all rounds
constexpr int kPushes = 60;                                 // rounds of moving apart
constexpr double kLastStep = 0.01;               // share of a distance that is still corrected in the last round
constexpr double kShortest = 1, kLongest = 2.5;  // of an edge, in units
constexpr double kAspect = 1.5;                  // of the whole: screens are wide

using Neighbours = std::vector<std::set<std::size_t>>;

Neighbours neighbours_of(std::size_t count, const std::vector<LayoutEdge>& edges) {
  Neighbours neighbours(count);
  for (const auto& [from, to] : edges) {
    if (from == to) continue;
    neighbours[from].insert(to);
    neighbours[to].insert(from);
  }
  return neighbours;
}

// SplitMix64: the same everywhere.
struct Dice {
  std::uint64_t state = 1;
  std::uint64_t next() {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
};

// Connected parts, the largest first; of one size by their first node.
std::vector<std::vector<std::size_t>> parts_of(const Neighbours& neighbours) {
  std::vector<std::vector<std::size_t>> parts;
  std::vector<bool> seen(neighbours.size());
  for (std::size_t start = 0; start < neighbours.size(); ++start) {
    if (seen[start]) continue;
    seen[start] = true;
    std::vector<std::size_t> part = {start};
    for (std::size_t at = 0; at < part.size(); ++at)
      for (const std::size_t next : neighbours[part[at]]) {
        if (seen[next]) continue;
        seen[next] = true;
        part.push_back(next);
      }
    parts.push_back(std::move(part));
  }
  std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return parts;
}

// One connected part; its nodes are numbered by their place in `nodes`.
class Part {
 public:
  Part(const std::vector<std::size_t>& nodes, const Neighbours& neighbours, const std::vector<double>& radii,
       double unit)
      : unit_(unit), links_(nodes.size()), points_(nodes.size()) {
    std::vector<std::size_t> place(neighbours.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) place[nodes[i]] = i;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      radii_.push_back(radii[nodes[i]]);
      for (const std::size_t other : neighbours[nodes[i]])
        links_[i].emplace_back(place[other], length(neighbours[nodes[i]], neighbours[other]));
    }
  }

  std::vector<Point> lay_out() {
    measure();
    scatter();
    descend();
    turn_wide();
    move_apart();
    return points_;
  }

 private:
  // Neighbours that only one end has, the ends apart.
  static double length(const std::set<std::size_t>& a, const std::set<std::size_t>& b) {
    std::size_t shared = 0;
    for (const std::size_t node : a) shared += b.count(node);
    const auto apart = static_cast<double>(a.size() + b.size() - 2 - 2 * shared);
    return std::clamp(std::sqrt(1 + apart) * 0.5, kShortest, kLongest);
  }

  // Dijkstra from every node.
  void measure() {
    const std::size_t count = links_.size();
    far_.assign(count * count, 1e9F);
    using Reached = std::pair<float, std::size_t>;
    for (std::size_t start = 0; start < count; ++start) {
      float* const far = far_.data() + start * count;
      std::priority_queue<Reached, std::vector<Reached>, std::greater<>> border;
      far[start] = 0;
      border.emplace(0.0F, start);
      while (!border.empty()) {
        const auto [distance, node] = border.top();
        border.pop();
        if (distance > far[node]) continue;
        for (const auto& [next, length] : links_[node]) {
          const float sum = distance + static_cast<float>(length);
          if (sum >= far[next]) continue;
          far[next] = sum;
          border.emplace(sum, next);
        }
      }
    }
  }

  // A spiral in the order of the nodes: no two at one place.
  void scatter() {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const double turn = 2.399963 * static_cast<double>(i), away = std::sqrt(static_cast<double>(i) + 0.5);
      points_[i] = {away * std::cos(turn), away * std::sin(turn)};
    }
  }

  void descend() {
    const std::size_t count = points_.size();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    float longest = 1;
    for (std::uint32_t i = 0; i < count; ++i)
      for (std::uint32_t j = i + 1; j < count; ++j) {
        pairs.emplace_back(i, j);
        longest = std::max(longest, far_[i * count + j]);
      }
    const std::size_t rounds =
        std::clamp(kMostSteps / std::max<std::size_t>(1, pairs.size()), kLeastRounds, kMostRounds);
    const double first = static_cast<double>(longest) * longest;
    const double decay = std::log(first / kLastStep) / static_cast<double>(rounds - 1);
    Dice dice;
    for (std::size_t round = 0; round < rounds; ++round) {
      const double step = first * std::exp(-decay * static_cast<double>(round));
      for (std::size_t i = pairs.size(); i > 1; --i) std::swap(pairs[i - 1], pairs[dice.next() % i]);
      for (const auto& [i, j] : pairs) correct(i, j, step);
    }
    for (Point& point : points_) point = {point.x * unit_, point.y * unit_};
  }

  void correct(std::size_t i, std::size_t j, double step) {
    const double wanted = far_[i * points_.size() + j];
    const double share = std::min(1.0, step / (wanted * wanted));
    const double dx = points_[i].x - points_[j].x, dy = points_[i].y - points_[j].y;
    const double have = std::max(1e-6, std::hypot(dx, dy));
    const double move = share * (have - wanted) / 2 / have;
    points_[i].x -= move * dx, points_[i].y -= move * dy;
    points_[j].x += move * dx, points_[j].y += move * dy;
  }

  // The longest way across lies level: labels are wide.
  void turn_wide() {
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (const Point& point : points_) x += point.x, y += point.y;
    x /= static_cast<double>(points_.size()), y /= static_cast<double>(points_.size());
    for (const Point& p : points_)
      xx += (p.x - x) * (p.x - x), xy += (p.x - x) * (p.y - y), yy += (p.y - y) * (p.y - y);
    const double angle = -0.5 * std::atan2(2 * xy, xx - yy), c = std::cos(angle), s = std::sin(angle);
    for (Point& p : points_) p = {(p.x - x) * c - (p.y - y) * s, (p.x - x) * s + (p.y - y) * c};
  }

  void move_apart() {
    const std::size_t count = points_.size();
    for (int push = 0; push < kPushes; ++push) {
      bool moved = false;
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count; ++j) moved = part_pair(i, j) || moved;
      if (!moved) break;
    }
  }

  bool part_pair(std::size_t i, std::size_t j) {
    const double room = radii_[i] + radii_[j] + std::min(24.0, unit_ / 3);
    double dx = points_[i].x - points_[j].x, dy = points_[i].y - points_[j].y;
    if (std::abs(dx) >= room || std::abs(dy) >= room) return false;
    double have = std::hypot(dx, dy);
    if (have >= room) return false;
    if (have < 1e-6) dx = 1, dy = 0, have = 1e-6;
    const double move = (room - have) / 2 / std::max(have, 1e-6) + 1e-9;
    points_[i].x += move * dx, points_[i].y += move * dy;
    points_[j].x -= move * dx, points_[j].y -= move * dy;
    return true;
  }

  double unit_;
  std::vector<std::vector<std::pair<std::size_t, double>>> links_;
  std::vector<double> radii_;
  std::vector<float> far_;
  std::vector<Point> points_;
};

struct Box {
  double left = 1e18, top = 1e18, right = -1e18, bottom = -1e18;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

Box box_of(const std::vector<std::size_t>& nodes, const std::vector<Point>& points, const std::vector<double>& radii,
           double around) {
  Box box;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const double r = radii[nodes[i]] + around;
    box.left = std::min(box.left, points[i].x - r), box.right = std::max(box.right, points[i].x + r);
    box.top = std::min(box.top, points[i].y - r), box.bottom = std::max(box.bottom, points[i].y + r);
  }
  return box;
}

}  // namespace

Layout lay_out(const std::vector<double>& radii, const std::vector<LayoutEdge>& edges, double unit, double margin) {
  const Neighbours neighbours = neighbours_of(radii.size(), edges);
  const auto parts = parts_of(neighbours);
  std::vector<std::vector<Point>> points;
  std::vector<Box> boxes;
  double area = 0, widest = 0;
  for (const auto& nodes : parts) {
    points.push_back(Part(nodes, neighbours, radii, unit).lay_out());
    boxes.push_back(box_of(nodes, points.back(), radii, margin));
    area += boxes.back().width() * boxes.back().height();
    widest = std::max(widest, boxes.back().width());
  }
  Layout layout{std::vector<Point>(radii.size()), 0, 0};
  const double row_width = std::max(widest, std::sqrt(area * kAspect));
  double x = 0, y = 0, row_height = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const Box& box = boxes[part];
    if (x > 0 && x + box.width() > row_width) x = 0, y += row_height, row_height = 0;
    for (std::size_t i = 0; i < parts[part].size(); ++i)
      layout.centres[parts[part][i]] = {points[part][i].x - box.left + x, points[part][i].y - box.top + y};
    x += box.width();
    row_height = std::max(row_height, box.height());
    layout.width = std::max(layout.width, x);
    layout.height = std::max(layout.height, y + row_height);
  }
  return layout;
}

}  // namespace ai_memory
