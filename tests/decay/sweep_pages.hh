// Pages for sweep tests: plain ones to change, and a crowd with every mark a page can have.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "decay/sweep_plan.hh"

namespace ai_memory {

inline Timestamp at(const char* text) { return *parse_time(text); }
inline const Timestamp kNow = at("2026-11-29T12:00:00Z");

inline Timestamp days_before(double days, Timestamp now = kNow) {
  return now - std::chrono::seconds(std::llround(days * 86400));
}

// An unread session page of this age that nothing protects.
inline SweepPage session_page(const std::string& path, double age_days) {
  SweepPage page{.path = PagePath::existing(path)};
  page.blob = "blob of " + path;
  page.kind = "session";
  page.usage.body_changed = days_before(age_days);
  return page;
}

inline std::vector<SweepPage> cold_pages(const std::string& folder, int count) {
  std::vector<SweepPage> pages;
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(1000 + i).substr(1);
    pages.push_back(session_page(folder + "/sessions/2026/01/" + number + ".md", 100 + i));
  }
  return pages;
}

inline SweepPage random_page(std::mt19937& random, int number) {
  const auto below = [&](int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random); };
  const std::string project = below(2) ? "default/shop" : "default/tools";
  SweepPage page = session_page(project + "/sessions/" + std::to_string(number) + ".md", below(300));
  page.usage.tier = static_cast<Tier>(below(10) < 7 ? 1 : below(5));
  page.usage.salience = 0.25 * (1 + below(8));
  page.usage.accesses = below(2) ? below(6) : 0;
  if (page.usage.accesses > 0) page.usage.last_access = days_before(below(200));
  page.usage.actors = below(3);
  page.pinned = below(8) == 0;
  page.is_protected = below(10) == 0;
  page.ignored = below(10) == 0;
  page.compacted = below(10) == 0;
  if (below(10) == 0) page.kind = below(2) ? "fact" : "event";
  if (below(6) == 0) page.expires_at = days_before(below(100) - 50);
  if (below(4) == 0) page.session_ended = days_before(below(30));
  if (below(10) == 0) page.restored_at = days_before(below(30));
  if (below(6) == 0) page.usage_known_since = days_before(below(30));
  if (below(8) == 0) page.swept_at = days_before(below(20) / 10.0);
  return page;
}

inline const SweepDecision& decision_for(const SweepPlan& plan, const PagePath& path) {
  for (const SweepDecision& decision : plan.decisions)
    if (decision.path == path) return decision;
  throw std::out_of_range(path.str());
}

inline SweepDecision decide_alone(const SweepPage& page, const DecayConfig& config = {},
                                  const SweepRequest& request = {}, Timestamp now = kNow) {
  return plan_sweep({page}, now, config, request).decisions.at(0);
}

}  // namespace ai_memory
