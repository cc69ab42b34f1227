#include "support/temp_wiki.hh"
#include "wiki/history.hh"
#include "wiki/page_moves.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

PagePath path(const char* text) { return PagePath::existing(text); }

Changeset move(const TempWiki& home, const char* from, const char* to, const std::string& text) {
  const auto base = blob_id(*home.wiki.read(path(from)));
  Changeset set;
  set.changes = {{path(from), std::nullopt, base, moved_to(path(to))}, {path(to), text, "", moved_from(path(from))}};
  set.subject = "move";
  set.pass = kMovePass;
  set.now = kNow;
  set.run = make_run_id(kNow, home.wiki.head());
  return set;
}

void put(TempWiki& home, const char* page, const char* text) {
  Changeset set;
  set.changes = {{path(page), text, "", ""}};
  set.subject = "write";
  set.now = kNow;
  home.wiki.commit(set);
}

}  // namespace

TEST_CASE("a page that moved has the versions of its old name, however little of its text stayed") {
  TempWiki home;
  put(home, "a/b/old.md", "[x](y.md)\n");
  put(home, "a/b/other.md", "[x](../c/y.md)\n");
  home.wiki.commit(move(home, "a/b/old.md", "a/n/new name: moved from x.md", "[x](../b/y.md)\n"));
  const auto found = versions(home.wiki, path("a/n/new name: moved from x.md"));
  REQUIRE(found.size() == 2);
  CHECK(found[0].reason == "moved from a/b/old.md");
  CHECK(found[1].path == "a/b/old.md");
}

TEST_CASE("undo takes a move back, with what was written into the page since") {
  TempWiki home;
  put(home, "a/b/old.md", "[x](y.md)\n\nmiddle\n\nend\n");
  const auto set = move(home, "a/b/old.md", "a/n/new.md", "[x](../b/y.md)\n\nmiddle\n\nend\n");
  home.wiki.commit(set);
  home.edit("a/n/new.md", "[x](../b/y.md)\n\nmiddle\n\nend, and more\n");
  const auto plan = plan_undo(home.wiki, set.run, kNow);
  CHECK(plan.conflicts.empty());
  CHECK(plan.merged == std::vector<PagePath>{path("a/b/old.md")});
  home.wiki.commit(plan.changes);
  CHECK(home.disk("a/b/old.md") == "[x](y.md)\n\nmiddle\n\nend, and more\n");
  CHECK(!home.exists("a/n/new.md"));
  CHECK(versions(home.wiki, path("a/b/old.md")).back().path == "a/b/old.md");

  const auto redo = plan_undo(home.wiki, plan.changes.run, kNow);  // an undo is a run too
  CHECK(redo.merged.empty());
  home.wiki.commit(redo.changes);
  CHECK(home.disk("a/n/new.md") == "[x](../b/y.md)\n\nmiddle\n\nend, and more\n");
  CHECK(!home.exists("a/b/old.md"));
}

TEST_CASE("undo leaves a moved page alone that changed in the same lines, is gone, or whose old place is taken") {
  for (const char* what : {"same lines", "gone", "taken"}) {
    TempWiki home;
    put(home, "a/b/old.md", "[x](y.md)\n");
    const auto set = move(home, "a/b/old.md", "a/n/new.md", "[x](../b/y.md)\n");
    home.wiki.commit(set);
    const std::string kind = what;
    if (kind == "same lines") home.edit("a/n/new.md", "[z](../b/z.md)\n");
    if (kind == "gone") std::filesystem::remove(home.wiki.root() / "a/n/new.md");
    if (kind == "taken") home.edit("a/b/old.md", "another\n");
    const auto plan = plan_undo(home.wiki, set.run, kNow);
    CHECK_MESSAGE(plan.conflicts.size() == 1, kind);
    CHECK(plan.changes.changes.empty());
  }
}

TEST_CASE("a renamed page's diff has git's lines for it") {
  const auto same = renamed_diff(path("a/b.md"), path("c d/é.md"), "x\n", "x\n");
  CHECK(same ==
        "diff --git a/a/b.md b/c d/é.md\nsimilarity index 100%\nrename from a/b.md\n"
        "rename to c d/é.md\n");
  const auto edited = renamed_diff(path("a/b.md"), path("c.md"), "x\n", "y\n");
  CHECK(edited ==
        "diff --git a/a/b.md b/c.md\nrename from a/b.md\nrename to c.md\n--- a/a/b.md\n+++ b/c.md\n"
        "@@ -1 +1 @@\n-x\n+y\n");
}

TEST_CASE("only a move's own commit, or its undo, says what moved") {
  CommitInfo commit;
  commit.body = "- new.md: moved from old.md\n- old.md: moved to new.md\n\nmoved from x\n";
  CHECK(moved_pages(commit).empty());
  commit.pass = "undo";
  CHECK(moved_pages(commit) == std::map<std::string, std::string>{{"new.md", "old.md"}});
  CHECK(!is_move(commit));
  commit.pass = kMovePass;
  CHECK(moved_pages(commit).size() == 1);
  CHECK(is_move(commit));
}

TEST_CASE("names that hold the words of a move are told apart by the line of the page that left") {
  CommitInfo commit;
  commit.pass = kMovePass;
  commit.body = "- a: moved from b.md: moved to new.md\n- new.md: moved from a: moved from b.md\n";
  CHECK(moved_pages(commit) == std::map<std::string, std::string>{{"new.md", "a: moved from b.md"}});
  commit.body = "- a: moved from b.md: moved from new.md\n- new.md: moved to a: moved from b.md\n";
  CHECK(moved_pages(commit) == std::map<std::string, std::string>{{"a: moved from b.md", "new.md"}});
}

TEST_CASE("a text that a commit took away at one path and put at one other has moved") {
  const std::string same(40, '1'), other(40, '2'), twin(40, '3');
  CommitInfo commit;
  const std::vector<TreeChange> changes = {{"old.md", same, ""},   {"new.md", "", same},    {"edited.md", same, other},
                                           {"gone.md", other, ""}, {"twin.md", twin, ""},   {"a.md", "", twin},
                                           {"b.md", "", twin},     {"made.md", "", "40404"}};
  CHECK(renamed_pages(commit, changes) == std::map<std::string, std::string>{{"new.md", "old.md"}});
  commit.pass = kMovePass;
  commit.body = "- made.md: moved from gone.md\n- gone.md: moved to made.md\n";
  CHECK(renamed_pages(commit, changes) ==
        std::map<std::string, std::string>{{"made.md", "gone.md"}, {"new.md", "old.md"}});
}
