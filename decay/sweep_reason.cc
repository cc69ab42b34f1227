#include "decay/sweep_reason.hh"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace ai_memory {
namespace {

std::string fixed(double value, int digits) {
  std::array<char, 400> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  return buffer.data();
}

// The fewest digits, at least `digits`, that read back as the same number.
std::string exact(double value, int digits) {
  std::string text = fixed(value, digits);
  while (std::strtod(text.c_str(), nullptr) != value && digits < 17) text = fixed(value, ++digits);
  return text;
}

std::size_t whole_pages(double pages) {
  // Not a hair under: 0.07 · 100 is 7.000000000000001, 0.29 · 100 is 28.999999999999996.
  return pages > 0 ? static_cast<std::size_t>(std::floor(std::min(pages, 1e15) + 1e-9)) : 0;
}

std::size_t at_least_zero(int pages) { return static_cast<std::size_t>(std::max(pages, 0)); }

}  // namespace

std::string score_text(double score, double threshold) {
  int digits = 4;
  std::string text = fixed(score, digits);
  while ((std::strtod(text.c_str(), nullptr) < threshold) != (score < threshold) && digits < 17)
    text = fixed(score, ++digits);
  return text;
}

std::string days_text(double days) {
  const std::string number = fixed(days, 1);
  return number + (number == "1.0" ? " day" : " days");
}

std::string retention_text(const PageUsage& usage, double score, Timestamp now, const DecayConfig& config) {
  const bool cold = score < cold_threshold(config);
  std::string text = "retention " + score_text(score, cold_threshold(config)) + (cold ? " < " : " >= ") +
                     exact(cold_threshold(config), 2);
  if (cold) return text;
  const auto days = days_until_cold(usage, now, config);
  return text + (days ? ", cold in " + days_text(*days) + " at this rate" : ", never cold at this rate");
}

EvictionBound eviction_bound(std::size_t project_pages, const DecayConfig& config, std::optional<int> asked) {
  if (asked) return {at_least_zero(*asked), "--max-evictions"};
  if (config.max_evictions_per_run) return {at_least_zero(*config.max_evictions_per_run), "max_evictions_per_run"};
  const std::size_t floor = whole_pages(config.max_evictions_floor);
  const std::size_t share = whole_pages(config.max_evictions_share * static_cast<double>(project_pages));
  const std::string percent = exact(config.max_evictions_share * 100, 0);
  return {std::max(floor, share), "the larger of " + std::to_string(floor) + " and " + percent + " % of " +
                                      std::to_string(project_pages) + " pages"};
}

}  // namespace ai_memory
