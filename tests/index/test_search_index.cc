#include <doctest/doctest.h>
#include <unistd.h>

#include "index/search_index.hh"
#include "tests/index/indexed_wiki.hh"

using namespace ai_memory;
using test::after;
using test::IndexedWiki;
using test::kNow;
using Paths = std::vector<std::string>;

namespace {

std::vector<std::string> sorted(std::vector<std::string> paths) {
  std::sort(paths.begin(), paths.end());
  return paths;
}

SearchOptions in(const char* project) { return {.project = Project{"default", project}}; }

}  // namespace

TEST_CASE("words in the title, then in tags and headings, weigh more than in the body") {
  IndexedWiki w;
  const std::string filler = "\n\nsome text that says nothing of it\n";
  w.edit("default/web/notes/1.md", "# other" + filler + "zebra\n");
  w.edit("default/web/notes/2.md", "# other" + filler + "## zebra\n");
  w.edit("default/web/notes/3.md", "# zebra" + filler + "other\n");
  for (int i = 4; i < 9; ++i) w.edit("default/web/notes/" + std::to_string(i) + ".md", "# other" + filler + "other\n");
  w.sync();
  CHECK(w.found("zebra") == Paths{"default/web/notes/3.md", "default/web/notes/2.md", "default/web/notes/1.md"});
}

TEST_CASE("neighbouring words rank a page that has them together first (A02)") {
  IndexedWiki w;
  w.edit("default/web/notes/a.md", "migration of the tools; each database is small; the migration went on\n");
  w.edit("default/web/notes/b.md", "Nightly database migration runs at two\n");
  w.edit("default/web/notes/c.md", "Nightly migration of the database runs at 02:00\n");
  for (int i = 0; i < 8; ++i) w.edit("default/web/notes/x" + std::to_string(i) + ".md", "other things\n");
  w.sync();
  CHECK(w.found("database migration").at(0) == "default/web/notes/b.md");
  CHECK(w.found("database migration").size() == 3);
  CHECK(w.found("when does the database migration run").size() == 3);
}

TEST_CASE("equal scores are ordered by path") {
  IndexedWiki w;
  for (const char* name : {"c", "a", "b"}) w.edit("default/web/notes/" + std::string(name) + ".md", "# t\n\nzebra\n");
  w.sync();
  CHECK(w.found("zebra") == Paths{"default/web/notes/a.md", "default/web/notes/b.md", "default/web/notes/c.md"});
}

TEST_CASE("a project is searched with the pages its workspace shares") {
  IndexedWiki w;
  for (const char* path :
       {"default/web/a.md", "default/_global/b.md", "default/shop/c.md", "home/web/d.md", "home/_global/e.md", "f.md"})
    w.edit(path, "zebra");
  w.sync();
  CHECK(sorted(w.found("zebra", in("web"))) == Paths{"default/_global/b.md", "default/web/a.md"});
  CHECK(sorted(w.found("zebra", in("default"))) == Paths{"default/_global/b.md", "f.md"});
  CHECK(w.found("zebra").size() == 6);
  CHECK(w.found("zebra project:shop", in("web")) == Paths{"default/shop/c.md"});
  CHECK(w.found("zebra project:home/web", in("web")) == Paths{"home/web/d.md"});
}

TEST_CASE("filters narrow what is found") {
  IndexedWiki w;
  w.edit("default/web/decisions/a.md", "---\ntags: [Red, blue]\n---\nzebra");
  w.edit("default/web/sessions/b.md", "---\ntags: [red]\n---\nzebra");
  w.edit("default/web/notes/c.md", "zebra");
  w.sync();
  struct Row {
    const char* query;
    SearchOptions options;
    Paths found;
  };
  const std::string a = "default/web/decisions/a.md", b = "default/web/sessions/b.md", c = "default/web/notes/c.md";
  const Row rows[] = {
      {"zebra", {.kinds = {"decision"}}, {a}},
      {"zebra", {.kinds = {"decision", "note"}}, {a, c}},
      {"zebra", {.tiers = {"episodic"}}, {b}},
      {"zebra", {.tags = {"red"}}, {a, b}},
      {"zebra", {.tags = {"RED", "blue"}}, {a}},
      {"zebra kind:decision", {}, {a}},
      {"zebra kind:Decision", {}, {a}},
      {"zebra tier:semantic", {}, {a, c}},
      {"zebra tag:blue", {}, {a}},
      {"zebra path:Sessions/", {}, {b}},
      {"zebra path:sessions tag:blue", {}, {}},
      {"tag:red", {}, {a, b}},  // a filter alone lists
      {"okapi tag:red", {}, {}},
      {"zebra -kind:decision", {}, {b, c}},
      {"zebra -kind:Decision -kind:note", {}, {b}},
      {"zebra -tier:semantic", {}, {b}},
      {"zebra -tag:blue", {}, {b, c}},
      {"zebra -tag:RED", {}, {c}},
      {"zebra -path:Sessions/ -path:notes", {}, {a}},
      {"zebra -project:web", {}, {}},
      {"zebra -project:home/web", {}, {a, b, c}},
      {"zebra kind:decision -tag:red", {}, {}},
      {"tag:red -tag:blue", {}, {b}},
      {"tag:red -kind:decision", {}, {b}},
      {"tag:red -zebra", {}, {}},
      {"kind:note -zebra -giraffe", {}, {}},
      {"kind:note -giraffe", {}, {c}},
      {"-kind:note", {}, {}},  // with only exclusions nothing is looked for
  };
  for (const Row& row : rows) {
    CAPTURE(row.query);
    CHECK(sorted(w.found(row.query, row.options)) == sorted(row.found));
  }
}

