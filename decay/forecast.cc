#include "decay/forecast.hh"

#include <algorithm>
#include <cmath>

namespace ai_memory {
namespace {

// Rounded up to a second, and never beyond what a time can hold.
Timestamp after(Timestamp time, double days) {
  constexpr double kMostDays = 1e7;
  return time + std::chrono::seconds(std::llround(std::ceil(std::min(days, kMostDays) * 86400)));
}

bool is_untouchable(const SweepPage& page) {
  return page.is_protected || page.ignored || page.kind == "fact" || page.kind == "event";
}

Timestamp behind_grace(Timestamp time, const SweepPage& page, const DecayConfig& config) {
  return page.restored_at ? std::max(time, after(*page.restored_at, config.restore_grace_days)) : time;
}

std::optional<Timestamp> working_due(const SweepPage& page, Timestamp now, const DecayConfig& config) {
  if (page.usage.tier != Tier::working || page.pinned) return std::nullopt;
  if (!config.half_life_working)
    return after(page.session_ended.value_or(page.usage.body_changed), config.working_days);
  const auto days = days_until_cold(page.usage, now, config);
  return days ? std::optional(after(now, *days)) : std::nullopt;
}

}  // namespace

std::optional<Timestamp> removal_due(const SweepPage& page, Timestamp now, const DecayConfig& config) {
  if (page.usage.tier != Tier::episodic || page.pinned || page.compacted || is_untouchable(page)) return std::nullopt;
  const auto days = days_until_below(leave_threshold(config), page.usage, now, config);
  if (!days) return std::nullopt;
  const Timestamp known = after(page.usage_known_since, config.unknown_usage_grace_days);
  const Timestamp rested = page.swept_at ? after(*page.swept_at, kRestDays) : known;
  return behind_grace(std::max({after(now, *days), known, rested}), page, config);
}

std::optional<ComingRemoval> next_removal(const SweepPage& page, Timestamp now, const DecayConfig& config) {
  if (is_untouchable(page)) return std::nullopt;
  std::optional<Timestamp> due = removal_due(page, now, config);
  std::string_view pass = config.compact_cold_episodic ? "compact" : "evict";
  if (const auto working = working_due(page, now, config)) due = behind_grace(*working, page, config), pass = "working";
  if (page.expires_at) {
    const Timestamp expiry = behind_grace(*page.expires_at, page, config);
    if (!due || std::max(expiry, now) <= std::max(*due, now)) due = expiry, pass = "ttl";
  }
  if (!due) return std::nullopt;
  return ComingRemoval{page.path, std::max(*due, now), pass, retention(page.usage, now, config).score};
}

std::vector<ComingRemoval> forecast(const std::vector<SweepPage>& pages, Timestamp now, Timestamp until,
                                    const DecayConfig& config) {
  std::vector<ComingRemoval> coming;
  for (const SweepPage& page : pages)
    if (auto removal = next_removal(page, now, config); removal && removal->time <= until)
      coming.push_back(std::move(*removal));
  std::sort(coming.begin(), coming.end(), [](const ComingRemoval& a, const ComingRemoval& b) {
    return a.time != b.time ? a.time < b.time : a.path < b.path;
  });
  return coming;
}

}  // namespace ai_memory
