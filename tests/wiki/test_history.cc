#include <doctest/doctest.h>

#include "support/temp_wiki.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"

using namespace ai_memory;
using ai_memory::test::kNow;
using ai_memory::test::TempWiki;

namespace {

PagePath page(const std::string& path) { return PagePath::existing(path); }

Changeset run_of(TempWiki& t, std::vector<Change> changes, const std::string& run, const std::string& pass = "evict") {
  Changeset set = t.set(std::move(changes), "sweep: " + pass);
  set.run = run;
  set.pass = pass;
  set.by_user = false;
  return set;
}

const std::string kRun = "01KB8000000000000000000000", kOther = "01KB8000000000000000000001";

void apply(TempWiki& t, const Changeset& set) { REQUIRE(t.wiki.commit(set).skipped.empty()); }

}  // namespace

TEST_CASE("an evicted page comes back byte for byte, as a new commit") {
  TempWiki t;
  const std::string text = "---\r\ntitle: A\r\n---\r\nbody without newline";
  t.write("default/p/a.md", text);
  apply(t, run_of(t, {t.change("default/p/a.md", std::nullopt, "retention 0.01")}, kRun));
  const RestorePlan plan = plan_restore(t.wiki, page("default/p/a.md"), {}, kNow);
  apply(t, plan.changes);
  CHECK(t.disk("default/p/a.md") == text);
  CHECK(plan_restore(t.wiki, page("default/p/a.md"), {}, kNow).changes.changes.empty());
  const auto all = versions(t.wiki, page("default/p/a.md"));
  REQUIRE(all.size() == 3);
  CHECK(all[1].blob.empty());
  CHECK(all[1].reason == "retention 0.01");
}

TEST_CASE("a page that was renamed, edited and evicted is found by both its names (A26)") {
  TempWiki t;
  t.write("a.md", "one\nline two\nline three\n");
  t.write("a.md", "one changed\nline two\nline three\n");
  t.git("mv a.md b.md");
  t.edit("b.md", "one changed\nline two\nline three\nfour\n");
  t.git("commit -q -a -m rename");
  apply(t, run_of(t, {t.change("b.md", std::nullopt)}, kRun));
  CHECK(versions(t.wiki, page("b.md")).size() == 4);
  apply(t, plan_restore(t.wiki, page("b.md"), {}, kNow).changes);
  CHECK(t.disk("b.md") == "one changed\nline two\nline three\nfour\n");
  apply(t, plan_restore(t.wiki, page("a.md"), {}, kNow).changes);
  CHECK(t.disk("a.md") == "one changed\nline two\nline three\n");
  const auto oldest = versions(t.wiki, page("b.md")).back();
  CHECK(oldest.path == "a.md");
  const RestorePlan by_commit = plan_restore(t.wiki, page("b.md"), {.at = oldest.commit.id}, kNow);
  CHECK(by_commit.changes.changes.at(0).content == "one\nline two\nline three\n");
}

TEST_CASE("an expiry already past is taken out on restore, and kept with exact") {
  TempWiki t;
  const std::string text = "---\ntitle: A\nexpires_at: 2026-01-01\n---\nbody\n";
  t.write("a.md", text);
  t.write("a.md", std::nullopt);
  const RestorePlan plan = plan_restore(t.wiki, page("a.md"), {}, kNow);
  CHECK(plan.changes.changes.at(0).content == "---\ntitle: A\n---\nbody\n");
  CHECK(plan.removed_expiry == "2026-01-01");
  CHECK(plan_restore(t.wiki, page("a.md"), {.exact = true}, kNow).changes.changes.at(0).content == text);
}

TEST_CASE("a different page in the way is not replaced without force") {
  TempWiki t;
  t.write("a.md", "one");
  t.write("a.md", std::nullopt);
  t.edit("a.md", "another");
  CHECK_THROWS_WITH_AS(plan_restore(t.wiki, page("a.md"), {}, kNow), doctest::Contains("different page"), Error);
  apply(t, plan_restore(t.wiki, page("a.md"), {.force = true}, kNow).changes);
  CHECK(t.disk("a.md") == "one");
  CHECK(t.git("show HEAD~1:a.md") == "another");
}

TEST_CASE("a page nobody ever wrote is not found, and near names are offered") {
  TempWiki t;
  t.write("default/p/notes/plan.md", "x");
  CHECK_THROWS_WITH_AS(plan_restore(t.wiki, page("default/p/plan.md"), {}, kNow), doctest::Contains("no version"),
                       Error);
}

TEST_CASE("undo makes the tree what it was before the run, edits made since kept") {
  TempWiki t;
  for (const char* name : {"a.md", "b.md", "c.md"})
    t.write(std::string("default/p/") + name, std::string(name) + "\n2\n3\n4\n5\n");
  t.edit("default/p/b.md", "by hand\n2\n3\n4\n5\n");
  const auto before = t.git("rev-parse HEAD^{tree}");
  apply(t, run_of(t, {t.change("default/p/a.md", std::nullopt)}, kRun));
  apply(t, run_of(t, {t.change("default/p/b.md", "by hand\n2\n3\n4\nrun\n"), t.change("default/p/new.md", "new")}, kRun,
                  "compact"));
  t.edit("default/p/b.md", "by hand again\n2\n3\n4\nrun\n");
  t.edit("default/p/c.md", "mine");
  const UndoPlan plan = plan_undo(t.wiki, "", kNow);
  CHECK(plan.run == kRun);
  CHECK(plan.conflicts.empty());
  CHECK(plan.merged.size() == 1);
  apply(t, plan.changes);
  CHECK(t.disk("default/p/a.md") == "a.md\n2\n3\n4\n5\n");
  CHECK(t.disk("default/p/b.md") == "by hand again\n2\n3\n4\n5\n");
  CHECK(t.disk("default/p/c.md") == "mine");
  CHECK(!t.exists("default/p/new.md"));
  CHECK_THROWS_AS(plan_undo(t.wiki, "", kNow), Error);
}