TEST_CASE("since looks at when the text last changed") {
  IndexedWiki w;
  w.commit("default/web/notes/a.md", "zebra", after(1));
  w.commit("default/web/notes/b.md", "zebra", after(2));
  w.sync(after(9));
  CHECK(w.found("zebra", {.since = after(2)}) == Paths{"default/web/notes/b.md"});
  CHECK(w.found("zebra", {.since = after(1)}).size() == 2);
}

TEST_CASE("pages past their end, superseded or not yet true are not shown unless asked for (A40)") {
  IndexedWiki w;
  w.edit("default/web/notes/now.md", "zebra");
  w.edit("default/web/notes/expired.md", "---\nexpires_at: 2026-11-29T12:00:00Z\n---\nzebra");
  w.edit("default/web/notes/until.md", "---\nvalid_until: 2026-11-29T12:00:00Z\n---\nzebra");
  w.edit("default/web/notes/later.md", "---\nvalid_from: 2026-11-29T12:00:01Z\n---\nzebra");
  w.edit("default/web/notes/old.md", "---\nsuperseded_by: now\n---\nzebra");
  w.sync();
  const std::string now = "default/web/notes/now.md", expired = "default/web/notes/expired.md";
  const std::string old = "default/web/notes/old.md", until = "default/web/notes/until.md";
  CHECK(w.found("zebra") == Paths{now});
  CHECK(sorted(w.found("zebra", {.include_expired = true})) == Paths{expired, now});
  CHECK(sorted(w.found("zebra", {.include_superseded = true})) == Paths{now, old});
  CHECK(sorted(w.found("zebra", {}, kNow - std::chrono::seconds(1))) == Paths{expired, now, until});
  CHECK(w.found("zebra", {}, kNow + std::chrono::seconds(1)).size() == 2);
}

TEST_CASE("a hit names its place and shows the line") {
  IndexedWiki w;
  w.commit("default/web/decisions/a.md", "---\ntitle: Striped\n---\nfirst\nthe zebra\n", after(-3));
  w.edit("default/web/notes/z.md", "nothing");
  w.sync();
  const auto hits = w.index.search(w.wiki, parse_query("zebra", english_stop_words()), {}, kNow);
  REQUIRE(hits.size() == 1);
  CHECK(hits[0].title == "Striped");
  CHECK(hits[0].kind == "decision");
  CHECK(hits[0].tier == "semantic");
  CHECK(hits[0].changed == after(-3));
  REQUIRE(hits[0].snippets.size() == 1);
  CHECK(hits[0].snippets[0].line == 5);
  CHECK(hits[0].snippets[0].text == "the zebra");
  double sum = 0, factor = 0;
  for (const auto& [name, value] : hits[0].terms) {
    if (name == "words" || name == "phrase" || name == "meaning") sum += value;
    if (name == "authority") factor = value;
  }
  CHECK(sum * factor == doctest::Approx(hits[0].score));
  CHECK(hits[0].score > 0);
}

TEST_CASE("a hit whose file is gone gives its place to the next (A04)") {
  IndexedWiki w;
  for (int i = 0; i < 60; ++i) w.edit("default/web/notes/" + std::to_string(100 + i) + ".md", "zebra");
  w.sync();
  for (int i = 0; i < 50; ++i)
    std::filesystem::remove(w.wiki.root() / ("default/web/notes/" + std::to_string(100 + i) + ".md"));
  const Paths found = w.found("zebra", {.limit = 3});
  CHECK(found == Paths{"default/web/notes/150.md", "default/web/notes/151.md", "default/web/notes/152.md"});
  CHECK(w.found("zebra", {.limit = 0}).empty());
  CHECK(w.found("zebra", {.limit = 100}).size() == 10);
}

