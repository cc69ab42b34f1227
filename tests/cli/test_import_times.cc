#include <doctest/doctest.h>
#include <random>

#include "cli/import_times.hh"

using namespace ai_memory;

namespace {

Timestamp at(const std::string& text) { return parse_time(text).value(); }

const Timestamp kFile = at("2025-05-05T05:05:05Z");
const Timestamp kNow = at("2026-11-29");

WrittenTimes times_of(const std::string& keys, const GitTimes* git = nullptr, const std::string& body = "text\n") {
  const std::string text = keys.empty() ? body : "---\n" + keys + "---\n" + body;
  return written_times(FrontMatter::parse(text), text, git, kFile, kNow);
}

}  // namespace

TEST_CASE("times come from the front matter in the keys of many programs, else from the file") {
  struct Row {
    const char* keys;
    const char *created, *changed;
    TimesFrom from;
    bool stated;
  };
  const char* file = "2025-05-05T05:05:05Z";
  for (const Row& row : {
           Row{"", file, file, TimesFrom::file, false},
           Row{"created: 2024-01-02T03:04:05Z\nupdated: 2024-02-02\n", "2024-01-02T03:04:05Z", "2024-02-02",
               TimesFrom::front_matter, true},
           Row{"date: 2024-01-02\nmodified: 2024-02-02 10:30\n", "2024-01-02", "2024-02-02T10:30:00Z",
               TimesFrom::front_matter, false},
           Row{"date created: 2024-01-02\nlast modified: 2024-02-02\n", "2024-01-02", "2024-02-02",
               TimesFrom::front_matter, false},
           Row{"created: \"[[2024-01-02]]\"\n", "2024-01-02", file, TimesFrom::file, false},
           Row{"created: 2024-01-02\n", "2024-01-02", file, TimesFrom::file, false},
           Row{"updated: 2024-02-02\n", "2024-02-02", "2024-02-02", TimesFrom::file, false},
           Row{"created: 2026-01-01\n", "2026-01-01", "2026-01-01", TimesFrom::file, false},  // later than the file
           Row{"created: yesterday\ndate: 2024-01-02\nmodified: {{date}}\n", "2024-01-02", file, TimesFrom::file,
               false},
           Row{"created: yesterday\ndate: 2024-01-02\n", "2024-01-02", file, TimesFrom::file, false},
           Row{"created: 9999-12-31\nupdated: 9999-12-31\n", "2026-11-29", "2026-11-29", TimesFrom::front_matter, true},
           Row{"created: 2024-05-01\nupdated: 2024-02-02\n", "2024-02-02", "2024-02-02", TimesFrom::front_matter, true},
       }) {
    CAPTURE(row.keys);
    const auto found = times_of(row.keys);
    CHECK(found.times.created == at(row.created));
    CHECK(found.times.changed == at(row.changed));
    CHECK(found.from == row.from);
    CHECK(found.stated == row.stated);
  }
}

TEST_CASE("git's times count while the file is as committed; a file edited since was changed when it was saved") {
  const std::string body = "text\n";
  const GitTimes git{at("2024-03-01"), at("2024-04-01"), blob_id(body)};
  CHECK(times_of("", &git).times == SourceTimes{at("2024-03-01"), at("2024-04-01")});
  CHECK(times_of("", &git).from == TimesFrom::git);
  CHECK(times_of("", &git, "other\n").times == SourceTimes{at("2024-03-01"), kFile});
  CHECK(times_of("", &git, "text\r\n").times == SourceTimes{at("2024-03-01"), at("2024-04-01")});  // checked out so
  CHECK(times_of("created: 2024-01-02\n", &git).times == SourceTimes{at("2024-01-02"), kFile});
}

TEST_CASE("a folder under no git has no git times") { CHECK(git_times("/").empty()); }

TEST_CASE("no page is changed before it was made, nor later than now") {
  std::mt19937 random(20261129);
  const auto any_time = [&] { return at("2020-01-01") + std::chrono::seconds(random() % 400'000'000); };
  for (int round = 0; round < 5'000; ++round) {
    std::string keys;
    if (random() % 2) keys += "created: " + format_time(any_time()) + "\n";
    if (random() % 2) keys += "updated: " + format_time(any_time()) + "\n";
    const GitTimes git{any_time(), any_time(), blob_id("text\n")};
    const std::string text = "---\nx: y\n" + keys + "---\ntext\n";
    const auto found = written_times(FrontMatter::parse(text), text, random() % 2 ? &git : nullptr, any_time(), kNow);
    CHECK(found.times.created <= found.times.changed);
    CHECK(found.times.changed <= kNow);
  }
}
