#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sys/stat.h>

#include "tests/index/indexed_wiki.hh"

using namespace ai_memory;
using test::after;
using test::IndexedWiki;
using test::kNow;
using Paths = std::vector<std::string>;

TEST_CASE("the index knows the commit it was synced to, and no other") {
  IndexedWiki w;
  CHECK(!w.index.is_synced_to(std::string(40, 'a')));
  w.commit("default/p/notes/a.md", "one\n", kNow);
  CHECK(!w.index.is_synced_to(w.wiki.head()));
  w.sync();
  CHECK(w.index.is_synced_to(w.wiki.head()));
  const CommitId before = w.wiki.head();
  w.commit("default/p/notes/b.md", "two\n", kNow);
  CHECK(!w.index.is_synced_to(w.wiki.head()));
  CHECK(w.index.is_synced_to(before));
}

TEST_CASE("a hand edit is found by its new words at once and no longer by its old ones") {
  IndexedWiki w;
  w.edit("default/web/notes/a.md", "# Plan\n\nthe zebra\n");
  const SyncReport first = w.sync();
  CHECK(first.added == 1);
  CHECK(w.found("zebra") == Paths{"default/web/notes/a.md"});
  w.edit("default/web/notes/a.md", "# Plan\n\nthe okapi\n");
  const SyncReport second = w.sync();
  CHECK(second.changed == 1);
  CHECK(second.added + second.removed == 0);
  CHECK(w.found("okapi") == Paths{"default/web/notes/a.md"});
  CHECK(w.found("zebra").empty());
}

TEST_CASE("an edit of the same size within the file system's tick is seen") {
  IndexedWiki w;
  const std::string path = "default/web/notes/a.md";
  w.edit(path, "zebra");
  w.sync();
  const auto stamp = w.wiki.scan().at(0).mtime_ns;
  w.edit(path, "okapi");
  const timespec both[2] = {{stamp / 1'000'000'000, stamp % 1'000'000'000},
                            {stamp / 1'000'000'000, stamp % 1'000'000'000}};
  REQUIRE(::utimensat(AT_FDCWD, (w.wiki.root() / path).c_str(), both, 0) == 0);
  w.sync();
  CHECK(w.found("okapi").size() == 1);
}

TEST_CASE("when nothing moved, nothing is written") {
  IndexedWiki w;
  w.commit("default/web/notes/a.md", "zebra", kNow);
  w.sync();
  w.sync(after(1));
  auto watcher = w.rows();
  const std::int64_t before = watcher.integer("PRAGMA data_version");
  // The file's age is known by the file system's clock, so make it old enough to be trusted.
  sqlite::Database((w.wiki.state_dir() / "memory.sqlite").string(), sqlite::Database::Access::write)
      .execute("UPDATE files SET racy = 0");
  const std::int64_t marked = watcher.integer("PRAGMA data_version");
  CHECK(marked != before);
  const SyncReport report = w.sync(after(2));
  CHECK(report.added + report.changed + report.removed + report.commits == 0);
  CHECK(watcher.integer("PRAGMA data_version") == marked);
}

TEST_CASE("a page that is gone leaves no row anywhere (A04)") {
  IndexedWiki w;
  w.commit("default/web/notes/a.md", "---\ntags: [x]\n---\nzebra [[b]]\n", kNow);
  w.edit("default/web/notes/b.md", "---\ntags: [x]\n---\nzebra [[a]]\n");
  w.sync();
  CHECK(w.count("links") == 2);
  std::filesystem::remove(w.wiki.root() / "default/web/notes/a.md");
  std::filesystem::remove(w.wiki.root() / "default/web/notes/b.md");
  const SyncReport report = w.sync();
  CHECK(report.removed == 2);
  for (const char* table : {"pages", "pages_fts", "tags", "links", "files"}) {
    CAPTURE(table);
    CHECK(w.count(table) == 0);
  }
  CHECK(w.found("zebra").empty());
}

