// The blast radius of plan_sweep.
#include <doctest/doctest.h>
#include <map>
#include <set>

#include "tests/decay/sweep_pages.hh"

using namespace ai_memory;

namespace {

std::size_t count(const SweepPlan& plan, SweepAction action) {
  std::size_t found = 0;
  for (const SweepDecision& decision : plan.decisions) found += decision.action == action;
  return found;
}

// The pages that are left after the plan is carried out.
std::vector<SweepPage> after(const std::vector<SweepPage>& pages, const SweepPlan& plan) {
  std::vector<SweepPage> left;
  for (const SweepPage& page : pages)
    if (decision_for(plan, page.path).action != SweepAction::remove) left.push_back(page);
  return left;
}

}  // namespace

TEST_CASE("of 200 cold pages the share lets 20 go, of 20 the floor lets 5 go; the others wait") {
  const SweepPlan large = plan_sweep(cold_pages("default/shop", 200), kNow, {}, {});
  CHECK(count(large, SweepAction::remove) == 20);
  CHECK(count(large, SweepAction::wait) == 180);
  const SweepPlan small = plan_sweep(cold_pages("default/shop", 20), kNow, {}, {});
  CHECK(count(small, SweepAction::remove) == 5);
  CHECK(count(small, SweepAction::wait) == 15);
}

TEST_CASE("a waiting page says what would take it and which bound stops that") {
  const std::vector<SweepPage> pages = cold_pages("default/shop", 20);
  const auto reason = [&](const DecayConfig& config, const SweepRequest& request) {
    return plan_sweep(pages, kNow, config, request).decisions[0].reason;
  };
  CHECK(reason({}, {}) ==
        "retention 0.1353 < 0.20; waits: a run removes at most 5 pages of a project (the larger of 5 and 10 % of 20 "
        "pages)");
  CHECK(reason({}, {.max_evictions = 1}) ==
        "retention 0.1353 < 0.20; waits: a run removes at most 1 page of a project (--max-evictions)");
  DecayConfig config;
  config.max_evictions_per_run = 2;
  CHECK(reason(config, {}) ==
        "retention 0.1353 < 0.20; waits: a run removes at most 2 pages of a project (max_evictions_per_run)");
}

TEST_CASE("--max-evictions replaces the configured bound, up or down") {
  const std::vector<SweepPage> pages = cold_pages("default/shop", 20);
  DecayConfig config;
  config.max_evictions_per_run = 2;
  CHECK(count(plan_sweep(pages, kNow, config, {}), SweepAction::remove) == 2);
  CHECK(count(plan_sweep(pages, kNow, config, {.max_evictions = 20}), SweepAction::remove) == 20);
  CHECK(count(plan_sweep(pages, kNow, config, {.max_evictions = 0}), SweepAction::remove) == 0);
}

TEST_CASE("the lowest retention goes first, equal ones by path") {
  std::vector<SweepPage> pages = cold_pages("default/shop", 12);  // the later the name, the older the page
  const SweepPlan plan = plan_sweep(pages, kNow, {}, {.max_evictions = 3});
  for (std::size_t i = 0; i < pages.size(); ++i) CHECK((plan.decisions[i].action == SweepAction::remove) == (i >= 9));
  for (SweepPage& page : pages) page.usage.body_changed = days_before(150);
  const SweepPlan even = plan_sweep(pages, kNow, {}, {.max_evictions = 3});
  for (std::size_t i = 0; i < pages.size(); ++i) CHECK((even.decisions[i].action == SweepAction::remove) == (i < 3));
}

TEST_CASE("working and evict share one bound") {
  std::vector<SweepPage> pages = cold_pages("default/shop", 10);
  for (std::size_t i = 0; i < 5; ++i) {
    pages[i].usage.tier = Tier::working;
    pages[i].usage.body_changed = days_before(300);
  }
  const SweepPlan plan = plan_sweep(pages, kNow, {}, {.max_evictions = 7});
  CHECK(count(plan, SweepAction::remove) == 7);
  CHECK(plan.changes("working", {"default", "shop"}).size() == 5);
  CHECK(plan.changes("evict", {"default", "shop"}).size() == 2);
}

