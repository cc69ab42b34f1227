// How much of a page is kept alive by its age and use (02-aging §1).
#pragma once

#include <optional>

#include "wiki/page.hh"
#include "wiki/time.hh"

namespace ai_memory {

// [decay] of the configuration.
struct DecayConfig {
  double lambda = 0.02;  // per day
  double sigma = 0.6;
  double mu = 0.04;      // per day
  double breadth_weight = 0.0;
  double cold_threshold = 0.20;
  // λ = ln 2 / days per tier; absent: lambda. Working: absent means working_days rules instead.
  std::optional<double> half_life_working, half_life_episodic, half_life_semantic, half_life_procedural;
  double working_days = 7;
  double max_evictions_floor = 5;      // max(5, 10 %) pages per run and project
  double max_evictions_share = 0.10;
  std::optional<int> max_evictions_per_run;  // replaces both
  double unknown_usage_grace_days = 14;
  double restore_grace_days = 14;
  double hard_delete_after_days = 180;
};

struct PageUsage {
  Timestamp body_changed{};  // when the text last changed; clock keys of ours do not count
  double salience = 1.0;     // 0.25..2.0
  Tier tier = Tier::episodic;
  std::int64_t accesses = 0;
  std::optional<Timestamp> last_access;
  std::int64_t actors = 0;   // distinct
};

// Every number that goes into a score, for reports and `explain`.
struct RetentionTerms {
  double age_days = 0, idle_days = 0;
  double lambda = 0;      // as used
  double breadth = 1;
  double base = 0;        // salience · e^(−λ·age)
  double use = 0;         // σ · ln(1+n) · e^(−μ·idle) · breadth; 0 without access
  double score = 0;       // base + use; finite, >= 0
};

//   retention = salience·e^(−λ·age) + σ·ln(1+n)·e^(−μ·idle)·breadth,  breadth = 1 + w·ln(1 + max(actors − 1, 0))
//
// A time later than `now` counts as now. Same answer whatever the time zone or how often it is asked.
RetentionTerms retention(const PageUsage& usage, Timestamp now, const DecayConfig& config);

}  // namespace ai_memory