TEST_CASE("sweep, rm with commit, delete and an edit leave exactly the pages that still have the word (A04)") {
  IndexedWiki w;
  auto path = [](int i) { return "default/web/notes/p" + std::to_string(i) + ".md"; };
  for (int i = 0; i < 12; ++i) w.commit(path(i), "zebra number " + std::to_string(i), kNow);
  w.sync();
  CHECK(w.found("zebra", {.limit = 20}).size() == 12);
  for (int i = 0; i < 6; ++i) w.commit(path(i), std::nullopt, after(1), "evict");
  for (int i = 6; i < 9; ++i) std::filesystem::remove(w.wiki.root() / path(i));
  w.commit_by_hand(after(1), after(1));
  w.commit(path(9), std::nullopt, after(1));
  w.edit(path(10), "no longer striped");
  w.sync();
  CHECK(w.found("zebra") == Paths{path(11)});
  CHECK(w.count("pages") == 2);
  CHECK(w.count("pages_fts") == 2);
  w.index.reindex(w.wiki, kNow);
  CHECK(w.found("zebra") == Paths{path(11)});
}

TEST_CASE("the age of a page counts from the last change of its body") {
  IndexedWiki w;
  const std::string path = "default/web/sessions/a.md";
  SUBCASE("written by ai-memory: the commit's time") {
    w.commit(path, "one", after(0));
    w.commit(path, "two", after(3));
    w.sync(after(9));
    CHECK(w.page(path).created == after(0));
    CHECK(w.page(path).body_changed == after(3));
  }
  SUBCASE("written by ai-memory with `updated` (an import): that time") {
    w.commit(path, "---\ncreated: 2023-05-08T10:00:00Z\nupdated: 2023-05-08T13:56:00Z\n---\none", after(0));
    w.sync(after(9));
    CHECK(w.page(path).created == *parse_time("2023-05-08T10:00:00Z"));
    CHECK(w.page(path).body_changed == *parse_time("2023-05-08T13:56:00Z"));
  }
  SUBCASE("`updated` that is no time: the commit's time") {
    w.commit(path, "---\nupdated: yesterday\n---\none", after(1));
    w.sync(after(9));
    CHECK(w.page(path).body_changed == after(1));
  }
  SUBCASE("front matter alone does not make a page younger") {
    w.commit(path, "one", after(0));
    w.commit(path, "---\nsalience: 1.25\n---\none", after(5));
    w.sync(after(9));
    CHECK(w.page(path).body_changed == after(0));
    w.edit(path, "---\npinned: true\n---\none");
    w.sync(after(10));
    CHECK(w.page(path).body_changed == after(0));
  }
  SUBCASE("by hand: the author's time, whatever `updated` says and whenever it was committed") {
    w.edit(path, "---\nupdated: 2020-01-01\n---\none");
    w.commit_by_hand(after(2), after(4));
    w.sync(after(9));
    CHECK(w.page(path).created == after(2));
    CHECK(w.page(path).body_changed == after(2));
  }
  SUBCASE("edited and not committed: the file's time, and the same after the commit") {
    w.commit(path, "one", after(0));
    w.edit(path, "two");
    w.set_mtime(path, after(3));
    w.sync(after(9));
    CHECK(w.page(path).created == after(0));
    CHECK(w.page(path).body_changed == after(3));
    auto about = w.set({});
    about.now = after(8);
    w.wiki.commit_hand_edits(w.wiki.hand_edits(), "hand edit", about);
    w.sync(after(9));
    CHECK(w.page(path).body_changed == after(3));
    CHECK(w.count("pages WHERE uncommitted") == 0);
  }
  SUBCASE("a new file in no commit: never before the wiki was made, never in the future") {
    w.edit(path, "one");
    w.set_mtime(path, after(-900));
    w.sync(after(9));
    CHECK(w.page(path).created == kNow);  // of the opening commit
    CHECK(w.page(path).body_changed == kNow);
    w.set_mtime(path, after(900));
    w.sync(after(9));
    CHECK(w.page(path).body_changed == after(9));
  }
  SUBCASE("a file that git ignores never gets a commit, so its own time counts") {
    w.edit(".gitignore", "/default/web/sessions/a.md\n");
    w.edit(path, "one");
    w.set_mtime(path, after(-900));
    w.sync(after(9));
    CHECK(w.page(path).body_changed == after(-900));
    CHECK(w.swept(path).ignored);
  }
  const std::string synced = w.derived();
  w.index.reindex(w.wiki, after(9));
  CHECK(w.derived() == synced);
}

