// The curves fsrs6 and power, and what holds for all three.
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <random>

#include "decay/retention.hh"
#include "tests/decay/sweep_pages.hh"

using namespace ai_memory;
using doctest::Approx;
using fsrs6::Grade;

namespace {

const DecayConfig kFsrs6{.curve = "fsrs6"}, kPower{.curve = "power"};

PageUsage made(double days_ago) { return {.body_changed = days_before(days_ago), .created = days_before(days_ago)}; }

RetentionTerms fsrs6_terms(const PageUsage& usage) { return retention(usage, kNow, kFsrs6); }
RetentionTerms power_terms(const PageUsage& usage) { return retention(usage, kNow, kPower); }

PageUsage random_usage(std::mt19937& random) {
  const auto day = [&random] { return static_cast<double>(random() % 400); };
  PageUsage usage = made(100 + day());
  usage.body_changed = days_before(day() / 4);
  usage.salience = 0.25 + static_cast<double>(random() % 8) / 4;
  usage.accesses = static_cast<std::int64_t>(random() % 30);
  if (usage.accesses > 0) usage.last_access = days_before(day());
  usage.actors = static_cast<std::int64_t>(random() % 4);
  if (random() % 2) usage.importance = static_cast<double>(random() % 11) / 10;
  usage.arousal = static_cast<double>(random() % 11) / 10;
  for (double ago = 90; ago > 0; ago -= 1 + day() / 10)
    usage.reviews.push_back({days_before(ago), static_cast<Grade>(1 + random() % 4)});
  return usage;
}

}  // namespace

TEST_CASE("each curve has its own threshold; a name that is none counts as exponential") {
  CHECK(cold_threshold({}) == 0.20);
  CHECK(cold_threshold(kFsrs6) == 0.60);
  CHECK(cold_threshold(kPower) == 0.01);
  CHECK(cold_threshold({.curve = "power", .cold_threshold = 1, .fsrs6_cold_threshold = 2}) == 0.01);
  CHECK(curve_of({.curve = "linear"}) == Curve::exponential);
  CHECK(retention(made(10), kNow, {.curve = "linear"}).score == retention(made(10), kNow, {}).score);
}

TEST_CASE("fsrs6: a page's creation is its first review, graded by importance") {
  struct Row {
    std::optional<double> importance;
    double stability;
  };
  for (const Row& row : {Row{std::nullopt, 2.3065}, Row{0.39, 1.2931}, Row{0.4, 2.3065}, Row{0.74, 2.3065},
                         Row{0.75, 8.2956}, Row{1, 8.2956}}) {
    PageUsage usage = made(row.stability);
    usage.importance = row.importance;
    const RetentionTerms terms = fsrs6_terms(usage);
    CHECK(terms.curve == Curve::fsrs6);
    CHECK(terms.stability == Approx(row.stability));
    CHECK(terms.idle_days == Approx(row.stability).epsilon(1e-4));  // to a second
    CHECK(terms.recall == Approx(0.9).epsilon(1e-4));
    CHECK(terms.score == Approx(terms.recall));
  }
}

TEST_CASE("fsrs6: reviews change the memory one after another; salience scales what is left") {
  PageUsage usage = made(40);
  usage.reviews = {{days_before(38), Grade::good}, {days_before(30), Grade::again}, {days_before(30), Grade::easy}};
  fsrs6::Memory memory = fsrs6::next_review(fsrs6::first_review(Grade::good), 2, Grade::good);
  memory = fsrs6::next_review(fsrs6::next_review(memory, 8, Grade::again), 0, Grade::easy);
  const RetentionTerms terms = fsrs6_terms(usage);
  CHECK(terms.stability == Approx(memory.stability));
  CHECK(terms.difficulty == Approx(memory.difficulty));
  CHECK(terms.idle_days == Approx(30));
  CHECK(terms.score == Approx(fsrs6::retrievability(30, memory.stability)));
  usage.salience = 0.5;
  CHECK(fsrs6_terms(usage).score == Approx(terms.score / 2));
}

