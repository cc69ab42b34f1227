#include "cli/nearest.hh"

#include <algorithm>

namespace ai_memory {
namespace {

constexpr std::size_t kLeastPrefix = 3;  // "--" is the start of every option

// Optimal string alignment distance over bytes.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// Letters in the wrong case are one step together.
std::size_t steps_between(std::string_view a, std::string_view b) {
  return std::min(distance(a, b), 1 + distance(lower(a), lower(b)));
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = SIZE_MAX;
  for (const auto& candidate : known) {
    const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
    const std::size_t limit = std::max<std::size_t>(1, longer / 3);
    if (longer - shorter > limit) continue;  // a pasted page is like no word, and long to compare
    const std::size_t steps = steps_between(word, candidate);
    if (steps > limit || steps >= best_distance || steps >= shorter) continue;
    best = candidate;
    best_distance = steps;
  }
  if (!best.empty() || word.size() < kLeastPrefix) return best;
  const auto whole =
      std::find_if(known.begin(), known.end(), [word](const auto& one) { return one.starts_with(word); });
  return whole == known.end() ? best : *whole;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? std::string() : "did you mean `" + near + "`?";
}

}  // namespace ai_memory
