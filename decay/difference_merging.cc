#include <algorithm>

#include "decay/difference_compare.hh"
#include "decay/difference_wording.hh"
#include "decay/difference_words.hh"

namespace ai_memory {
namespace {

using Units = std::vector<const Unit*>;

Units pointers_to(const std::vector<Unit>& units) {
  Units all;
  for (const Unit& unit : units) all.push_back(&unit);
  return all;
}

bool says_same(const Unit& a, const Unit& b) {
  if (a.exact || b.exact) return a.kind == b.kind && a.text == b.text;
  if (a == b) return true;
  if (a.kind != b.kind) return false;
  if (a.kind == Unit::Kind::glue) return same_glue(a.value, b.value);
  return a.kind == Unit::Kind::word && !a.capital && !b.capital && is_misspelling(a.value, b.value);
}

// Units of one side between two that both share.
struct Gap {
  Units left, right;
};

std::size_t same_at_start(const Units& a, const Units& b) {
  std::size_t same = 0;
  while (same < a.size() && same < b.size() && says_same(*a[same], *b[same])) ++same;
  return same;
}

// Of the longest common subsequence. Past kMostCells the middle is one gap: too much to say more than that it differs.
std::vector<Gap> gaps_between(const Units& a, const Units& b) {
  constexpr std::size_t kMostCells = 1'000'000;
  if ((a.size() + 1) * (b.size() + 1) > kMostCells) return {{a, b}};
  // What is the same at the start would be walked through below in any case: most sentences are the same to the end.
  const std::size_t start = same_at_start(a, b);
  if (start == a.size() && start == b.size()) return {};
  const std::size_t width = b.size() + 1;
  std::vector<std::uint32_t> length((a.size() + 1) * width);
  for (std::size_t i = a.size(); i-- > start;)
    for (std::size_t j = b.size(); j-- > start;)
      length[i * width + j] = says_same(*a[i], *b[j])
                                  ? length[(i + 1) * width + j + 1] + 1
                                  : std::max(length[(i + 1) * width + j], length[i * width + j + 1]);
  std::vector<Gap> gaps(1);
  for (std::size_t i = start, j = start; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && says_same(*a[i], *b[j])) {
      ++i, ++j;
      if (!gaps.back().left.empty() || !gaps.back().right.empty()) gaps.emplace_back();
    } else if (j == b.size() || (i < a.size() && length[(i + 1) * width + j] >= length[i * width + j + 1])) {
      gaps.back().left.push_back(a[i++]);
    } else {
      gaps.back().right.push_back(b[j++]);
    }
  }
  if (gaps.back().left.empty() && gaps.back().right.empty()) gaps.pop_back();
  return gaps;
}

Units of_kind(const Units& units, Unit::Kind kind) {
  Units found;
  std::copy_if(units.begin(), units.end(), std::back_inserter(found),
               [kind](const Unit* unit) { return unit->kind == kind; });
  return found;
}

std::string joined(const Units& units) {
  std::string text;
  for (const Unit* unit : units) {
    const bool blank =
        !text.empty() && unit->kind != Unit::Kind::glue && static_cast<unsigned char>(text.back()) < 0x80;
    text += (blank ? " " : "") + unit->text;
  }
  return text;
}

bool has_name(const Units& units) {
  return std::any_of(units.begin(), units.end(), [](const Unit* unit) { return unit->name; });
}

void report(const Gap& gap, std::vector<Difference>& found) {
  const Units left = of_kind(gap.left, Unit::Kind::token), right = of_kind(gap.right, Unit::Kind::token);
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const Unit* l = i < left.size() ? left[i] : nullptr;
    const Unit* r = i < right.size() ? right[i] : nullptr;
    found.push_back(
        {std::string(token_kind_name(l ? l->token : r->token)), l ? l->text : "", r ? r->text : "", {}, {}});
  }
  if (!left.empty() || !right.empty()) return;
  const bool negated =
      of_kind(gap.left, Unit::Kind::negation).size() != of_kind(gap.right, Unit::Kind::negation).size();
  const std::string kind = negated ? "negation" : has_name(gap.left) || has_name(gap.right) ? "name" : "word";
  found.push_back({kind, joined(gap.left), joined(gap.right), {}, {}});
}

}  // namespace

std::vector<Difference> compare_for_merging(const std::vector<Unit>& left, const std::vector<Unit>& right) {
  const auto is_same = [](const Unit& a, const Unit& b) { return a == b && a.exact == b.exact && a.text == b.text; };
  if (std::equal(left.begin(), left.end(), right.begin(), right.end(), is_same)) return {};
  const std::vector<Unit> one = plain_units(left), other = plain_units(right);
  const std::vector<Gap> gaps = gaps_between(pointers_to(one), pointers_to(other));
  std::vector<Difference> found;
  if (gaps.empty() || in_other_order(one, other)) return found;
  for (const Gap& gap : gaps) report(gap, found);
  return found;
}

}  // namespace ai_memory
