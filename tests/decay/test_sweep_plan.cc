#include <doctest/doctest.h>
#include <functional>

#include "decay/sweep_plan.hh"
#include "tests/decay/sweep_pages.hh"

using namespace ai_memory;

namespace {

const std::string kPath = "default/shop/sessions/2026/05/cold.md";

SweepPage cold_page() { return session_page(kPath, 120); }

SweepPage expired_page() {
  SweepPage page = session_page(kPath, 1);
  page.expires_at = at("2026-11-01");
  return page;
}

SweepPage scratch_page(double ended_days_ago) {
  SweepPage page = session_page("default/shop/scratch/todo.md", 1);
  page.usage.tier = Tier::working;
  page.session_ended = days_before(ended_days_ago);
  return page;
}

void check(const SweepDecision& decision, const char* pass, SweepAction action, const std::string& reason) {
  CHECK(decision.pass == pass);
  CHECK((decision.action == action));
  CHECK(decision.reason == reason);
}

}  // namespace

TEST_CASE("a cold episodic page goes, with its score, blob and project in the plan") {
  const SweepDecision decision = decide_alone(cold_page());
  check(decision, "evict", SweepAction::remove, "retention 0.0907 < 0.20");
  CHECK(decision.path.str() == kPath);
  CHECK(decision.blob == "blob of " + kPath);
  CHECK(decision.project.str() == "default/shop");
  CHECK(decision.terms.score == retention(cold_page().usage, kNow, {}).score);
  CHECK(decision.terms.age_days == 120);
}

TEST_CASE("a warm page stays and is told when it goes cold") {
  check(decide_alone(session_page(kPath, 42)), "evict", SweepAction::keep,
        "retention 0.4317 >= 0.20, cold in 38.5 days at this rate");
}

TEST_CASE("a page exactly at the threshold is not cold") {
  DecayConfig config;
  config.lambda = 0;
  config.cold_threshold = 1.0;
  CHECK((decide_alone(cold_page(), config).action == SweepAction::keep));
  config.cold_threshold = 1.0000001;
  CHECK((decide_alone(cold_page(), config).action == SweepAction::remove));
}

TEST_CASE("each thing that keeps a cold page names itself (A35, A36)") {
  struct Row {
    const char* reason;
    std::function<void(SweepPage&)> mark;
  };
  const Row rows[] = {
      {"pinned", [](SweepPage& page) { page.pinned = true; }},
      {"pinned, until it expires 2026-12-24T00:00:00Z (a TTL beats a pin)",
       [](SweepPage& page) { page.pinned = true, page.expires_at = at("2026-12-24"); }},
      {"tier semantic never decays", [](SweepPage& page) { page.usage.tier = Tier::semantic; }},
      {"tier procedural never decays", [](SweepPage& page) { page.usage.tier = Tier::procedural; }},
      {"tier unknown is never removed", [](SweepPage& page) { page.usage.tier = Tier::unknown; }},
      {"protected: broken front matter, line 3",
       [](SweepPage& page) { page.is_protected = true, page.protected_why = "broken front matter, line 3"; }},
      {"protected", [](SweepPage& page) { page.is_protected = true; }},
      {"ignored by git: never changed automatically", [](SweepPage& page) { page.ignored = true; }},
      {"compacted pages do not go for coldness", [](SweepPage& page) { page.compacted = true; }},
      {"fact pages are never removed", [](SweepPage& page) { page.kind = "fact"; }},
      {"event pages are never removed", [](SweepPage& page) { page.kind = "event"; }},
      {"restored 3.0 days ago (grace 14.0 days)", [](SweepPage& page) { page.restored_at = days_before(3); }},
      {"retention 0.0907 < 0.20, but its use is known for 2.5 days only (grace 14.0 days)",
       [](SweepPage& page) { page.usage_known_since = days_before(2.5); }},
      {"retention 0.0907 < 0.20, but changed by a sweep 0.5 days ago (grace 1.0 day)",
       [](SweepPage& page) { page.swept_at = days_before(0.5); }},
  };
  for (const Row& row : rows) {
    SweepPage page = cold_page();
    row.mark(page);
    check(decide_alone(page), "evict", SweepAction::keep, row.reason);
  }
}

