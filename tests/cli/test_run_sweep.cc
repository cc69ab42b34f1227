#include <doctest/doctest.h>
#include <fstream>

#include "cli/run_sweep.hh"
#include "cli/status.hh"
#include "tests/support/temp_wiki.hh"
#include "wiki/error.hh"
#include "wiki/git_lock.hh"

using namespace ai_memory;
using test::kNow;

namespace {

constexpr std::chrono::days kGrace{20};  // more than any grace of the defaults

struct Swept : test::TempWiki {
  SearchIndex index{wiki.state_dir(), kNow, {}};
  DecayConfig config;
  SweepRunOptions options;

  void page(const std::string& path, const std::string& keys = "") {
    write(path, "---\ncreated: 2026-01-01T00:00:00Z\nupdated: 2026-01-01T00:00:00Z\n" + keys + "---\ntext\n");
  }
  SweepReport sweep(Timestamp now = kNow + kGrace) {
    index.sync(wiki, kNow);
    return run_sweep(wiki, index, config, options, now);
  }
};

std::vector<std::string> removed(const SweepReport& report) {
  std::vector<std::string> paths;
  for (const SweptPages& pass : report.passes) {
    for (const SweepDecision& page : pass.pages) paths.push_back(pass.pass + " " + page.path.str());
  }
  return paths;
}

const std::string kCold = "default/shop/sessions/a.md";

}  // namespace

TEST_CASE("each pass is one commit per project, and the run id is in all of them") {
  Swept wiki;
  wiki.page(kCold);
  wiki.page("default/shop/notes/over.md", "expires_at: 2026-12-01\n");
  wiki.page("default/zoo/notes/over.md", "expires_at: 2026-12-01\n");
  const SweepReport report = wiki.sweep();
  CHECK(removed(report) ==
        std::vector<std::string>{"ttl default/shop/notes/over.md", "ttl default/zoo/notes/over.md", "evict " + kCold});
  CHECK(report.count(SweepAction::remove) == 3);
  for (const SweptPages& pass : report.passes) {
    const CommitInfo commit = wiki.wiki.info(pass.commit);
    CHECK(commit.run == report.run);
    CHECK(commit.pass == pass.pass);
    CHECK(commit.source == "forget-sweep");
    CHECK(commit.author.starts_with("ai-memory"));
  }
  CHECK(wiki.wiki.info(report.passes[2].commit).subject == "sweep: evict 1 page in shop");
  CHECK(wiki.index.pages().empty());
  const auto last = parse_last_sweep(wiki.index.meta("last_sweep").value_or(""));
  REQUIRE(last);
  CHECK(last->time == format_time(report.now));
  CHECK(last->run == report.run);
  CHECK(last->removed == 3);
  CHECK(last->waiting + last->kept + last->skipped == 0);
  CHECK_FALSE(parse_last_sweep(""));
  CHECK_FALSE(parse_last_sweep("2026-12-19T12:00:00Z: some text"));
}

TEST_CASE("the same wiki and clock give the same run id, another clock another") {
  std::vector<std::string> ids;
  for (const auto late : {0, 0, 1}) {
    Swept wiki;
    wiki.page(kCold);
    wiki.options.dry_run = false;
    ids.push_back(wiki.sweep(kNow + kGrace + std::chrono::seconds(late)).run);
  }
  CHECK(ids[0] == ids[1]);
  CHECK(ids[0] != ids[2]);
}

TEST_CASE("A41: a dry run plans what the real run does and leaves commits, files and meta alone") {
  Swept wiki;
  wiki.page(kCold);
  wiki.edit("default/shop/notes/new.md", "by hand\n");
  const CommitId head = wiki.wiki.head();
  wiki.options.dry_run = true;
  const SweepReport dry = wiki.sweep();
  CHECK(wiki.wiki.head() == head);
  CHECK(wiki.exists(kCold));
  CHECK(dry.run.empty());
  REQUIRE(dry.hand_edits.size() == 1);
  CHECK(dry.hand_edits[0].pages.size() == 1);
  CHECK(dry.diff.find("-text\n") != std::string::npos);
  CHECK_FALSE(wiki.index.meta("last_sweep"));

  wiki.options.dry_run = false;
  const SweepReport real = wiki.sweep();
  CHECK(removed(real) == removed(dry));
  CHECK(real.diff.empty());
  CHECK_FALSE(wiki.exists(kCold));
  CHECK(wiki.disk("default/shop/notes/new.md") == "by hand\n");
  CHECK(wiki.git("status --porcelain").empty());
}

TEST_CASE("hand edits stay uncommitted where the setting or the passes say so, but a removed page's are kept") {
  Swept wiki;
  wiki.page(kCold);
  wiki.edit("default/shop/notes/new.md", "by hand\n");
  wiki.options.commit_hand_edits = false;
  CHECK(wiki.sweep().hand_edits.empty());
  CHECK(wiki.git("ls-files default/shop/notes").empty());
  wiki.options.commit_hand_edits = true;
  wiki.options.passes = {"ttl"};
  CHECK(wiki.sweep().hand_edits.empty());
}

