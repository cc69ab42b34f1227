#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <random>

#include "decay/retention.hh"
#include "tests/decay/sweep_pages.hh"

using namespace ai_memory;
using doctest::Approx;

namespace {

PageUsage unread(double age_days) {
  PageUsage usage;
  usage.body_changed = days_before(age_days);
  return usage;
}

PageUsage used(double age_days, std::int64_t accesses, double idle_days) {
  PageUsage usage = unread(age_days);
  usage.accesses = accesses;
  usage.last_access = days_before(idle_days);
  usage.actors = 1;
  return usage;
}

double score(const PageUsage& usage, const DecayConfig& config = {}) { return retention(usage, kNow, config).score; }

PageUsage random_usage(std::mt19937& random) {
  std::uniform_real_distribution<double> days(0, 400), salience(0.25, 2.0);
  PageUsage usage = used(days(random), std::uniform_int_distribution<int>(0, 50)(random), days(random));
  usage.salience = salience(random);
  usage.actors = std::uniform_int_distribution<int>(0, 4)(random);
  return usage;
}

}  // namespace

TEST_CASE("a score is the sum of the two terms of the formula") {
  DecayConfig config;
  config.breadth_weight = 0.5;
  PageUsage usage = used(30, 4, 10);
  usage.salience = 1.5;
  usage.actors = 3;
  const RetentionTerms terms = retention(usage, kNow, config);
  CHECK(terms.age_days == Approx(30));
  CHECK(terms.idle_days == Approx(10));
  CHECK(terms.lambda == 0.02);
  CHECK(terms.breadth == Approx(1 + 0.5 * std::log(3.0)));
  CHECK(terms.base == Approx(1.5 * std::exp(-0.6)));
  CHECK(terms.use == Approx(0.6 * std::log(5.0) * std::exp(-0.4) * terms.breadth));
  CHECK(terms.score == Approx(terms.base + terms.use));
}

TEST_CASE("a page that was never read has no use term, whatever its counters say") {
  CHECK(retention(unread(10), kNow, {}).use == 0);
  PageUsage count_without_time = unread(10);
  count_without_time.accesses = 5;
  CHECK(retention(count_without_time, kNow, {}).use == 0);
  PageUsage time_without_count = used(10, 0, 1);
  CHECK(retention(time_without_count, kNow, {}).use == 0);
  CHECK(retention(time_without_count, kNow, {}).idle_days == 0);
  time_without_count.accesses = -3;
  CHECK(retention(time_without_count, kNow, {}).score == score(unread(10)));
}

TEST_CASE("one actor or none gives no breadth") {
  DecayConfig config;
  config.breadth_weight = 1;
  for (const std::int64_t actors : {std::numeric_limits<std::int64_t>::min(), std::int64_t{0}, std::int64_t{1}}) {
    PageUsage usage = used(10, 2, 1);
    usage.actors = actors;
    CHECK(retention(usage, kNow, config).breadth == 1);
  }
}

TEST_CASE("an unread page is cold after 80.47 days, one of salience 0.25 after 11.16") {
  struct Row {
    double salience, days;
  };
  for (const Row& row : {Row{1.0, 80.4719}, Row{0.25, 11.1572}}) {
    PageUsage usage = unread(row.days - 0.001);
    usage.salience = row.salience;
    CHECK(score(usage) >= 0.20);
    usage.body_changed = days_before(row.days + 0.001);
    CHECK(score(usage) < 0.20);
    usage.body_changed = kNow;
    CHECK(*days_until_cold(usage, kNow, {}) == Approx(row.days).epsilon(1e-5));
  }
}

TEST_CASE("salience is clamped to 0.25..2.0 and NaN counts as 1.0 (A39)") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  struct Row {
    double given, used;
  };
  for (const Row& row : {Row{0, 0.25}, Row{-5, 0.25}, Row{0.25, 0.25}, Row{1.3, 1.3}, Row{2, 2}, Row{2.1, 2},
                         Row{inf, 2}, Row{-inf, 0.25}, Row{std::nan(""), 1}}) {
    PageUsage usage = unread(0);
    usage.salience = row.given;
    CHECK_MESSAGE(score(usage) == Approx(row.used), row.given);
  }
}

TEST_CASE("without half-lives lambda is used untouched, with one the tier's score halves in that many days") {
  DecayConfig config;
  for (const Tier tier : {Tier::working, Tier::episodic, Tier::semantic, Tier::procedural, Tier::unknown}) {
    PageUsage usage = unread(33);
    usage.tier = tier;
    CHECK(score(usage, config) == std::exp(-0.02 * 33.0));
  }
  config.half_life_working = 2;
  config.half_life_episodic = 10;
  config.half_life_semantic = 90;
  config.half_life_procedural = 365;
  const auto halves = [&](Tier tier, double days) {
    PageUsage usage = unread(days);
    usage.tier = tier;
    CHECK(score(usage, config) == Approx(0.5));
    CHECK(retention(usage, kNow, config).lambda == std::log(2.0) / days);
  };
  halves(Tier::working, 2);
  halves(Tier::episodic, 10);
  halves(Tier::semantic, 90);
  halves(Tier::procedural, 365);
  PageUsage unknown = unread(33);
  unknown.tier = Tier::unknown;
  CHECK(retention(unknown, kNow, config).lambda == 0.02);
}