TEST_CASE("how old an edit is does not depend on when it was committed, nor on what was committed with it") {
  const std::string a = "default/p/notes/a.md", b = "default/p/notes/b.md", c = "default/p/notes/c.md";
  for (const bool often : {true, false}) {
    CAPTURE(often);
    IndexedWiki w;
    w.commit(a, "one\n", after(1));
    const auto commit_edits = [&](int day, bool now_too) {
      if (!often && !now_too) return;
      const Changeset by{.changes = {}, .subject = {}, .source = "commit", .now = after(day)};
      w.wiki.commit_hand_edits(w.wiki.hand_edits(), "hand edits", by);
    };
    w.edit(a, "two\n");
    w.set_mtime(a, after(3));
    w.edit(b, "new\n");
    w.set_mtime(b, after(4));
    commit_edits(5, false);
    w.commit("default/p/notes/other.md", "by a command\n", after(6));
    w.edit(c, "newer\n");
    w.set_mtime(c, after(7));
    for (const bool committed : {false, true}) {
      CAPTURE(committed);
      commit_edits(9, committed);
      w.sync(after(9));
      CHECK(w.page(a).body_changed == after(3));
      CHECK(w.page(b).body_changed == after(4));
      CHECK(w.page(b).created == after(4));
      CHECK(w.page(c).body_changed == after(7));
    }
    CHECK(w.git("status --porcelain").empty());
    const std::string derived = w.derived();
    w.index.reindex(w.wiki, after(9));
    CHECK(w.derived() == derived);
  }
}

TEST_CASE("the edits that a command finds before it changes a page keep their own time") {
  IndexedWiki w;
  const std::string a = "default/p/notes/a.md", b = "default/p/notes/b.md";
  w.edit(a, "one\n");
  w.set_mtime(a, after(1));
  w.edit(b, "two\n");
  w.set_mtime(b, after(2));
  Changeset changes = w.set({w.change(a, "one\nby a command\n"), w.change(b, std::nullopt)});
  changes.now = after(5);
  w.wiki.commit(changes);
  w.sync(after(5));
  CHECK(w.page(a).created == after(1));
  CHECK(w.page(a).body_changed == after(5));
}

TEST_CASE("a file with an old time is no older than what its edit changed, nor than the wiki") {
  const std::string a = "default/p/notes/a.md", b = "default/p/notes/b.md";
  IndexedWiki w;
  w.commit(a, "one\n", after(3));
  w.edit(a, "copied from a backup\n");
  w.set_mtime(a, after(-900));
  w.edit(b, "an old file\n");
  w.set_mtime(b, after(-900));
  for (const bool committed : {false, true}) {
    CAPTURE(committed);
    const Changeset by{.changes = {}, .subject = {}, .source = "commit", .now = after(9)};
    if (committed) w.wiki.commit_hand_edits(w.wiki.hand_edits(), "hand edits", by);
    w.sync(after(9));
    CHECK(w.page(a).body_changed == after(3));
    CHECK(w.page(b).body_changed == kNow);
  }
}

TEST_CASE("a page brought back has its old age, and says when it came back") {
  IndexedWiki w;
  const std::string path = "default/web/sessions/a.md";
  w.commit(path, "one", after(0));
  w.commit(path, std::nullopt, after(50), "evict");
  w.sync(after(50));
  CHECK_FALSE(w.knows(path));
  SUBCASE("by restore-page") { w.commit(path, "one", after(60), "restore"); }
  SUBCASE("by undo") { w.commit(path, "one", after(60), "undo"); }
  w.sync(after(61));
  CHECK(w.page(path).created == after(0));
  CHECK(w.page(path).body_changed == after(0));
  CHECK(w.page(path).restored_at == after(60));
  CHECK(w.swept(path).restored_at == after(60));
  CHECK(w.count("history WHERE removed_at IS NOT NULL") == 0);
}