TEST_CASE("a page is under its grace until the last second of it, not longer") {
  const auto second = std::chrono::seconds{1};
  SweepPage page = cold_page();
  page.restored_at = days_before(14) + second;
  CHECK((decide_alone(page).action == SweepAction::keep));
  page.restored_at = days_before(14);
  CHECK((decide_alone(page).action == SweepAction::remove));
  page.usage_known_since = days_before(14) + second;
  CHECK((decide_alone(page).action == SweepAction::keep));
  page.usage_known_since = days_before(14);
  CHECK((decide_alone(page).action == SweepAction::remove));
  page.swept_at = days_before(1) + second;
  CHECK((decide_alone(page).action == SweepAction::keep));
  CHECK_FALSE(may_be_merged(page, kNow, {}));
  page.swept_at = days_before(1);
  CHECK((decide_alone(page).action == SweepAction::remove));
  CHECK(may_be_merged(page, kNow, {}));
  DecayConfig none;
  none.restore_grace_days = none.unknown_usage_grace_days = 0;
  page.restored_at = page.usage_known_since = kNow;
  CHECK((decide_alone(page, none).action == SweepAction::remove));
}

TEST_CASE("pages expire at their instant, not a second before (A40)") {
  SweepPage page = session_page(kPath, 1);
  for (const char* text : {"2026-12-01", "2026-12-01T00:00:00+09:00", "2026-12-01T00:00:00Z"}) {
    page.expires_at = parse_deadline(text);
    CHECK((decide_alone(page, {}, {}, *page.expires_at - std::chrono::seconds{1}).action == SweepAction::keep));
    check(decide_alone(page, {}, {}, *page.expires_at), "ttl", SweepAction::remove,
          "expired " + format_time(*page.expires_at) + " (not counted against the limit of evictions)");
  }
}

TEST_CASE("a TTL removes pages of every known tier, pinned ones too (A40)") {
  for (const Tier tier : {Tier::working, Tier::episodic, Tier::semantic, Tier::procedural}) {
    SweepPage page = expired_page();
    page.usage.tier = tier;
    page.pinned = true;
    check(decide_alone(page), "ttl", SweepAction::remove,
          "expired 2026-11-01T00:00:00Z (pinned; a TTL beats a pin; not counted against the limit of evictions)");
  }
}

TEST_CASE("a compacted or young page whose use is unknown still goes by its TTL") {
  SweepPage page = expired_page();
  page.compacted = true;
  page.usage_known_since = kNow;
  CHECK((decide_alone(page).action == SweepAction::remove));
}

TEST_CASE("an expired page stays if it is protected, ignored, just restored, a fact or an event (A36, A40)") {
  struct Row {
    const char* reason;
    std::function<void(SweepPage&)> mark;
  };
  const Row rows[] = {
      {"protected", [](SweepPage& page) { page.is_protected = true; }},
      {"ignored by git: never changed automatically", [](SweepPage& page) { page.ignored = true; }},
      {"restored 13.9 days ago (grace 14.0 days)", [](SweepPage& page) { page.restored_at = days_before(13.9); }},
      {"fact pages are never removed", [](SweepPage& page) { page.kind = "fact"; }},
      {"event pages are never removed", [](SweepPage& page) { page.kind = "event"; }},
  };
  for (const Row& row : rows) {
    SweepPage page = expired_page();
    row.mark(page);
    check(decide_alone(page), "ttl", SweepAction::keep, row.reason);
  }
}

TEST_CASE("what ttl decided is not decided again by a later pass") {
  SweepPage page = cold_page();
  page.expires_at = at("2026-11-01");
  CHECK(decide_alone(page).pass == "ttl");
  page.is_protected = true;
  CHECK(decide_alone(page).pass == "ttl");
  check(decide_alone(cold_page(), {}, {.passes = {"evict", "ttl"}}), "evict", SweepAction::remove,
        "retention 0.0907 < 0.20");
  CHECK(decide_alone(expired_page(), {}, {.passes = {"evict", "ttl"}}).pass == "ttl");
}

