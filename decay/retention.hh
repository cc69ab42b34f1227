// How much of a page is kept alive by its age and use. Pure: the clock and the configuration are passed in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decay/fsrs6.hh"
#include "wiki/page.hh"
#include "wiki/time.hh"

namespace ai_memory {

// [decay] of the configuration. Ranges are checked where the file is read; out of range, the functions below still
// give finite scores.
struct DecayConfig {
  std::string curve = "exponential";  // or "fsrs6" or "power"; anything else counts as exponential
  double lambda = 0.02;               // λ, per day, 0..10; 0.02 is a half-life of 34.66 days
  double sigma = 0.6;                 // σ, weight of use, 0..10
  double mu = 0.04;                   // μ, per day, 0..10: how fast use is forgotten
  double breadth_weight = 0.0;        // w, 0..10: how much a page read by several actors gains
  // A page is cold when its score is below, not at, that of the curve; 0..10.
  double cold_threshold = 0.20, fsrs6_cold_threshold = 0.60, power_cold_threshold = 0.01;
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
  bool dedup_cold_clusters = false;          // cold pages that say the same become one
  bool dream_cold_clusters = false;          // or are made one by a language model
  int dedup_min_pts = 2;                     // 2..100: pages near each other that make a cluster (DBSCAN)
  double dedup_max_eps = 0.15;               // 0..1: cosine distance beyond which two pages are never taken for one
  double evict_threshold = 0.10;       // 0..10: with dedup or dreams, cold pages stay down to here, to meet their twins
  bool compact_cold_episodic = false;  // cold pages are shortened to what questions are about, not evicted
  int keep_tokens_max = 200;           // 1..10000 names, numbers, … that a compacted page lists
  int ledger_retention_months = 0;     // 0..1200 full months after its own that a ledger stays; 0: for ever
};

enum class Curve { exponential, fsrs6, power };
Curve curve_of(const DecayConfig& config);
std::string_view curve_name(Curve curve);
double cold_threshold(const DecayConfig& config);  // of its curve
// Below it a cold page is evicted or compacted: the same, but that with dedup twins which cool on different days must
// be able to meet. Then evict_threshold, or for curves of another scale the same part of theirs.
double leave_threshold(const DecayConfig& config);

// Somebody opened, cited or judged a page; that a search listed it is no review.
struct Review {
  Timestamp at{};
  fsrs6::Grade grade = fsrs6::Grade::good;
};

struct PageUsage {
  Timestamp body_changed{};  // when the text last changed; clock keys of ours do not count
  double salience = 1.0;     // 0.25..2.0; beyond is clamped, NaN counts as 1.0
  Tier tier = Tier::episodic;
  std::int64_t accesses = 0;
  std::optional<Timestamp> last_access;
  std::int64_t actors = 0;  // distinct
  // For fsrs6 and power alone.
  std::optional<double> importance;  // 0..1
  double arousal = 0;                // 0..1
  Timestamp created{};               // not after body_changed; unset: that
  std::vector<Review> reviews;       // oldest first
};

// Every number that goes into a score, for reports and `explain`.
struct RetentionTerms {
  Curve curve = Curve::exponential;
  double age_days = 0, idle_days = 0;  // >= 0; idle is 0 without access
  double lambda = 0;                   // as used
  double breadth = 1;
  double base = 0;                                   // salience · e^(−λ·age)
  double use = 0;                                    // σ · ln(1+n) · e^(−μ·idle) · breadth; 0 without access
  double stability = 0, difficulty = 0, recall = 0;  // S in days, D, R: fsrs6; power has no D
  double score = 0;                                  // finite, >= 0
};

//   exponential  salience·e^(−λ·age) + σ·ln(1+n)·e^(−μ·idle)·breadth,  breadth = 1 + w·ln(1 + max(actors − 1, 0))
//   fsrs6        salience·R(idle, S), S after the reviews; the first one is the page's creation, graded by importance
//   power        salience·importance·(1 + 19·idle/S)^(−1/2), S = 10, 5 or 1 by arousal, times 1.5 an access, at most
//   365
//
// For the last two, idle counts from the last review or access, or from the last change of the text if that is later.
// A time later than `now` counts as now. Same answer whatever the time zone or how often it is asked.
RetentionTerms retention(const PageUsage& usage, Timestamp now, const DecayConfig& config);

// Days of 86400 s from `then` to `now`; 0 when `then` lies ahead, so that a clock set back ages nothing.
double days_since(Timestamp then, Timestamp now);

// Days from `now` until the score, with no further access or edit, falls below `threshold`; 0 if it is below already,
// absent if it will not within 2,700 years. Says nothing about tiers and pins: a page may be cold and stay.
std::optional<double> days_until_below(double threshold, const PageUsage& usage, Timestamp now,
                                       const DecayConfig& config);
std::optional<double> days_until_cold(const PageUsage& usage, Timestamp now, const DecayConfig& config);

}  // namespace ai_memory
