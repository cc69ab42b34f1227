// How much of a page is kept alive by its age and use. Pure: the clock and the configuration are passed in.
#pragma once

#include <cstdint>
#include <optional>

#include "wiki/page.hh"
#include "wiki/time.hh"

namespace ai_memory {

// [decay] of the configuration. Ranges are checked where the file is read; out of range, the functions below still
// give finite scores.
struct DecayConfig {
  double lambda = 0.02;          // λ, per day, 0..10; 0.02 is a half-life of 34.66 days
  double sigma = 0.6;            // σ, weight of use, 0..10
  double mu = 0.04;              // μ, per day, 0..10: how fast use is forgotten
  double breadth_weight = 0.0;   // w, 0..10: how much a page read by several actors gains
  double cold_threshold = 0.20;  // 0..10; a page is cold when its score is below, not at, this
  // Days, > 0..36500: λ = ln 2 / days for that tier; absent: lambda as it stands. With a working half-life, working
  // pages go once cold, instead of working_days after their session.
  std::optional<double> half_life_working, half_life_episodic, half_life_semantic, half_life_procedural;
  double working_days = 7;                   // 0..36500
  double max_evictions_floor = 5;            // pages per run and project, >= 0
  double max_evictions_share = 0.10;         // of the project's pages, 0..1; the larger of the two is the bound
  std::optional<int> max_evictions_per_run;  // >= 0; replaces both
  double unknown_usage_grace_days = 14;      // 0..36500; no eviction before usage was known this long
  double restore_grace_days = 14;            // 0..36500; no removal of any kind after restore-page or undo
  double hard_delete_after_days = 180;       // 0..36500; then a tombstone leaves the sidecar (git keeps the text)
};

struct PageUsage {
  Timestamp body_changed{};  // when the text last changed; clock keys of ours do not count
  double salience = 1.0;     // 0.25..2.0; beyond is clamped, NaN counts as 1.0
  Tier tier = Tier::episodic;
  std::int64_t accesses = 0;
  std::optional<Timestamp> last_access;
  std::int64_t actors = 0;  // distinct
};

// Every number that goes into a score, for reports and `explain`.
struct RetentionTerms {
  double age_days = 0, idle_days = 0;  // >= 0; idle is 0 without access
  double lambda = 0;                   // as used
  double breadth = 1;
  double base = 0;   // salience · e^(−λ·age)
  double use = 0;    // σ · ln(1+n) · e^(−μ·idle) · breadth; 0 without access
  double score = 0;  // base + use; finite, >= 0
};

//   retention = salience·e^(−λ·age) + σ·ln(1+n)·e^(−μ·idle)·breadth,  breadth = 1 + w·ln(1 + max(actors − 1, 0))
//
// A time later than `now` counts as now. Same answer whatever the time zone or how often it is asked.
RetentionTerms retention(const PageUsage& usage, Timestamp now, const DecayConfig& config);

// Days of 86400 s from `then` to `now`; 0 when `then` lies ahead, so that a clock set back ages nothing.
double days_since(Timestamp then, Timestamp now);

// Days from `now` until the score, with no further access or edit, falls below the cold threshold; 0 if it is below
// already, absent if it will not within 2,700 years. Says nothing about tiers and pins: a page may be cold and stay.
std::optional<double> days_until_cold(const PageUsage& usage, Timestamp now, const DecayConfig& config);

}  // namespace ai_memory