TEST_CASE("a working page goes working_days after its session ended") {
  check(decide_alone(scratch_page(6.9)), "working", SweepAction::keep,
        "session ended 6.9 days ago (goes after 7.0 days)");
  check(decide_alone(scratch_page(7)), "working", SweepAction::remove,
        "session ended 7.0 days ago (goes after 7.0 days)");
  SweepPage page = scratch_page(30);
  page.pinned = true;
  check(decide_alone(page), "working", SweepAction::keep, "pinned");
}

TEST_CASE("a working page without a session goes by its last change") {
  SweepPage page = scratch_page(0);
  page.session_ended.reset();
  page.usage.body_changed = days_before(6);
  check(decide_alone(page), "working", SweepAction::keep,
        "working page, last changed 6.0 days ago (goes after 7.0 days)");
  page.usage.body_changed = days_before(8);
  CHECK((decide_alone(page).action == SweepAction::remove));
}

TEST_CASE("with a working half-life, working pages go once cold instead") {
  DecayConfig config;
  config.half_life_working = 10;
  SweepPage page = scratch_page(30);
  check(decide_alone(page, config), "working", SweepAction::keep,
        "retention 0.9330 >= 0.20, cold in 22.2 days at this rate");
  page.usage.body_changed = days_before(24);
  check(decide_alone(page, config), "working", SweepAction::remove, "retention 0.1895 < 0.20");
  page.usage.body_changed = kNow;
  config.cold_threshold = 1.0;  // exactly its score: not cold
  CHECK((decide_alone(page, config).action == SweepAction::keep));
}

TEST_CASE("only the passes asked for remove anything") {
  const std::vector<SweepPage> pages = {cold_page(), scratch_page(30)};
  const auto removed_by = [&](std::vector<std::string> passes) {
    std::string names;
    for (const SweepDecision& decision : plan_sweep(pages, kNow, {}, {.passes = std::move(passes)}).decisions)
      if (decision.action == SweepAction::remove) names += decision.pass + " ";
    return names;
  };
  CHECK(removed_by({"evict", "working", "ttl"}) == "working evict ");
  CHECK(removed_by({"evict"}) == "evict ");
  CHECK(removed_by({"working"}) == "working ");
  CHECK(removed_by({"ttl"}).empty());
  CHECK(removed_by({}).empty());
  CHECK(removed_by({"hand-edits", "purge"}).empty());
  check(decide_alone(expired_page(), {}, {.passes = {"working"}}), "", SweepAction::keep,
        "no pass of this run looks at it");
}

TEST_CASE("where dedup alone looks at cold pages, it says why each stays") {
  struct Row {
    const char* why;
    std::function<void(SweepPage&)> mark;
    const char* pass = "dedup";
  };
  const Row rows[] = {
      {"cold, but not merged: no page was found that says the same", [](SweepPage&) {}},
      {"pinned", [](SweepPage& page) { page.pinned = true; }},
      {"protected", [](SweepPage& page) { page.is_protected = true; }},
      {"ignored by git: never changed automatically", [](SweepPage& page) { page.ignored = true; }},
      {"compacted pages are not merged", [](SweepPage& page) { page.compacted = true; }},
      {"expired 2026-11-28T12:00:00Z, which is for the pass ttl",
       [](SweepPage& page) { page.expires_at = days_before(1); }},
      {"no pass of this run looks at it", [](SweepPage& page) { page.usage.tier = Tier::semantic; }, ""},
      {"no pass of this run looks at it", [](SweepPage& page) { page.usage.tier = Tier::working; }, ""},
  };
  DecayConfig config;
  config.dedup_cold_clusters = true;
  for (const Row& row : rows) {
    SweepPage page = cold_page();
    row.mark(page);
    CAPTURE(row.why);
    check(decide_alone(page, config, {.passes = {"dedup"}}), row.pass, SweepAction::keep, row.why);
  }
  SweepPage young = cold_page();
  young.usage.body_changed = days_before(1);
  CHECK(decide_alone(young, config, {.passes = {"dedup"}}).reason.starts_with("retention "));
  // The pass that has the last word on it says why.
  CHECK(decide_alone(cold_page(), config, {.passes = {"dedup", "evict"}}).pass == "evict");
  config.dedup_cold_clusters = false;
  check(decide_alone(cold_page(), config, {.passes = {"dedup"}}), "", SweepAction::keep,
        "no pass of this run looks at it");
}

