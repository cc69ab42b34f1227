// Passes of plan_sweep that rewrite pages: dedup and compact.
#include <algorithm>
#include <doctest/doctest.h>

#include "tests/decay/sweep_pages.hh"

using namespace ai_memory;

namespace {

DecayConfig compacting() {
  DecayConfig config;
  config.compact_cold_episodic = true;
  return config;
}

DecayConfig merging() {
  DecayConfig config;
  config.dedup_cold_clusters = true;
  return config;
}

// The first `count` of `pages` say the same as the last one.
SweepMerge merge_of(const std::vector<SweepPage>& pages, std::size_t count) {
  SweepMerge merge{pages.back().path, {}};
  for (std::size_t i = 0; i < count; ++i) merge.stubs.emplace_back(pages[i].path, "says the same");
  return merge;
}

std::size_t count(const SweepPlan& plan, SweepAction action) {
  return static_cast<std::size_t>(std::count_if(plan.decisions.begin(), plan.decisions.end(),
                                                [&](const auto& decision) { return decision.action == action; }));
}

}  // namespace

TEST_CASE("with compaction on, cold pages are compacted and none is evicted") {
  const auto pages = cold_pages("default/shop", 4);
  const SweepPlan plan = plan_sweep(pages, kNow, compacting(), {});
  CHECK(count(plan, SweepAction::compact) == 4);
  CHECK(count(plan, SweepAction::remove) == 0);
  CHECK(plan.decisions[0].pass == "compact");
  for (const SweepDecision& decision : plan_sweep(pages, kNow, compacting(), {.passes = {"evict"}}).decisions)
    CHECK(decision.action == SweepAction::keep);
}

TEST_CASE("a page that does not get shorter stays and leaves its place to the next coldest") {
  const auto pages = cold_pages("default/shop", 8);  // 007 is the oldest
  SweepRequest request{.max_evictions = 2};
  std::vector<std::string> asked;
  request.compact = [&](const SweepPage& page) -> Compaction {
    asked.push_back(page.path.stem());
    if (page.path.stem() >= "006") return {.text = "", .refused = "hardly shorter"};
    return {.text = "short " + page.path.stem(), .refused = ""};
  };
  const SweepPlan plan = plan_sweep(pages, kNow, compacting(), request);
  CHECK(asked == std::vector<std::string>{"007", "006", "005", "004"});
  CHECK(decision_for(plan, pages[7].path).action == SweepAction::keep);
  CHECK(decision_for(plan, pages[7].path).reason == "cold, but not compacted: hardly shorter");
  CHECK(decision_for(plan, pages[5].path).action == SweepAction::compact);
  CHECK(decision_for(plan, pages[5].path).content == "short 005");
  CHECK(decision_for(plan, pages[3].path).action == SweepAction::wait);
}

TEST_CASE("pinned, compacted and expired pages, and those of unknown use are not compacted") {
  SweepPage page = session_page("default/shop/sessions/a.md", 200);
  CHECK(decide_alone(page, compacting()).action == SweepAction::compact);
  for (const auto& change : std::vector<std::function<void(SweepPage&)>>{
           [](SweepPage& p) { p.pinned = true; }, [](SweepPage& p) { p.compacted = true; },
           [](SweepPage& p) { p.is_protected = true; }, [](SweepPage& p) { p.usage.tier = Tier::semantic; },
           [](SweepPage& p) { p.usage_known_since = days_before(13); },
           [](SweepPage& p) { p.restored_at = days_before(13); }, [](SweepPage& p) { p.ignored = true; }}) {
    SweepPage spared = page;
    change(spared);
    CHECK(decide_alone(spared, compacting()).action == SweepAction::keep);
    CHECK_FALSE(may_be_merged(spared, kNow, merging()) != spared.pinned);
  }
  page.expires_at = days_before(1);
  CHECK(decide_alone(page, compacting()).action == SweepAction::remove);
  CHECK_FALSE(may_be_merged(page, kNow, merging()));
}

