// What is foretold is what the sweep's own plan does at that time, and not before.
#include <algorithm>
#include <climits>
#include <doctest/doctest.h>
#include <functional>
#include <random>

#include "decay/forecast.hh"
#include "tests/decay/sweep_pages.hh"

using namespace ai_memory;

namespace {

constexpr auto kYear = std::chrono::days(365);
const char* const kCold = "default/p/sessions/cold.md";

}  // namespace

TEST_CASE("when a page is due: cold, known for long enough, and not just restored") {
  const DecayConfig config;
  SweepPage page{
      .path = PagePath::existing(kCold), .kind = "session", .usage_known_since = kNow - std::chrono::days(100)};
  page.usage.body_changed = kNow;
  const auto due = removal_due(page, kNow, config);
  REQUIRE(due);
  CHECK(days_between(kNow, *due) == doctest::Approx(80.4719).epsilon(1e-5));
  page.usage_known_since = kNow + std::chrono::days(90);
  CHECK(removal_due(page, kNow, config) == page.usage_known_since + std::chrono::days(14));
  page.swept_at = kNow + std::chrono::days(150);
  CHECK(removal_due(page, kNow, config) == *page.swept_at + std::chrono::days(1));
  page.restored_at = kNow + std::chrono::days(200);
  CHECK(removal_due(page, kNow, config) == *page.restored_at + std::chrono::days(14));

  for (const auto& spoil : std::vector<std::function<void(SweepPage&)>>{
           [](SweepPage& p) { p.pinned = true; }, [](SweepPage& p) { p.is_protected = true; },
           [](SweepPage& p) { p.ignored = true; }, [](SweepPage& p) { p.compacted = true; },
           [](SweepPage& p) { p.kind = "fact"; }, [](SweepPage& p) { p.kind = "event"; },
           [](SweepPage& p) { p.usage.tier = Tier::semantic; }, [](SweepPage& p) { p.usage.tier = Tier::unknown; }}) {
    SweepPage spared = page;
    spoil(spared);
    CHECK_FALSE(removal_due(spared, kNow, config));
  }
}

TEST_CASE("the sweep of that second removes what is foretold, by the pass that is named, and the one before does not") {
  std::mt19937 random(17);
  for (int round = 0; round < 1500; ++round) {
    const SweepPage page = random_page(random, round);
    DecayConfig config;
    if (round % 3 == 1) config.half_life_working = 3;
    if (round % 5 == 1) config.curve = "fsrs6";
    const auto coming = forecast({page}, kNow, kNow + kYear, config);
    const auto plan_at = [&](Timestamp time) { return decide_alone(page, config, {.max_evictions = INT_MAX}, time); };
    if (coming.empty()) {
      CHECK(plan_at(kNow + kYear).action == SweepAction::keep);
      continue;
    }
    CHECK(coming[0].score == retention(page.usage, kNow, config).score);
    // A score is said to be cold to a ten millionth of a day or so.
    const SweepDecision then = plan_at(coming[0].time + std::chrono::seconds(1));
    CHECK(then.action == SweepAction::remove);
    CHECK(then.pass == coming[0].pass);
    if (coming[0].time > kNow + std::chrono::seconds(2))
      CHECK(plan_at(coming[0].time - std::chrono::seconds(2)).action == SweepAction::keep);
  }
}

TEST_CASE("what is due comes first, then by time and path; what goes later is not told") {
  std::vector<SweepPage> pages = {session_page("default/p/sessions/b.md", 100), session_page(kCold, 100),
                                  session_page("default/p/sessions/a.md", 30), session_page("default/p/x.md", 1)};
  for (SweepPage& page : pages) page.usage_known_since = kNow - kYear;
  const auto coming = forecast(pages, kNow, kNow + std::chrono::days(60), {});
  REQUIRE(coming.size() == 3);
  CHECK(coming[0].path.str() == "default/p/sessions/b.md");
  CHECK(coming[1].path.str() == kCold);
  CHECK(coming[0].time == kNow);
  CHECK(coming[2].path.str() == "default/p/sessions/a.md");
  CHECK(coming[2].time > kNow + std::chrono::days(50));
}

TEST_CASE("an expiry counts if it comes first, a pin only holds off the cold") {
  SweepPage page = session_page(kCold, 10);
  page.usage_known_since = kNow - kYear;
  page.expires_at = kNow + std::chrono::days(5);
  CHECK(forecast({page}, kNow, kNow + kYear, {})[0].pass == "ttl");
  page.expires_at = kNow + std::chrono::days(300);
  CHECK(forecast({page}, kNow, kNow + kYear, {})[0].pass == "evict");
  page.pinned = true;
  CHECK(forecast({page}, kNow, kNow + kYear, {})[0].pass == "ttl");
  CHECK(forecast({page}, kNow, kNow + std::chrono::days(299), {}).empty());
}

TEST_CASE("the next removal of one page is what the forecast of it says") {
  std::mt19937 random(23);
  for (int round = 0; round < 300; ++round) {
    const SweepPage page = random_page(random, round);
    const auto one = next_removal(page, kNow, {});
    const auto all = forecast({page}, kNow, kNow + 100 * kYear, {});
    REQUIRE(one.has_value() == !all.empty());
    if (!one) continue;
    CHECK(one->time == all[0].time);
    CHECK(one->pass == all[0].pass);
  }
}