TEST_CASE("a page says when a sweep last wrote it, after a move too and in an index made anew") {
  for (const char* pass : {"dedup", "compact", "inbox", "hand-edits"}) {
    CAPTURE(std::string(pass));
    IndexedWiki w;
    const std::string path = "default/web/sessions/a.md", moved = "default/web/sessions/b.md";
    w.commit(path, "one", after(0));
    w.sync(after(0));
    CHECK_FALSE(w.swept(path).swept_at);
    w.commit(path, "two", after(5), pass);
    w.commit(path, "three", after(6));
    w.sync(after(6));
    CHECK(w.swept(path).swept_at == after(5));
    std::filesystem::rename(w.wiki.root() / path, w.wiki.root() / moved);
    w.sync(after(6));
    CHECK(w.swept(moved).swept_at == after(5));
    w.commit_by_hand(after(7), after(7));
    w.sync(after(7));
    CHECK(w.swept(moved).swept_at == after(5));
    const std::string before = w.derived();
    w.index.reindex(w.wiki, after(7));
    CHECK(w.derived() == before);
  }
  IndexedWiki w;
  w.commit("default/web/sessions/a.md", "one", after(0), "restore");
  w.sync(after(0));
  CHECK_FALSE(w.swept("default/web/sessions/a.md").swept_at);
}

TEST_CASE("a page that is written again under an old name is a new page") {
  IndexedWiki w;
  const std::string path = "default/web/sessions/a.md";
  w.commit(path, "one", after(0));
  w.commit(path, std::nullopt, after(50), "evict");
  w.commit(path, "one", after(60));
  w.sync(after(61));
  CHECK(w.page(path).created == after(60));
  CHECK(w.page(path).body_changed == after(60));
  CHECK_FALSE(w.page(path).restored_at);
}

TEST_CASE("a moved page keeps its id, its age, its usage and its first sight") {
  IndexedWiki w;
  const std::string from = "default/web/notes/old.md", to = "default/shop/notes/new.md";
  w.commit(from, "# Zebra\n\nbody\n", after(0));
  w.sync(after(1));
  w.index.record_access({PagePath::existing(from)}, "me", after(1));
  const std::int64_t id = w.rows().integer("SELECT id FROM pages");
  SUBCASE("in the work tree") {
    std::filesystem::create_directories((w.wiki.root() / to).parent_path());
    std::filesystem::rename(w.wiki.root() / from, w.wiki.root() / to);
  }
  SUBCASE("in a commit of a person") {
    std::filesystem::create_directories((w.wiki.root() / to).parent_path());
    w.git("mv " + from + " " + to);
    w.commit_by_hand(after(5), after(5));
  }
  SUBCASE("in a commit of ai-memory") {
    auto move = w.set({w.change(from, std::nullopt), w.change(to, w.disk(from))});
    move.now = after(5);
    w.wiki.commit(move);
  }
  w.sync(after(6));
  CHECK_FALSE(w.knows(from));
  REQUIRE(w.knows(to));
  CHECK(w.rows().integer("SELECT id FROM pages") == id);
  CHECK(w.page(to).created == after(0));
  CHECK(w.page(to).body_changed == after(0));
  CHECK(w.page(to).accesses == 1);
  CHECK(w.page(to).last_access == after(1));
  CHECK(w.swept(to).usage_known_since == after(1));
  CHECK(w.found("zebra", {.project = Project{"default", "shop"}}) == Paths{to});
  CHECK(w.found("zebra", {.project = Project{"default", "web"}}).empty());
  const std::string synced = w.derived();
  w.index.reindex(w.wiki, after(6));
  CHECK(w.derived() == synced);
}

TEST_CASE("twins are not taken for a move") {
  IndexedWiki w;
  w.commit("default/web/notes/a.md", "same", after(0));
  w.commit("default/web/notes/b.md", "same", after(1));
  w.sync(after(1));
  w.index.record_access({PagePath::existing("default/web/notes/a.md")}, "me", after(1));
  std::filesystem::rename(w.wiki.root() / "default/web/notes/a.md", w.wiki.root() / "default/web/notes/c.md");
  std::filesystem::rename(w.wiki.root() / "default/web/notes/b.md", w.wiki.root() / "default/web/notes/d.md");
  w.sync(after(2));
  CHECK(w.page("default/web/notes/c.md").accesses == 0);
  CHECK(w.page("default/web/notes/d.md").accesses == 0);
}

