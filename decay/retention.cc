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

// The times below may be negative: one ahead of the clock counts as now until the clock has passed it.
double days_ahead(Timestamp then, Timestamp now, double days) {
  return std::max(signed_days_since(then, now) + days, 0.0);
}

void add_exponential(RetentionTerms& terms, const PageUsage& usage, Timestamp now, double days,
                     const DecayConfig& config) {
  terms.lambda = lambda_of(usage.tier, config);
  terms.base = clamp_salience(usage.salience) * std::exp(-terms.lambda * terms.age_days);
  const double others = static_cast<double>(std::max<std::int64_t>(usage.actors, 1) - 1);
  terms.breadth = 1 + bounded(config.breadth_weight) * std::log1p(others);
  if (usage.last_access && usage.accesses > 0) {
    terms.idle_days = days_ahead(*usage.last_access, now, days);
    const double strength = bounded(config.sigma) * std::log1p(static_cast<double>(usage.accesses));
    terms.use = strength * std::exp(-bounded(config.mu) * terms.idle_days) * terms.breadth;
  }
  terms.score = terms.base + terms.use;
}

double share(double value) { return value >= 0 ? std::min(value, 1.0) : std::isnan(value) ? 1.0 : 0.0; }

fsrs6::Grade first_grade(const std::optional<double>& importance) {
  const double value = importance.value_or(0.5);
  return value < 0.4 ? fsrs6::Grade::hard : value < 0.75 ? fsrs6::Grade::good : fsrs6::Grade::easy;
}

constexpr double kAhead = 60.0 / 86400;  // a review further ahead is by a clock that was wrong

void add_fsrs6(RetentionTerms& terms, const PageUsage& usage, Timestamp now, double days) {
  Timestamp last = usage.created == Timestamp{} ? usage.body_changed : std::min(usage.created, usage.body_changed);
  fsrs6::Memory memory = fsrs6::first_review(first_grade(usage.importance));
  for (const Review& review : usage.reviews) {
    if (signed_days_since(now, review.at) > kAhead) break;
    memory = fsrs6::next_review(memory, signed_days_since(last, review.at), review.grade);
    last = std::max(last, review.at);
  }
  terms.idle_days = days_ahead(std::max(last, usage.body_changed), now, days);
  terms.stability = memory.stability;
  terms.difficulty = memory.difficulty;
  terms.recall = fsrs6::retrievability(terms.idle_days, memory.stability);
  terms.score = clamp_salience(usage.salience) * terms.recall;
}

void add_power(RetentionTerms& terms, const PageUsage& usage, Timestamp now, double days) {
  constexpr double kGrowth = 1.5, kMostDays = 365, kSteepness = 19;
  constexpr std::int64_t kEnough = 20;  // 1.5^20 is beyond any bound
  const double first = usage.arousal > 0.7 ? 10 : usage.arousal > 0.5 ? 5 : 1;
  const auto accesses = static_cast<double>(std::clamp<std::int64_t>(usage.accesses, 0, kEnough));
  terms.stability = std::min(first * std::pow(kGrowth, accesses), kMostDays);
  terms.idle_days = days_ahead(std::max(usage.last_access.value_or(usage.body_changed), usage.body_changed), now, days);
  terms.recall = 1 / std::sqrt(1 + kSteepness * terms.idle_days / terms.stability);
  terms.score = clamp_salience(usage.salience) * share(usage.importance.value_or(1)) * terms.recall;
}

// `days` from `now`, if nobody reads or edits the page until then.
RetentionTerms terms_at(const PageUsage& usage, Timestamp now, double days, const DecayConfig& config) {
  RetentionTerms terms;
  terms.curve = curve_of(config);
  terms.age_days = days_ahead(usage.body_changed, now, days);
  switch (terms.curve) {
    case Curve::exponential:
      add_exponential(terms, usage, now, days, config);
      break;
    case Curve::fsrs6:
      add_fsrs6(terms, usage, now, days);
      break;
    case Curve::power:
      add_power(terms, usage, now, days);
      break;
  }
  return terms;
}

}  // namespace

double days_since(Timestamp then, Timestamp now) { return std::max(signed_days_since(then, now), 0.0); }

Curve curve_of(const DecayConfig& config) {
  return config.curve == "fsrs6" ? Curve::fsrs6 : config.curve == "power" ? Curve::power : Curve::exponential;
}

std::string_view curve_name(Curve curve) {
  return curve == Curve::fsrs6 ? "fsrs6" : curve == Curve::power ? "power" : "exponential";
}

double cold_threshold(const DecayConfig& config) {
  switch (curve_of(config)) {
    case Curve::fsrs6:
      return config.fsrs6_cold_threshold;
    case Curve::power:
      return config.power_cold_threshold;
    case Curve::exponential:
      break;
  }
  return config.cold_threshold;
}

double leave_threshold(const DecayConfig& config) {
  const double cold = cold_threshold(config);
  if (!config.dedup_cold_clusters && !config.dream_cold_clusters) return cold;
  constexpr double kUsual = 0.20;  // what evict_threshold is meant beside
  const double scale = curve_of(config) == Curve::exponential ? 1 : cold / kUsual;
  return std::min(cold, config.evict_threshold * scale);
}

RetentionTerms retention(const PageUsage& usage, Timestamp now, const DecayConfig& config) {
  return terms_at(usage, now, 0, config);
}

std::optional<double> days_until_below(double threshold, const PageUsage& usage, Timestamp now,
                                       const DecayConfig& config) {
  const auto cold_in = [&](double days) { return terms_at(usage, now, days, config).score < threshold; };
  if (cold_in(0)) return 0.0;
  if (!cold_in(kNeverDays)) return std::nullopt;
  // Scores only fall, so there is one crossing to close in on.
  double warm = 0, cold = kNeverDays;
  while (cold - warm > 1e-9 * std::max(1.0, warm)) {
    const double middle = warm + (cold - warm) / 2;
    (cold_in(middle) ? cold : warm) = middle;
  }
  return cold;
}

std::optional<double> days_until_cold(const PageUsage& usage, Timestamp now, const DecayConfig& config) {
  return days_until_below(cold_threshold(config), usage, now, config);
}

}  // namespace ai_memory