TEST_CASE("a time ahead of the clock counts as now (A38)") {
  for (const char* ahead : {"2026-11-29T12:00:10Z", "2026-12-09T12:00:00Z", "2036-11-29T12:00:00Z", "9999-12-31"}) {
    PageUsage usage = used(10, 3, 0);
    const double now_score = score(usage);
    usage.last_access = at(ahead);
    CHECK(score(usage) == now_score);
    usage.body_changed = at(ahead);
    CHECK(score(usage) == Approx(1 + 0.6 * std::log(4.0)));
    CHECK(retention(usage, kNow, {}).age_days == 0);
  }
}

TEST_CASE("a page written ahead of the clock is not immortal: it ages once the clock has passed it (A38)") {
  PageUsage usage = unread(-100);
  CHECK(*days_until_cold(usage, kNow, {}) == Approx(180.4719).epsilon(1e-5));
  CHECK(retention(usage, kNow + std::chrono::days{181}, {}).score < 0.20);
}

TEST_CASE("scores are finite and not negative for absurd times, numbers and configurations (A38, A39)") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const double odd[] = {0, -1, 1e-310, 1e308, inf, -inf, std::nan("")};
  const Timestamp times[] = {Timestamp::min(), Timestamp::max(), Timestamp{}, at("9999-12-31"), kNow};
  for (const double number : odd)
    for (const Timestamp body : times)
      for (const Timestamp access : times)
        for (const Timestamp now : times) {
          PageUsage usage;
          usage.body_changed = body;
          usage.salience = number;
          usage.accesses = std::numeric_limits<std::int64_t>::max();
          usage.last_access = access;
          usage.actors = std::numeric_limits<std::int64_t>::max();
          for (const bool half_life : {false, true}) {
            DecayConfig config{.lambda = number, .sigma = number, .mu = number, .breadth_weight = number};
            if (half_life) config.half_life_episodic = number;
            const RetentionTerms terms = retention(usage, now, config);
            for (const double term :
                 {terms.age_days, terms.idle_days, terms.lambda, terms.base, terms.use, terms.score})
              CHECK((std::isfinite(term) && term >= 0));
            const auto days = days_until_cold(usage, now, config);
            CHECK((!days || (std::isfinite(*days) && *days >= 0)));
          }
        }
}

TEST_CASE("a score never rises with age or idleness, and use never lowers it (A37)") {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    const PageUsage usage = random_usage(random);
    double last = score(usage);
    for (const int days : {1, 5, 40, 400, 4000}) {
      const double later = retention(usage, kNow + std::chrono::days{days}, {}).score;
      CHECK(later <= last);
      last = later;
    }
    PageUsage read_again = usage;
    ++read_again.accesses;
    read_again.last_access = kNow;
    CHECK(score(read_again) > score(usage));
  }
}

TEST_CASE("of two equal pages the one read on five days stays when the other is cold (A37)") {
  const PageUsage left = unread(90), read = used(90, 5, 20);
  CHECK(score(left) < 0.20);
  CHECK(score(read) >= 0.20);
}

TEST_CASE("days_until_cold names the moment at which the score crosses the threshold") {
  std::mt19937 random(11);
  for (int i = 0; i < 1000; ++i) {
    const PageUsage usage = random_usage(random);
    const auto days = days_until_cold(usage, kNow, {});
    REQUIRE(days);
    const auto score_in = [&](double later) {
      return retention(usage, kNow + std::chrono::seconds(std::llround(later * 86400)), {}).score;
    };
    CHECK(score_in(*days + 0.001) < 0.20);
    if (*days > 0.001) CHECK(score_in(*days - 0.001) >= 0.20);
    CHECK((*days == 0) == (score(usage) < 0.20));
  }
}

TEST_CASE("a page that never gets cold has no such day") {
  DecayConfig config;
  config.lambda = 0;
  CHECK_FALSE(days_until_cold(unread(10), kNow, config));
  config = {};
  config.cold_threshold = 0;
  CHECK_FALSE(days_until_cold(unread(10), kNow, config));
}

TEST_CASE("days are counted from the earlier to the later and never below 0") {
  CHECK(days_since(days_before(1.5), kNow) == 1.5);
  CHECK(days_since(days_before(14), kNow) == 14);
  CHECK(days_since(kNow, kNow) == 0);
  CHECK(days_since(days_before(-1), kNow) == 0);
}