TEST_CASE("fsrs6: a review by a clock that ran ahead counts once its time has come (A38)") {
  PageUsage usage = made(40);
  const RetentionTerms before = fsrs6_terms(usage);
  usage.reviews = {{days_before(-30), Grade::good}};
  CHECK(fsrs6_terms(usage).score == before.score);
  CHECK(retention(usage, days_before(-30), kFsrs6).recall == 1);
}

TEST_CASE("fsrs6: an edit keeps a page warm as a review does, without being one") {
  PageUsage usage = made(40);
  const double stability = fsrs6_terms(usage).stability;
  usage.body_changed = days_before(1);
  CHECK(fsrs6_terms(usage).idle_days == Approx(1));
  CHECK(fsrs6_terms(usage).stability == stability);
  CHECK(fsrs6_terms({.body_changed = days_before(3)}).idle_days == Approx(3));  // created is not known
}

TEST_CASE("power: stability by arousal, times 1.5 an access up to a year; a fifth is left after it") {
  struct Row {
    double arousal;
    std::int64_t accesses;
    double stability;
  };
  for (const Row& row : {Row{0, 0, 1}, Row{0.5, 0, 1}, Row{0.51, 0, 5}, Row{0.7, 0, 5}, Row{0.71, 0, 10},
                         Row{0.71, 2, 22.5}, Row{0, 1, 1.5}, Row{0.9, 500, 365}, Row{0, 1'000'000'000'000, 365}}) {
    PageUsage usage = made(500);
    usage.arousal = row.arousal;
    usage.accesses = row.accesses;
    usage.last_access = days_before(row.stability);
    usage.body_changed = days_before(450);
    const RetentionTerms terms = power_terms(usage);
    CHECK(terms.stability == Approx(row.stability));
    CHECK(terms.score == Approx(std::sqrt(1.0 / 20)).epsilon(1e-4));
    usage.importance = 0.5;
    CHECK(power_terms(usage).score == Approx(terms.score / 2));
    usage.salience = 0.5;
    CHECK(power_terms(usage).score == Approx(terms.score / 4));
  }
  CHECK(power_terms(made(10)).idle_days == Approx(10));  // never read
}

TEST_CASE("on every curve a score is finite, only falls, turns cold when said, and use never lowers it (A37)") {
  std::mt19937 random(11);
  for (const DecayConfig& config : {DecayConfig{}, kFsrs6, kPower})
    for (int round = 0; round < 300; ++round) {
      const PageUsage usage = random_usage(random);
      double last = std::numeric_limits<double>::infinity();
      for (const int days : {0, 1, 5, 40, 400, 4000, 400000}) {
        const double later = retention(usage, kNow + std::chrono::days{days}, config).score;
        CHECK(std::isfinite(later));
        CHECK(later >= 0);
        CHECK(later <= last);
        last = later;
      }
      PageUsage read_again = usage;
      ++read_again.accesses;
      read_again.last_access = kNow;
      read_again.reviews.push_back({kNow, Grade::good});
      CHECK(retention(read_again, kNow, config).score >= retention(usage, kNow, config).score);
      const auto days = days_until_cold(usage, kNow, config);
      if (!days || *days <= 0 || *days > 10'000) continue;
      const auto crossing = kNow + std::chrono::seconds(static_cast<std::int64_t>(*days * 86400));
      CHECK(retention(usage, crossing - std::chrono::seconds(2), config).score >= cold_threshold(config));
      CHECK(retention(usage, crossing + std::chrono::seconds(2), config).score < cold_threshold(config));
    }
}

TEST_CASE("numbers that are none, and reviews of any time, give scores all the same") {
  const double nan = std::nan(""), far = std::numeric_limits<double>::infinity();
  for (const double number : {nan, far, -far, -1.0, 1e300})
    for (const DecayConfig& config : {kFsrs6, kPower}) {
      PageUsage usage = made(10);
      usage.salience = usage.arousal = number;
      usage.importance = number;
      usage.reviews = {{Timestamp::max(), Grade::again}, {Timestamp::min(), Grade::easy}, {Timestamp{}, Grade::good}};
      const double score = retention(usage, kNow, config).score;
      CHECK(std::isfinite(score));
      CHECK(score >= 0);
    }
}