TEST_CASE("an undo without edits since gives the very same tree, and can be undone itself") {
  TempWiki t;
  t.write("default/p/a.md", "a");
  t.write("default/p/b.md", "b");
  const auto before = t.git("rev-parse HEAD^{tree}");
  apply(t, run_of(t, {t.change("default/p/a.md", std::nullopt), t.change("default/p/b.md", "b2")}, kRun));
  const auto after = t.git("rev-parse HEAD^{tree}");
  const UndoPlan undo = plan_undo(t.wiki, kRun, kNow);
  apply(t, undo.changes);
  CHECK(t.git("rev-parse HEAD^{tree}") == before);
  const auto all = runs(t.wiki);
  REQUIRE(all.size() == 2);
  CHECK(all[0].undoes == kRun);
  CHECK(all[1].undone_by == undo.changes.run);
  apply(t, plan_undo(t.wiki, undo.changes.run, kNow).changes);
  CHECK(t.git("rev-parse HEAD^{tree}") == after);
}

TEST_CASE("a run whose pages were all restored one by one does not stand in the way of the one before") {
  TempWiki t;
  t.write("a.md", "a");
  t.write("b.md", "b");
  apply(t, run_of(t, {t.change("a.md", std::nullopt)}, kRun));
  apply(t, run_of(t, {t.change("b.md", std::nullopt)}, kOther));
  apply(t, plan_restore(t.wiki, page("b.md"), {}, kNow).changes);
  CHECK(plan_undo(t.wiki, kOther, kNow).changes.changes.empty());
  CHECK(plan_undo(t.wiki, "", kNow).run == kRun);
}

TEST_CASE("what cannot be joined is left alone and named") {
  TempWiki t;
  t.write("a.md", "one\n");
  apply(t, run_of(t, {t.change("a.md", "two\n")}, kRun));
  t.edit("a.md", "three\n");
  const UndoPlan plan = plan_undo(t.wiki, kRun, kNow);
  CHECK(plan.changes.changes.empty());
  REQUIRE(plan.conflicts.size() == 1);
  CHECK(t.disk("a.md") == "three\n");
}

TEST_CASE("runs are listed newest first with their passes, pages and commits") {
  TempWiki t;
  t.write("a.md", "a");
  t.write("b.md", "b");
  apply(t, run_of(t, {t.change("a.md", std::nullopt)}, kRun, "ttl"));
  apply(t, run_of(t, {t.change("b.md", std::nullopt)}, kRun, "evict"));
  t.write("c.md", "c");
  apply(t, run_of(t, {t.change("c.md", std::nullopt)}, kOther));
  const auto all = runs(t.wiki);
  REQUIRE(all.size() == 2);
  CHECK(all[0].run == kOther);
  CHECK(all[1].passes == std::vector<std::string>{"ttl", "evict"});
  CHECK(all[1].pages == 2);
  CHECK(all[1].commits.size() == 2);
  CHECK(runs(t.wiki, 1).size() == 1);
}

TEST_CASE("revisions are named by commit, date, time or run") {
  TempWiki t;
  t.write("a.md", "a");
  const CommitId first = t.wiki.head();
  Changeset later = run_of(t, {t.change("a.md", "b")}, kRun);
  later.now = kNow + std::chrono::hours(48);
  apply(t, later);
  CHECK(t.wiki.resolve("HEAD~1") == first);
  CHECK(t.wiki.resolve(kRun) == t.wiki.head());
  CHECK(t.wiki.resolve("2026-11-29") == first);
  CHECK(t.wiki.resolve("2026-12-30") == t.wiki.head());
  CHECK_THROWS_AS(t.wiki.resolve("2020-01-01"), Error);
  CHECK_THROWS_AS(t.wiki.resolve("no-such-thing"), Error);
}

TEST_CASE("a run id is 26 characters, ordered by time, the same for the same plan") {
  const std::string id = make_run_id(kNow, "plan");
  CHECK(id.size() == 26);
  CHECK(id == make_run_id(kNow, "plan"));
  CHECK(id != make_run_id(kNow, "other"));
  CHECK(id < make_run_id(kNow + std::chrono::seconds(1), "plan"));
  CHECK(id.substr(0, 10) == make_run_id(kNow, "other").substr(0, 10));
}

TEST_CASE("a message's trailers and reasons cannot be forged by a path") {
  TempWiki t;
  const std::string odd = "x\nAi-Memory-Run: FAKE\n.md";
  t.edit("a.md", "a");
  Changeset set = t.set({{PagePath::existing("default/p/" + odd), "text", "", "why\nAi-Memory-Run: FAKE"}});
  apply(t, set);
  CHECK(t.wiki.info(t.wiki.head()).run.empty());
}