TEST_CASE("with dedup on, cold pages stay until they are below evict_threshold") {
  // Unread pages are cold after 80.47 days, and below 0.10 after 115.13.
  CHECK(decide_alone(session_page("default/shop/sessions/a.md", 100), {}).action == SweepAction::remove);
  const SweepDecision waits = decide_alone(session_page("default/shop/sessions/a.md", 115), merging());
  CHECK(waits.action == SweepAction::keep);
  CHECK(waits.reason.find("stays until it is below 0.1000") != std::string::npos);
  CHECK(decide_alone(session_page("default/shop/sessions/a.md", 116), merging()).action == SweepAction::remove);
  CHECK(may_be_merged(session_page("default/shop/sessions/a.md", 81), kNow, merging()));
  CHECK_FALSE(may_be_merged(session_page("default/shop/sessions/a.md", 80), kNow, merging()));
}

TEST_CASE("evict_threshold is never above the cold one, and has the same part of another curve's") {
  DecayConfig config = merging();
  CHECK(leave_threshold(config) == doctest::Approx(0.10));
  config.evict_threshold = 0.5;
  CHECK(leave_threshold(config) == doctest::Approx(0.20));
  config.evict_threshold = 0.10;
  config.curve = "fsrs6";
  CHECK(leave_threshold(config) == doctest::Approx(0.30));
  config.curve = "power";
  CHECK(leave_threshold(config) == doctest::Approx(0.005));
  config.dedup_cold_clusters = false;
  CHECK(leave_threshold(config) == cold_threshold(config));
}

TEST_CASE("a merge makes stubs of its pages and rewrites the survivor, and evicts none of them") {
  const auto pages = cold_pages("default/shop", 5);
  const SweepPlan plan = plan_sweep(pages, kNow, merging(), {.merges = {merge_of(pages, 3)}});
  CHECK(count(plan, SweepAction::stub) == 3);
  CHECK(decision_for(plan, pages[4].path).action == SweepAction::merge);
  CHECK(decision_for(plan, pages[4].path).reason == "takes in 3 pages that say the same");
  CHECK(plan.changes("dedup", pages[0].path.project()).size() == 4);
  CHECK(count(plan_sweep(pages, kNow, merging(), {.passes = {"evict"}, .merges = {merge_of(pages, 3)}}),
              SweepAction::stub) == 0);
}

TEST_CASE("a merge counts as many pages as it makes stubs, and waits whole") {
  const auto pages = cold_pages("default/shop", 5);
  for (const int most : {2, 3}) {
    const SweepPlan plan = plan_sweep(pages, kNow, merging(), {.max_evictions = most, .merges = {merge_of(pages, 3)}});
    CHECK(count(plan, SweepAction::stub) == (most == 3 ? 3 : 0));
    CHECK(count(plan, SweepAction::wait) == (most == 3 ? 0 : 3));
    CHECK(decision_for(plan, pages[4].path).action == (most == 3 ? SweepAction::merge : SweepAction::keep));
  }
}

TEST_CASE("a merge with a page that goes for another reason is not made") {
  auto pages = cold_pages("default/shop", 5);
  pages[1].expires_at = days_before(1);
  const SweepPlan plan = plan_sweep(pages, kNow, merging(), {.merges = {merge_of(pages, 3)}});
  CHECK(count(plan, SweepAction::stub) == 0);
  CHECK(decision_for(plan, pages[1].path).pass == "ttl");
  SweepMerge unknown = merge_of(pages, 1);
  unknown.survivor = PagePath::existing("default/shop/sessions/none.md");
  CHECK(count(plan_sweep(pages, kNow, merging(), {.merges = {unknown}}), SweepAction::stub) == 0);
}

TEST_CASE("the order of pages and of merges changes no decision") {
  auto pages = cold_pages("default/shop", 40);
  std::vector<SweepMerge> merges = {{pages[9].path, {{pages[8].path, "x"}, {pages[7].path, "y"}}},
                                    {pages[3].path, {{pages[2].path, "z"}}}};
  const SweepPlan plan = plan_sweep(pages, kNow, merging(), {.merges = merges});
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(pages.begin(), pages.end(), random);
    std::shuffle(merges.begin(), merges.end(), random);
    const SweepPlan other = plan_sweep(pages, kNow, merging(), {.merges = merges});
    REQUIRE(other.decisions.size() == plan.decisions.size());
    for (std::size_t i = 0; i < plan.decisions.size(); ++i) {
      CHECK(other.decisions[i].path == plan.decisions[i].path);
      CHECK(other.decisions[i].action == plan.decisions[i].action);
      CHECK(other.decisions[i].reason == plan.decisions[i].reason);
    }
  }
}