TEST_CASE("expired pages all go and leave the bound to the others") {
  std::vector<SweepPage> pages = cold_pages("default/shop", 30);
  for (std::size_t i = 0; i < 20; ++i) pages[i].expires_at = days_before(1);
  const SweepPlan plan = plan_sweep(pages, kNow, {}, {});
  CHECK(plan.changes("ttl", {"default", "shop"}).size() == 20);
  CHECK(plan.changes("evict", {"default", "shop"}).size() == 5);
}

TEST_CASE("each project has a bound of its own, over all its pages") {
  std::vector<SweepPage> pages = cold_pages("default/shop", 10);
  const std::vector<SweepPage> tools = cold_pages("default/tools", 10);
  pages.insert(pages.end(), tools.begin(), tools.end());
  for (int i = 0; i < 90; ++i) {
    SweepPage concept_page = session_page("default/tools/concepts/" + std::to_string(i) + ".md", 1);
    concept_page.usage.tier = Tier::semantic;
    pages.push_back(concept_page);
  }
  const SweepPlan plan = plan_sweep(pages, kNow, {}, {});
  CHECK(plan.changes("evict", {"default", "shop"}).size() == 5);
  CHECK(plan.changes("evict", {"default", "tools"}).size() == 10);
}

TEST_CASE("pinned pages far over the bound are not touched to meet it (A35)") {
  std::vector<SweepPage> pages = cold_pages("default/shop", 50);
  for (SweepPage& page : pages) page.pinned = true;
  CHECK(count(plan_sweep(pages, kNow, {}, {}), SweepAction::keep) == 50);
  for (SweepPage& page : pages) page.pinned = false;
  CHECK(count(plan_sweep(pages, kNow, {}, {}), SweepAction::remove) == 5);
}

TEST_CASE("no run removes more of a project than its bound") {
  std::mt19937 random(13);
  for (int round = 0; round < 50; ++round) {
    std::vector<SweepPage> pages;
    for (int i = 0; i < 120; ++i) pages.push_back(random_page(random, i));
    std::map<Project, std::size_t> total, removed;
    for (const SweepPage& page : pages) ++total[page.path.project()];
    for (const SweepDecision& decision : plan_sweep(pages, kNow, {}, {}).decisions)
      removed[decision.project] += decision.action == SweepAction::remove && decision.pass != "ttl";
    for (const auto& [project, pages_of_it] : total)
      CHECK(removed[project] <= std::max<std::size_t>(5, pages_of_it / 10));
  }
}

TEST_CASE("daily runs drain what is cold and then find nothing to do") {
  std::mt19937 random(17);
  std::vector<SweepPage> pages = cold_pages("default/shop", 120);
  for (int i = 0; i < 60; ++i) pages.push_back(random_page(random, i));
  std::set<std::string> would_go;
  for (const SweepDecision& decision : plan_sweep(pages, kNow, {}, {.max_evictions = 1000}).decisions)
    if (decision.action == SweepAction::remove) would_go.insert(decision.path.str());

  DecayConfig config;
  for (int day = 0; day < 60; ++day) {
    const SweepPlan plan = plan_sweep(pages, kNow + std::chrono::days{day}, config, {});
    for (const SweepDecision& decision : plan.decisions)
      if (decision.action == SweepAction::remove) would_go.erase(decision.path.str());
    pages = after(pages, plan);
    if (count(plan, SweepAction::wait) > 0) continue;
    CHECK(count(plan_sweep(pages, kNow + std::chrono::days{day}, config, {}), SweepAction::remove) == 0);
  }
  CHECK(would_go.empty());
  const SweepPlan last = plan_sweep(pages, kNow + std::chrono::days{59}, config, {});
  CHECK(count(last, SweepAction::wait) == 0);
  CHECK(count(last, SweepAction::remove) == 0);
}