TEST_CASE("a removed page is a tombstone until it is forgotten") {
  IndexedWiki w;
  const std::string path = "default/web/sessions/a.md";
  w.commit(path, "one", after(0));
  auto evict = w.set({w.change(path, std::nullopt)});
  evict.now = after(50);
  evict.pass = "evict";
  evict.run = "01HXYZ";
  const CommitId commit = w.wiki.commit(evict).commit;
  w.sync(after(51));
  CHECK(w.rows().text("SELECT removed_in || ' ' || run || ' ' || pass FROM history") == commit + " 01HXYZ evict");
  CHECK(w.rows().integer("SELECT removed_at FROM history") == after(50).time_since_epoch().count());
  std::size_t count = 9;
  w.index.forget_tombstones(after(50), false, count);
  CHECK(count == 0);
  w.index.forget_tombstones(after(51), true, count);
  CHECK(count == 1);
  CHECK(w.count("history") == 1);
  w.index.forget_tombstones(after(51), false, count);
  CHECK(count == 1);
  CHECK(w.count("history") == 0);
}

TEST_CASE("another branch, or a rewritten history, is read anew") {
  IndexedWiki w;
  w.commit("default/web/notes/a.md", "one", after(0));
  w.git("branch side");
  w.commit("default/web/notes/a.md", "two", after(5));
  w.commit("default/web/notes/b.md", "zebra", after(5));
  w.sync(after(6));
  CHECK(w.page("default/web/notes/a.md").body_changed == after(5));
  w.git("checkout -q side");
  const SyncReport report = w.sync(after(7));
  CHECK(w.page("default/web/notes/a.md").body_changed == after(0));
  CHECK_FALSE(w.knows("default/web/notes/b.md"));
  CHECK(w.count("history") == 1);
  CHECK(report.removed == 1);
}

TEST_CASE("pages with broken bytes or settings are told, protected and do not stop the others (A12, A15)") {
  IndexedWiki w;
  w.edit("default/web/notes/good.md", "zebra");
  w.edit("default/web/notes/picture.md", std::string("\x89PNG\0zebra", 10));
  w.edit("default/web/notes/latin.md",
         "\xfc"
         "ber zebra");
  w.edit("default/web/notes/yaml.md", "---\ntitle: a: b\n---\nzebra\n");
  w.edit("default/web/notes/banana.md", "---\ntier: banana\n---\nzebra\n");
  w.edit("default/web/notes/empty.md", "");
  const SyncReport report = w.sync();
  CHECK(report.added == 6);
  CHECK(report.warnings.size() == 3);
  CHECK(w.found("zebra").size() == 3);
  CHECK(w.found("picture") == Paths{"default/web/notes/picture.md"});
  CHECK_FALSE(w.page("default/web/notes/picture.md").readable);
  CHECK(w.page("default/web/notes/yaml.md").protected_why == "broken front matter, line 2");
  CHECK(w.page("default/web/notes/banana.md").protected_why == "unknown tier");
  CHECK(w.page("default/web/notes/good.md").protected_why.empty());
  CHECK(w.swept("default/web/notes/latin.md").is_protected);
}

TEST_CASE("a ledger is no page, also when a page becomes one") {
  IndexedWiki w;
  const std::string path = "default/web/log.md", ledger = "## [2026-11-29T12:00:00Z] sweep | zebra\n";
  w.edit(path, "zebra");
  w.sync();
  CHECK(w.knows(path));
  w.edit(path, ledger);
  w.sync();
  CHECK_FALSE(w.knows(path));
  CHECK(w.count("pages_fts") == 0);
  CHECK(w.count("files") == 1);
}

TEST_CASE("an empty or missing work tree is refused, and no row is dropped") {
  IndexedWiki w;
  for (int i = 0; i < 25; ++i) w.commit("default/web/notes/" + std::to_string(i) + ".md", "zebra", kNow);
  w.sync();
  const auto root = w.wiki.root();
  SUBCASE("empty") {
    for (const auto& entry : std::filesystem::directory_iterator(root))
      if (entry.path().filename() != ".git") std::filesystem::remove_all(entry.path());
    CHECK_THROWS_WITH_AS(w.sync(), doctest::Contains("has 25 pages"), Error);
  }
  SUBCASE("all pages gone") {
    std::filesystem::remove_all(root / "default");
    CHECK_THROWS_AS(w.sync(), Error);
    CHECK_THROWS_AS(w.index.reindex(w.wiki, kNow), Error);
  }
  SUBCASE("missing") {
    std::filesystem::rename(root, w.home / "elsewhere");
    CHECK_THROWS_WITH_AS(w.sync(), doctest::Contains("missing"), Error);
    std::filesystem::rename(w.home / "elsewhere", root);
  }
  CHECK(w.count("pages") == 25);
}

