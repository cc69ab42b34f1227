#include "decay/retention.hh"

#include <algorithm>
#include <cmath>

namespace ai_memory {
namespace {

constexpr double kNeverDays = 1e6;

// Negative when `then` lies ahead. Instants beyond any calendar are cut so that the difference fits in 64 bits.
double signed_days_since(Timestamp then, Timestamp now) {
  constexpr Timestamp kLast{std::chrono::seconds{1'000'000'000'000'000}}, kFirst{-kLast.time_since_epoch()};
  return days_between(std::clamp(then, kFirst, kLast), std::clamp(now, kFirst, kLast));
}

// A rate or weight as used: whatever the configuration holds, no product of these can overflow.
double bounded(double value) { return value > 0 ? std::min(value, 1e9) : 0; }

std::optional<double> half_life(Tier tier, const DecayConfig& config) {
  switch (tier) {
    case Tier::working:
      return config.half_life_working;
    case Tier::episodic:
      return config.half_life_episodic;
    case Tier::semantic:
      return config.half_life_semantic;
    case Tier::procedural:
      return config.half_life_procedural;
    case Tier::unknown:
      break;
  }
  return std::nullopt;
}

double lambda_of(Tier tier, const DecayConfig& config) {
  const auto days = half_life(tier, config);
  if (days && *days > 0) return bounded(std::log(2.0) / *days);
  return bounded(config.lambda);
}

double clamp_salience(double salience) { return std::isnan(salience) ? 1.0 : std::clamp(salience, 0.25, 2.0); }

// `age` and `idle` may be negative: a time ahead of the clock counts as now until the clock has passed it.
RetentionTerms terms_at(const PageUsage& usage, double age, std::optional<double> idle, const DecayConfig& config) {
  RetentionTerms terms;
  terms.age_days = std::max(age, 0.0);
  terms.lambda = lambda_of(usage.tier, config);
  terms.base = clamp_salience(usage.salience) * std::exp(-terms.lambda * terms.age_days);
  const double others = static_cast<double>(std::max<std::int64_t>(usage.actors, 1) - 1);
  terms.breadth = 1 + bounded(config.breadth_weight) * std::log1p(others);
  if (idle && usage.accesses > 0) {
    terms.idle_days = std::max(*idle, 0.0);
    const double strength = bounded(config.sigma) * std::log1p(static_cast<double>(usage.accesses));
    terms.use = strength * std::exp(-bounded(config.mu) * terms.idle_days) * terms.breadth;
  }
  terms.score = terms.base + terms.use;
  return terms;
}

std::optional<double> idle_at(const PageUsage& usage, Timestamp now) {
  if (!usage.last_access) return std::nullopt;
  return signed_days_since(*usage.last_access, now);
}

}  // namespace

double days_since(Timestamp then, Timestamp now) { return std::max(signed_days_since(then, now), 0.0); }

RetentionTerms retention(const PageUsage& usage, Timestamp now, const DecayConfig& config) {
  return terms_at(usage, signed_days_since(usage.body_changed, now), idle_at(usage, now), config);
}

std::optional<double> days_until_cold(const PageUsage& usage, Timestamp now, const DecayConfig& config) {
  const double age = signed_days_since(usage.body_changed, now);
  const auto idle = idle_at(usage, now);
  const auto cold_in = [&](double days) {
    const auto later = idle ? std::optional(*idle + days) : std::nullopt;
    return terms_at(usage, age + days, later, config).score < config.cold_threshold;
  };
  if (cold_in(0)) return 0.0;
  if (!cold_in(kNeverDays)) return std::nullopt;
  // Both terms only fall, so there is one crossing to close in on.
  double warm = 0, cold = kNeverDays;
  while (cold - warm > 1e-9 * std::max(1.0, warm)) {
    const double middle = warm + (cold - warm) / 2;
    (cold_in(middle) ? cold : warm) = middle;
  }
  return cold;
}

}  // namespace ai_memory
