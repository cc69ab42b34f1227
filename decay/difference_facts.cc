#include "decay/difference_facts.hh"

#include <algorithm>
#include <map>
#include <set>

#include "decay/fact_conflicts.hh"
#include "decay/fact_order.hh"
#include "decay/fact_statements.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostApart = 500;

using Statements = std::vector<const FactStatement*>;

// What each statement of one text shares with each of the other: words, values, and that there is a value of a kind.
class Nearness {
 public:
  Nearness(const Statements& left, const Statements& right)
      : width_(right.size()), shares_(left.size() * right.size()), best_left_(left.size()), best_right_(right.size()) {
    std::vector<Keys> rights;
    for (const FactStatement* statement : right) rights.push_back(keys_of(*statement));
    for (std::size_t l = 0; l < left.size(); ++l) {
      const Keys keys = keys_of(*left[l]);
      for (std::size_t r = 0; r < width_; ++r) {
        const float share = shared(keys, rights[r]);
        shares_[l * width_ + r] = share;
        best_left_[l] = std::max(best_left_[l], share);
        best_right_[r] = std::max(best_right_[r], share);
      }
    }
  }
  // Whether they can be about the same. Those of one word, such as "No.", may be that with all.
  bool share(std::size_t l, std::size_t r) const { return shares_[l * width_ + r] >= kLeast; }
  bool is_nearest(std::size_t l, std::size_t r) const {
    return shares_[l * width_ + r] >= best_left_[l] || shares_[l * width_ + r] >= best_right_[r];
  }

 private:
  using Keys = std::vector<std::size_t>;

  Keys keys_of(const FactStatement& statement) {
    Keys keys;
    const auto add = [&](const std::string& key) {
      keys.push_back(numbers_.emplace(key, numbers_.size()).first->second);
    };
    for (const std::string& word : statement.words) add(word);
    for (const FactValue& value : statement.values) add(value.number), add("#" + value.kind);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
  }

  static float shared(const Keys& a, const Keys& b) {
    std::size_t both = 0;
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();)
      if (*i == *j)
        ++both, ++i, ++j;
      else
        *i < *j ? ++i : ++j;
    const auto fewer = std::min(a.size(), b.size());
    const float share =
        static_cast<float>(both) / static_cast<float>(std::max<std::size_t>(a.size() + b.size() - both, 1));
    return fewer <= 1 || 2 * both >= fewer ? std::max(share, kLeast) : share;
  }

  static constexpr float kLeast = 0.2F;
  std::map<std::string, std::size_t> numbers_;
  std::size_t width_;
  std::vector<float> shares_, best_left_, best_right_;
};

class FactComparison {
 public:
  FactComparison(const FactText& left, const FactText& right)
      : left_(left), right_(right), untold_left_(untold(left, right)), untold_right_(untold(right, left)) {}

  std::optional<Difference> run() const {
    if (untold_left_.size() > kMostApart && untold_right_.size() > kMostApart)
      return difference("word", *untold_left_.front(), *untold_right_.front());
    const Nearness near(untold_left_, untold_right_);
    std::set<std::pair<std::string, std::string>> moves;  // from where to where
    for (std::size_t l = 0; l < untold_left_.size(); ++l)
      for (std::size_t r = 0; r < untold_right_.size(); ++r) {
        if (!near.share(l, r)) continue;
        const FactStatement &left = *untold_left_[l], &right = *untold_right_[r];
        if (auto found = conflict({left_, right_, left, right, places(left, right), near.is_nearest(l, r)}))
          return found;
        if (left.key != right.key || places(left, right) != Place::other || !left.whole || !right.whole) continue;
        moves.emplace(left.place, right.place);
        const bool both_ways = moves.contains({right.place, left.place});
        if (both_ways || (is_item(left) && is_item(right))) return difference("place", left, right);
      }
    return {};
  }

 private:
  static Difference difference(const char* kind, const FactStatement& left, const FactStatement& right) {
    return {kind, left.text, right.text, left.text, right.text};
  }

  Place places(const FactStatement& left, const FactStatement& right) const {
    if (left.place == right.place) return Place::same;
    const bool both = right_.places.contains(left.place) && left_.places.contains(right.place);
    return both ? Place::other : Place::unknown;
  }

  Statements untold(const FactText& of, const FactText& by) const {
    std::multimap<std::string, const FactStatement*> known;
    for (const FactStatement& statement : by.statements) known.emplace(statement.key, &statement);
    Statements found;
    for (const FactStatement& statement : of.statements) {
      const auto [first, last] = known.equal_range(statement.key);
      const bool told = std::any_of(first, last, [&](const auto& each) {
        const FactStatement& left = &of == &left_ ? statement : *each.second;
        const FactStatement& right = &of == &left_ ? *each.second : statement;
        return places(left, right) != Place::other && !turned(left, right);
      });
      if (!told) found.push_back(&statement);
    }
    return found;
  }

  // What is no item may end a page or begin it, and so be under a heading by chance.
  static bool is_item(const FactStatement& each) {
    return each.kind == TextPiece::Kind::item || each.kind == TextPiece::Kind::cell;
  }

  const FactText& left_;
  const FactText& right_;
  Statements untold_left_, untold_right_;
};

}  // namespace

std::optional<Difference> other_fact(std::string_view left_body, std::string_view right_body) {
  if (auto found = other_order(left_body, right_body)) return found;
  const FactText left = fact_text(left_body), right = fact_text(right_body);
  return FactComparison(left, right).run();
}

}  // namespace ai_memory