TEST_CASE("the last page of a small wiki may go") {
  IndexedWiki w;
  w.commit("default/web/notes/a.md", "zebra", kNow);
  w.sync();
  std::filesystem::remove(w.wiki.root() / "default/web/notes/a.md");
  CHECK(w.sync().removed == 1);
}

TEST_CASE("many absent pages are counted and warned of, few only counted") {
  IndexedWiki w;
  std::vector<Change> changes;
  auto path = [](int i) { return "default/web/notes/" + std::to_string(i) + ".md"; };
  for (int i = 0; i < 50; ++i) changes.push_back(w.change(path(i), "page " + std::to_string(i)));
  w.wiki.commit(w.set(changes));
  w.sync();
  for (int i = 0; i < 20; ++i) std::filesystem::remove(w.wiki.root() / path(i));
  SyncReport report = w.sync();
  CHECK(report.absent == 20);
  CHECK(report.warnings.empty());
  std::filesystem::remove(w.wiki.root() / path(20));
  report = w.sync();
  CHECK(report.absent == 21);
  CHECK(report.warnings.size() == 1);
  CHECK(w.sync().absent == 21);  // still, when nothing moved
}

TEST_CASE("a large wiki is scanned again only after a while, but our own commits are seen at once") {
  IndexedWiki w;
  w.index = SearchIndex(w.wiki.state_dir(), kNow, {.scan_max_age_secs = 60, .scan_always_pages = 1});
  w.commit("default/web/notes/a.md", "alpha", kNow);
  w.commit("default/web/notes/b.md", "beta", kNow);
  w.index.sync(w.wiki, kNow, false);
  w.edit("default/web/notes/c.md", "gamma");
  w.commit("default/web/notes/a.md", "delta", kNow);
  w.commit("default/web/notes/b.md", std::nullopt, kNow);
  w.index.sync(w.wiki, kNow + std::chrono::seconds(59), false);
  CHECK(w.found("delta").size() == 1);
  CHECK_FALSE(w.knows("default/web/notes/b.md"));
  CHECK_FALSE(w.knows("default/web/notes/c.md"));
  SUBCASE("after a minute") { w.index.sync(w.wiki, kNow + std::chrono::seconds(60), false); }
  SUBCASE("when it must") { w.index.sync(w.wiki, kNow + std::chrono::seconds(59), true); }
  SUBCASE("when the clock was set back") { w.index.sync(w.wiki, after(-1), false); }
  CHECK(w.knows("default/web/notes/c.md"));
}

TEST_CASE("a large wiki that became a small one is scanned each time again") {
  IndexedWiki w;
  w.index = SearchIndex(w.wiki.state_dir(), kNow, {.scan_max_age_secs = 60, .scan_always_pages = 1});
  w.edit("default/web/notes/a.md", "alpha");
  w.edit("default/web/notes/b.md", "beta");
  w.index.sync(w.wiki, kNow, false);
  std::filesystem::remove(w.wiki.root() / "default/web/notes/b.md");
  w.index.sync(w.wiki, kNow + std::chrono::seconds(60), false);
  w.edit("default/web/notes/c.md", "gamma");
  w.index.sync(w.wiki, kNow + std::chrono::seconds(60), false);
  CHECK(w.knows("default/web/notes/c.md"));
}

TEST_CASE("a link in the folder is not followed (A23)") {
  IndexedWiki w;
  std::filesystem::create_directories(w.home / "private");
  std::ofstream(w.home / "private/n.md") << "zebra";
  std::filesystem::create_directories(w.wiki.root() / "default/web");
  std::filesystem::create_directory_symlink(w.home / "private", w.wiki.root() / "default/web/dir");
  std::filesystem::create_symlink(w.home / "private/n.md", w.wiki.root() / "default/web/n.md");
  w.sync();
  CHECK(w.index.pages().empty());
}