TEST_CASE("everyday text is never a syntax error and finds the page that has it (A01)") {
  IndexedWiki w;
  w.edit("default/web/notes/a.md", "`pre-commit` don't C++ --force path:/etc/hosts 50% (open) NEAR AND x {t b}\n");
  w.edit("default/web/notes/b.md", "nothing of it\n");
  w.sync();
  for (const char* query : {"pre-commit", "don't", "C++", "--force", "path:/etc", "\"open", "NEAR(", "AND", "NOT x",
                            "a OR", "^x", "{t b}:x", "50%"}) {
    CAPTURE(query);
    const Paths found = w.found(query);
    CHECK(std::find(found.begin(), found.end(), "default/web/notes/a.md") != found.end());
  }
  for (const char* query : {"", " ", "\"", "-", "()", "*", "\"\"", "-zebra", "…", "title:x"})
    CHECK(w.found(query).empty());
  CHECK_NOTHROW(w.found(std::string(10'000, 'x')));
  std::string many;
  for (int i = 0; i < 3'000; ++i) many += "w" + std::to_string(i) + " ";
  CHECK_NOTHROW(w.found(many));
}

TEST_CASE("Chinese, Japanese and Korean words are found (A03)") {
  IndexedWiki w;
  w.edit("default/web/notes/1.md", "部署方案：连接池上限改为 50\n");
  w.edit("default/web/notes/2.md", "サンドボックスの設定を修正\n");
  w.edit("default/web/notes/3.md", "오늘 배포를 했다\n");
  w.edit("default/web/notes/4.md", "重跑gen-itgc后全部通过\n");
  w.sync();
  const std::pair<const char*, const char*> rows[] = {
      {"部署", "1"}, {"连接池", "1"}, {"ドボックス", "2"}, {"배포", "3"}, {"itgc", "4"}, {"50", "1"}, {"部署 50", "1"}};
  for (const auto& row : rows) {
    const auto& query = row.first;
    const auto& name = row.second;
    CAPTURE(query);
    CHECK(w.found(query) == Paths{"default/web/notes/" + std::string(name) + ".md"});
  }
}

TEST_CASE("accesses are counted per page and actor, at most one a minute") {
  IndexedWiki w;
  const std::string path = "default/web/sessions/a.md";
  w.edit(path, "zebra");
  w.sync();
  CHECK_FALSE(w.page(path).last_access);
  const std::vector<PagePath> pages = {PagePath::existing(path)};
  const auto at = [](int seconds) { return kNow + std::chrono::seconds(seconds); };
  w.index.record_access(pages, "me", at(0));
  w.index.record_access(pages, "me", at(59));
  CHECK(w.page(path).accesses == 1);
  CHECK(w.page(path).last_access == at(0));
  w.index.record_access(pages, "me", at(60));
  w.index.record_access(pages, "agent", at(61));
  CHECK(w.page(path).accesses == 3);
  CHECK(w.page(path).last_access == at(61));
  const SweepPage swept = w.swept(path);
  CHECK(swept.usage.accesses == 3);
  CHECK(swept.usage.actors == 2);
  CHECK(swept.usage.last_access == at(61));
  w.index.reindex(w.wiki, kNow);
  CHECK(w.page(path).accesses == 3);
}

TEST_CASE(
    "reviews are kept per page, over renames and rebuilds; opening is a good one, at most one a minute and reader") {
  IndexedWiki w;
  const std::string path = "default/web/sessions/a.md", moved = "default/web/sessions/b.md";
  w.write(path, "---\nimportance: 0.8\narousal: 0.6\n---\nzebra");
  w.sync();
  const auto at = [](int seconds) { return kNow + std::chrono::seconds(seconds); };
  w.index.record_read(PagePath::existing(path), "me", at(0));
  w.index.record_read(PagePath::existing(path), "me", at(59));
  w.index.record_read(PagePath::existing(path), "agent", at(59));
  w.index.record_access({PagePath::existing(path)}, "me", at(600));  // listed
  w.index.record_review(PagePath::existing(path), fsrs6::Grade::again, "me", at(60));
  w.index.record_read(PagePath::existing(path), "me", at(120));
  std::filesystem::rename(w.wiki.root() / path, w.wiki.root() / moved);
  w.sync(at(700));
  w.index.reindex(w.wiki, at(800));
  const PageUsage usage = w.swept(moved).usage;
  CHECK(usage.importance == 0.8);
  CHECK(usage.arousal == 0.6);
  REQUIRE(usage.reviews.size() == 4);
  CHECK(usage.reviews[0].at == at(0));
  CHECK(usage.reviews[1].at == at(59));
  CHECK(usage.reviews[2].grade == fsrs6::Grade::again);
  CHECK(usage.reviews[3].grade == fsrs6::Grade::good);
  CHECK(usage.reviews[3].at == at(120));
}

TEST_CASE("a count from a clock that ran ahead is repaired by the next read (A38)") {
  IndexedWiki w;
  const std::string path = "default/web/sessions/a.md";
  w.edit(path, "zebra");
  w.sync();
  w.index.record_access({PagePath::existing(path)}, "me", after(3650));
  w.index.record_access({PagePath::existing(path)}, "me", after(1));
  CHECK(w.page(path).last_access == after(1));
}

TEST_CASE("a count that cannot be written is dropped and holds nothing up (A37)") {
  IndexedWiki w;
  const std::string path = "default/web/sessions/a.md";
  w.edit(path, "zebra");
  w.sync();
  sqlite::Database other((w.wiki.state_dir() / "memory.sqlite").string(), sqlite::Database::Access::write);
  {
    sqlite::Transaction writing(other);
    w.index.record_access({PagePath::existing(path)}, "me", kNow);
  }
  CHECK(w.page(path).accesses == 0);
  w.index.record_access({PagePath::existing(path)}, "me", kNow);
  CHECK(w.page(path).accesses == 1);
}

TEST_CASE("usage is known since the later of the sidecar's birth and the page's first sight") {
  IndexedWiki w;
  w.edit("default/web/sessions/a.md", "zebra");
  w.sync(after(-3));  // the clock was set back
  w.edit("default/web/sessions/b.md", "zebra");
  w.sync(after(5));
  CHECK(w.swept("default/web/sessions/a.md").usage_known_since == kNow);
  CHECK(w.swept("default/web/sessions/b.md").usage_known_since == after(5));
  w.index.reindex(w.wiki, after(9));
  CHECK(w.swept("default/web/sessions/b.md").usage_known_since == after(5));
}

TEST_CASE("a page is told with everything its front matter says") {
  IndexedWiki w;
  w.edit("default/web/scratch/a.md",
         "---\ntitle: Scratch\ntags: [two, One]\npinned: true\nsalience: 0.5\nexpires_at: 2027-01-01\n"
         "compacted: true\n---\nzebra\n");
  w.sync();
  const IndexedPage page = w.page("default/web/scratch/a.md");
  CHECK(page.title == "Scratch");
  CHECK(page.tier == "working");
  CHECK(page.tags == std::vector<std::string>{"One", "two"});
  CHECK(page.pinned);
  CHECK(page.salience == 0.5);
  CHECK(page.expires_at == parse_deadline("2027-01-01"));
  CHECK(page.bytes == w.disk("default/web/scratch/a.md").size());
  CHECK(page.blob == blob_id(w.disk("default/web/scratch/a.md")));
  const SweepPage swept = w.swept("default/web/scratch/a.md");
  CHECK(swept.usage.tier == Tier::working);
  CHECK(swept.usage.salience == 0.5);
  CHECK(swept.compacted);
  CHECK(swept.pinned);
  CHECK(swept.expires_at == page.expires_at);
}

TEST_CASE("a word that a compacted page says it said often counts more than one of its others") {
  IndexedWiki w;
  for (const auto& [name, often, once] : {std::tuple{"a", "lantern", "heron"}, std::tuple{"b", "heron", "lantern"}})
    w.edit(std::string("default/web/sessions/") + name + ".md",
           std::string("---\ncompacted: true\n---\n## Kept\n\n") + "- Often: " + often + "\n- Words: " + once + "\n");
  w.sync();
  CHECK(w.found("lantern").front() == "default/web/sessions/a.md");
  CHECK(w.found("heron").front() == "default/web/sessions/b.md");
}

TEST_CASE("pages are listed by path, of one project or all") {
  IndexedWiki w;
  for (const char* path : {"default/web/b.md", "default/web/a.md", "default/shop/c.md"}) w.edit(path, "x");
  w.sync();
  const auto paths = [](const auto& pages) {
    Paths all;
    for (const auto& page : pages) all.push_back(page.path.str());
    return all;
  };
  CHECK(paths(w.index.pages()) == Paths{"default/shop/c.md", "default/web/a.md", "default/web/b.md"});
  CHECK(paths(w.index.pages(Project{"default", "web"})) == Paths{"default/web/a.md", "default/web/b.md"});
  CHECK(paths(w.index.sweep_pages(Project{"default", "shop"})) == Paths{"default/shop/c.md"});
  CHECK_FALSE(w.index.page(PagePath::existing("default/web/none.md")));
}

TEST_CASE("meta values are kept over a reindex") {
  IndexedWiki w;
  CHECK_FALSE(w.index.meta("last_error"));
  w.index.set_meta("last_error", "one");
  w.index.set_meta("last_error", "two");
  w.index.reindex(w.wiki, kNow);
  CHECK(w.index.meta("last_error") == "two");
}

TEST_CASE("reindex replaces a file whose inside is damaged (A31)") {
  IndexedWiki w;
  for (int i = 0; i < 50; ++i)
    w.edit("default/web/notes/" + std::to_string(i) + ".md", "zebra " + std::string(3000, 'y'));
  w.sync();
  w.index.checkpoint();
  const auto file = w.wiki.state_dir() / "memory.sqlite";
  const auto size = std::filesystem::file_size(file);
  {
    std::fstream out(file, std::ios::binary | std::ios::in | std::ios::out);
    out.seekp(8192);
    out << std::string(size - 8192, '\x5a');
  }
  w.index = SearchIndex(w.wiki.state_dir(), kNow, {});
  w.index.reindex(w.wiki, kNow);
  CHECK(w.index.notices().size() == 1);
  CHECK(w.found("zebra", {.limit = 99}).size() == 50);
}

TEST_CASE("without a sidecar everything but usage comes back") {
  IndexedWiki w;
  w.commit("default/web/notes/a.md", "zebra", after(-9));
  w.sync();
  const std::string before = w.derived();
  w.index = SearchIndex((w.home / "elsewhere"), kNow, {});
  std::filesystem::remove_all(w.wiki.state_dir());
  w.index = SearchIndex(w.wiki.state_dir(), kNow, {});
  CHECK(w.index.notices().empty());
  w.sync();
  CHECK(w.derived() == before);
}

namespace {

// Another user, where the tests run as root, whom no permission stops.
class Unprivileged {
 public:
  explicit Unprivileged(const std::filesystem::path& home) : root_(::geteuid() == 0) {
    if (root_) {
      std::filesystem::permissions(home, std::filesystem::perms(0755));
      (void)!::seteuid(65534);
    }
  }
  ~Unprivileged() {
    if (root_) (void)!::seteuid(0);
  }

 private:
  bool root_;
};

}  // namespace

TEST_CASE("with a read-only folder searches work and nothing is counted (A31, A37)") {
  IndexedWiki w;
  w.commit("default/web/notes/a.md", "zebra", kNow);
  w.sync();
  w.index.checkpoint();
  const auto state = w.wiki.state_dir();
  w.index = SearchIndex(w.home / "elsewhere", kNow, {});
  bool with_file = true;
  SUBCASE("the log is gone") {
    std::filesystem::remove(state / "memory.sqlite-wal");
    std::filesystem::remove(state / "memory.sqlite-shm");
  }
  SUBCASE("the log is there") {}
  SUBCASE("there is no file either") {
    std::filesystem::remove_all(state);
    std::filesystem::create_directory(state);
    with_file = false;
  }
  std::filesystem::permissions(state, std::filesystem::perms(0555));
  if (with_file) std::filesystem::permissions(state / "memory.sqlite", std::filesystem::perms(0444));
  {
    const Unprivileged user(w.home);
    w.index = SearchIndex(state, kNow, {});
    CHECK(w.index.notices().size() == 1);
    if (with_file) {
      CHECK_NOTHROW(w.index.sync(w.wiki, kNow));
      CHECK(w.found("zebra").size() == 1);
    } else {
      // Not synced here: libgit2 goes on reading the git configuration of the user the process was started by.
      CHECK(w.index.notices().at(0).find("in memory") != std::string::npos);
      CHECK(w.found("zebra").empty());
    }
    w.index.record_access({PagePath::existing("default/web/notes/a.md")}, "me", kNow);
    CHECK_NOTHROW(w.index.set_meta("a", "b"));
    if (with_file) {
      CHECK(w.page("default/web/notes/a.md").accesses == 0);
      CHECK_THROWS_AS(w.index.reindex(w.wiki, kNow), Error);
    }
    w.index = SearchIndex(
        std::filesystem::temp_directory_path() / "ai-memory-test-none-such" / std::to_string(::getpid()), kNow, {});
  }
  std::filesystem::remove_all(std::filesystem::temp_directory_path() / "ai-memory-test-none-such");
  std::filesystem::permissions(state, std::filesystem::perms(0755));
}