TEST_CASE("setting the clock back evicts nothing (A38)") {
  std::vector<SweepPage> pages = {session_page(kPath, 10), scratch_page(1)};
  pages[0].usage.accesses = 1;
  pages[0].usage.last_access = days_before(2);
  for (SweepPage& page : pages) {
    page.usage_known_since = days_before(20);
    page.restored_at = days_before(20);
  }
  const Timestamp year_ago = kNow - std::chrono::days{365};
  for (const SweepDecision& decision : plan_sweep(pages, year_ago, {}, {}).decisions)
    CHECK((decision.action == SweepAction::keep));
}

TEST_CASE("removals are those of one pass and project, by path") {
  std::vector<SweepPage> pages = cold_pages("default/tools", 2);
  pages.push_back(cold_page());
  pages.push_back(session_page("default/shop/sessions/a.md", 200));
  SweepPage expired = session_page("default/shop/notes/old.md", 1);
  expired.expires_at = kNow;
  pages.push_back(expired);
  const SweepPlan plan = plan_sweep(pages, kNow, {}, {});
  const auto evicted = plan.changes("evict", {"default", "shop"});
  REQUIRE(evicted.size() == 2);
  CHECK(evicted[0].path.str() == kPath);
  CHECK(evicted[1].path.str() == "default/shop/sessions/a.md");
  CHECK(plan.changes("ttl", {"default", "shop"}).size() == 1);
  CHECK(plan.changes("evict", {"default", "tools"}).size() == 2);
  CHECK(plan.changes("ttl", {"default", "tools"}).empty());
}

TEST_CASE("every page gets one decision with a reason, and the order of the input does not matter") {
  std::mt19937 random(3);
  std::vector<SweepPage> pages;
  for (int i = 0; i < 300; ++i) pages.push_back(random_page(random, i));
  const SweepPlan plan = plan_sweep(pages, kNow, {}, {});
  REQUIRE(plan.decisions.size() == pages.size());
  for (int round = 0; round < 20; ++round) {
    std::shuffle(pages.begin(), pages.end(), random);
    const SweepPlan again = plan_sweep(pages, kNow, {}, {});
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const SweepDecision &left = plan.decisions[i], &right = again.decisions[i];
      CHECK((left.path == right.path && left.action == right.action && left.pass == right.pass));
      CHECK(left.reason == right.reason);
      CHECK(!left.reason.empty());
      if (i > 0) CHECK((plan.decisions[i - 1].path < left.path));
    }
  }
}

TEST_CASE("no removal ever hits a page that something keeps (A35, A36)") {
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    std::vector<SweepPage> pages;
    for (int i = 0; i < 100; ++i) pages.push_back(random_page(random, i));
    const SweepPlan plan = plan_sweep(pages, kNow, {}, {.max_evictions = 1000});
    for (const SweepPage& page : pages) {
      const SweepDecision& decision = decision_for(plan, page.path);
      if (decision.action != SweepAction::remove) continue;
      CHECK_FALSE((page.is_protected || page.ignored || page.kind != "session"));
      CHECK_FALSE((page.restored_at && days_since(*page.restored_at, kNow) < 14));
      if (decision.pass == "ttl") {
        CHECK((page.expires_at && *page.expires_at <= kNow));
        continue;
      }
      CHECK_FALSE(page.pinned);
      if (decision.pass == "working") {
        CHECK((page.usage.tier == Tier::working));
        continue;
      }
      CHECK(decision.pass == "evict");
      CHECK((page.usage.tier == Tier::episodic && !page.compacted));
      CHECK(retention(page.usage, kNow, {}).score < 0.20);
    }
  }
}