TEST_CASE("only the asked project and passes are swept") {
  Swept wiki;
  wiki.page(kCold);
  wiki.page("default/zoo/sessions/a.md");
  wiki.page("default/shop/notes/over.md", "expires_at: 2026-12-01\n");
  wiki.options.project = Project{"default", "shop"};
  wiki.options.passes = {"evict"};
  CHECK(removed(wiki.sweep()) == std::vector<std::string>{"evict " + kCold});
  CHECK(wiki.exists("default/zoo/sessions/a.md"));
  CHECK(wiki.exists("default/shop/notes/over.md"));
}

TEST_CASE("--max-evictions bounds a run and the others wait") {
  Swept wiki;
  for (const char* name : {"a", "b", "c"}) wiki.page(std::string("default/shop/sessions/") + name + ".md");
  wiki.options.max_evictions = 1;
  const SweepReport report = wiki.sweep();
  CHECK(removed(report) == std::vector<std::string>{"evict " + kCold});
  CHECK(report.waiting.size() == 2);
  REQUIRE(report.next);
  CHECK(report.next->time == kNow + kGrace);
}

TEST_CASE("with nothing to do there is no commit, and the next removal is named") {
  Swept wiki;
  wiki.page(kCold);
  const CommitId head = wiki.wiki.head();
  const SweepReport report = wiki.sweep(kNow + std::chrono::days(1));
  CHECK(report.count(SweepAction::remove) == 0);
  CHECK(report.run.empty());
  CHECK(wiki.wiki.head() == head);
  REQUIRE(report.next);
  CHECK(report.next->path.str() == kCold);
  CHECK(report.next->time == kNow + std::chrono::days(14));  // unknown usage counts from the sidecar's birth
  CHECK(wiki.index.meta("last_sweep"));
}

TEST_CASE("a second sweep does nothing and leaves the first one's record alone") {
  Swept wiki;
  wiki.page(kCold);
  const FileLock held(wiki.wiki.state_dir() / "sweep.lock", 0, "test");
  try {
    wiki.sweep();
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::conflict);
    CHECK(std::string(error.what()).find("process") != std::string::npos);
  }
  CHECK(wiki.exists(kCold));
  CHECK_FALSE(wiki.index.meta("last_error"));
}

TEST_CASE("A49: a failed sweep is recorded with time and reason, and does not count as the last one") {
  Swept wiki;
  wiki.page(kCold);
  std::ofstream(wiki.wiki.root() / ".git/MERGE_HEAD") << wiki.wiki.head() << "\n";
  CHECK_THROWS_AS(wiki.sweep(), Error);
  CHECK(wiki.exists(kCold));
  const std::string recorded = wiki.index.meta("last_error").value_or("");
  CHECK(recorded.starts_with("2026-12-19T12:00:00Z forget-sweep: "));
  CHECK(recorded.find("merge") != std::string::npos);
  const auto error = parse_last_error(recorded);
  REQUIRE(error);
  CHECK(error->time + " " + error->source + ": " + error->message == recorded);
  CHECK(error->source == "forget-sweep");
  CHECK_FALSE(parse_last_error(""));
  CHECK_FALSE(wiki.index.meta("last_sweep"));

  std::filesystem::remove(wiki.wiki.root() / ".git/MERGE_HEAD");
  wiki.sweep();
  CHECK(wiki.index.meta("last_error").value_or("").empty());
}

TEST_CASE("many missing pages stop the sweep until they are accepted") {
  struct Row {
    int pages, missing;
    bool suspicious;
  };
  for (const Row& row : {Row{30, 20, false}, Row{30, 21, true}, Row{106, 21, false}, Row{104, 21, true}}) {
    CAPTURE(row.pages);
    Swept wiki;
    std::vector<Change> changes;
    for (int n = 0; n < row.pages; ++n)
      changes.push_back(wiki.change("default/p/notes/" + std::to_string(n) + ".md", "x\n"));
    wiki.wiki.commit(wiki.set(changes));
    for (int n = 0; n < row.missing; ++n) {
      std::filesystem::remove(wiki.wiki.root() / ("default/p/notes/" + std::to_string(n) + ".md"));
    }
    CHECK(suspicious_removals(wiki.wiki).has_value() == row.suspicious);
    if (row.suspicious) CHECK_THROWS_AS(wiki.sweep(), Error);
    wiki.options.accept_removals = true;
    CHECK_NOTHROW(wiki.sweep());
  }
}

TEST_CASE("an unknown pass is refused before anything is done") {
  Swept wiki;
  wiki.options.passes = {"ttl", "evictoin"};
  CHECK_THROWS_WITH_AS(wiki.sweep(), doctest::Contains("evictoin"), Error);
}
