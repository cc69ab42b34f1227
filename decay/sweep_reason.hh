// The words in which a sweep says why a page goes or stays.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "decay/retention.hh"

namespace ai_memory {

// Begins the reason of a cold page that compaction leaves as it is.
inline constexpr std::string_view kNotCompacted = "cold, but not compacted: ";

// Begins the reason of a cold page that dedup looked at, in a run that asks for nothing else of it.
inline constexpr std::string_view kNotMerged = "cold, but not merged: ";

// "0.4321", with as many digits as it takes to show on which side of `threshold` the score lies.
std::string score_text(double score, double threshold);

std::string days_text(double days);  // "3.0 days", "1.0 day"

// "retention 0.0123 < 0.20" or "retention 0.4321 >= 0.20, cold in 12.3 days at this rate".
std::string retention_text(const PageUsage& usage, double score, Timestamp now, const DecayConfig& config);

// What one run may remove from one project, and the rule that says so ("5 pages: the larger of 5 and 10 % of 40").
struct EvictionBound {
  std::size_t pages = 0;
  std::string why;
};
// `asked`: --max-evictions. A negative number counts as 0.
EvictionBound eviction_bound(std::size_t project_pages, const DecayConfig& config, std::optional<int> asked);

}  // namespace ai_memory
