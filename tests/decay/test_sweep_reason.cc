#include <cmath>
#include <doctest/doctest.h>

#include "decay/sweep_reason.hh"
#include "tests/decay/sweep_pages.hh"

using namespace ai_memory;

TEST_CASE("a score is written with enough digits to show its side of the threshold") {
  CHECK(score_text(0.43214, 0.2) == "0.4321");
  CHECK(score_text(0.2, 0.2) == "0.2000");
  CHECK(score_text(0.199996, 0.2) == "0.199996");
  CHECK(score_text(0, 0.2) == "0.0000");
  CHECK(std::stod(score_text(std::nextafter(0.2, 0), 0.2)) < 0.2);
}

TEST_CASE("days are written to a tenth") {
  CHECK(days_text(3) == "3.0 days");
  CHECK(days_text(1.04) == "1.0 day");
  CHECK(days_text(0) == "0.0 days");
}

TEST_CASE("a retention is set against the threshold, with the days left") {
  PageUsage usage;
  usage.body_changed = kNow;
  CHECK(retention_text(usage, 1.0, kNow, {}) == "retention 1.0000 >= 0.20, cold in 80.5 days at this rate");
  CHECK(retention_text(usage, 0.0123, kNow, {}) == "retention 0.0123 < 0.20");
  DecayConfig config;
  config.cold_threshold = 0.125;
  CHECK(retention_text(usage, 0.0123, kNow, config) == "retention 0.0123 < 0.125");
  config.lambda = 0;
  CHECK(retention_text(usage, 1, kNow, config) == "retention 1.0000 >= 0.125, never cold at this rate");
}

TEST_CASE("the bound is the larger of a floor and a share of the project") {
  struct Row {
    std::size_t pages, bound;
  };
  for (const Row& row : {Row{0, 5}, Row{20, 5}, Row{50, 5}, Row{59, 5}, Row{60, 6}, Row{200, 20}, Row{10'000, 1000}})
    CHECK_MESSAGE(eviction_bound(row.pages, {}, std::nullopt).pages == row.bound, row.pages);
  CHECK(eviction_bound(200, {}, std::nullopt).why == "the larger of 5 and 10 % of 200 pages");
  DecayConfig config;
  config.max_evictions_share = 0.29;  // 0.29 · 100 is a hair under 29
  CHECK(eviction_bound(100, config, std::nullopt).pages == 29);
}

TEST_CASE("a number given on the command line replaces a configured one, which replaces floor and share") {
  DecayConfig config;
  config.max_evictions_per_run = 3;
  CHECK(eviction_bound(200, config, std::nullopt).pages == 3);
  CHECK(eviction_bound(200, config, std::nullopt).why == "max_evictions_per_run");
  CHECK(eviction_bound(200, config, 50).pages == 50);
  CHECK(eviction_bound(200, config, 50).why == "--max-evictions");
  CHECK(eviction_bound(200, config, 0).pages == 0);
  CHECK(eviction_bound(200, config, -1).pages == 0);
}

TEST_CASE("a nonsensical floor or share allows nothing instead of everything") {
  for (const double odd : {-1.0, std::nan("")}) {
    DecayConfig config;
    config.max_evictions_floor = odd;
    config.max_evictions_share = odd;
    CHECK(eviction_bound(200, config, std::nullopt).pages == 0);
  }
}