TEST_CASE("a reader goes on with what it has while another writes") {
  IndexedWiki w;
  w.commit("default/web/notes/a.md", "zebra", kNow);
  w.sync();
  w.edit("default/web/notes/b.md", "zebra");
  sqlite::Database other((w.wiki.state_dir() / "memory.sqlite").string(), sqlite::Database::Access::write);
  sqlite::Transaction writing(other);
  const SyncReport report = w.index.sync(w.wiki, kNow, false);
  CHECK(report.warnings.size() == 1);
  CHECK(w.found("zebra").size() == 1);
}

namespace {

// A person and ai-memory at work, by chance; the same chance each time.
class Actors {
 public:
  Actors(IndexedWiki& w, unsigned seed) : w_(w), random_(seed) {}

  void step(Timestamp now) {
    const std::string path = pick_path();
    switch (roll(10)) {
      case 0:
      case 1:
        w_.edit(path, text());
        w_.set_mtime(path, now - std::chrono::hours(roll(30)));
        break;
      case 2:
        std::filesystem::remove(w_.wiki.root() / path);
        break;
      case 3:
      case 4:
        w_.commit(path, text(), now);
        break;
      case 5:
        if (w_.exists(path)) w_.commit(path, std::nullopt, now, "evict");
        break;
      case 6:
        if (!w_.wiki.hand_edits().empty()) w_.commit_by_hand(now - std::chrono::hours(5), now);
        break;
      case 7:
        w_.commit(path, text(), now, roll(2) ? "restore" : "undo");
        break;
      case 8:
        if (const std::string to = pick_path(); w_.exists(path) && !w_.exists(to)) {
          std::filesystem::create_directories((w_.wiki.root() / to).parent_path());
          std::filesystem::rename(w_.wiki.root() / path, w_.wiki.root() / to);
        }
        break;
      default: {
        auto about = w_.set({});
        about.now = now;
        w_.wiki.commit_hand_edits(w_.wiki.hand_edits(), "hand edits", about);
      }
    }
  }
  int roll(int sides) { return std::uniform_int_distribution<int>(0, sides - 1)(random_); }

 private:
  std::string pick_path() {
    static const char* const folders[] = {"default/web/notes/", "default/web/sessions/", "default/_global/", "x/y/"};
    return folders[roll(4)] + std::string(1, static_cast<char>('a' + roll(4))) + ".md";
  }
  std::string text() {
    static const char* const heads[] = {"", "---\ntags: [one, two]\nupdated: 2026-11-01\n---\n",
                                        "---\ntitle: x: y\n---\n", "---\ncreated: 2020-02-02\nsuperseded_by: b\n---\n"};
    static const char* const bodies[] = {"zebra\n", "# Head\n\n[[b]] okapi\n",
                                         "# Head\n\nokapi [[a]]\n\n- causes [[c]]\n"};
    return std::string(heads[roll(4)]) + bodies[roll(3)];
  }

  IndexedWiki& w_;
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("a rebuilt index has the same rows as one that followed every step") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    IndexedWiki w;
    Actors actors(w, seed);
    w.commit("default/web/notes/keep.md", "zebra", kNow);
    Timestamp now = kNow;
    for (int i = 0; i < 40; ++i) {
      now += std::chrono::hours(7);
      actors.step(now);
      if (actors.roll(2) == 0) w.sync(now);
    }
    w.sync(now);
    const std::string synced = w.derived();
    w.index.reindex(w.wiki, now);
    REQUIRE(w.derived() == synced);
  }
}

TEST_CASE("a damaged old version is told of and keeps nothing else from being found (A27)") {
  IndexedWiki w;
  const std::string path = "default/web/notes/a.md";
  w.commit(path, "first words\n", kNow);
  w.commit(path, "second words\n", after(1));
  const std::string blob = blob_id("first words\n");
  const auto object = w.wiki.root() / ".git/objects" / blob.substr(0, 2) / blob.substr(2);
  std::filesystem::permissions(object, std::filesystem::perms::owner_all);
  std::ofstream(object, std::ios::trunc).close();
  const SyncReport report = w.sync();
  REQUIRE(report.warnings.size() == 1);
  CHECK(report.warnings[0].find(path) != std::string::npos);
  CHECK(w.found("second").size() == 1);
}
