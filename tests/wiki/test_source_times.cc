#include <doctest/doctest.h>

#include "wiki/source_times.hh"

using namespace ai_memory;

namespace {

Timestamp at(const char* text) { return *parse_time(text); }

CommitInfo import_of(const std::string& body) {
  CommitInfo commit;
  commit.source = "import";
  commit.commit_time = at("2026-11-29");
  commit.body = body;
  return commit;
}

}  // namespace

TEST_CASE("the times of an import are read back as they were written") {
  const SourceTimes times{at("2024-03-01T10:00:00Z"), at("2025-01-02T08:30:00Z")};
  CHECK(source_times_reason(times) == "created 2024-03-01T10:00:00Z, changed 2025-01-02T08:30:00Z");
  for (const std::string path : {"default/shop/a.md", "w/p/x: created y, changed z.md", "w/p/日記.md"}) {
    const auto found =
        source_times(import_of("\n- " + path + ": " + source_times_reason(times) + "\n\nAi-Memory-Run: x\n"));
    REQUIRE(found.count(path) == 1);
    CHECK(found.at(path) == times);
    CHECK(found.size() == 1);
  }
}

TEST_CASE("only an import's own lines say when pages were written") {
  const std::string line = "- w/p/a.md: created 2024-03-01T10:00:00Z, changed 2025-01-02T08:30:00Z\n";
  CommitInfo other = import_of(line);
  other.source = "forget-sweep";
  CHECK(source_times(other).empty());
  for (const std::string body :
       {"", "- w/p/a.md: imported\n", "- w/p/a.md: created never, changed 2025-01-02T08:30:00Z\n",
        "- w/p/a.md: created 2024-03-01T10:00:00Z\n", " - w/p/a.md: created 2024-03-01, changed 2024-03-01 \n"})
    CHECK_MESSAGE(source_times(import_of(body)).empty(), body);
}

TEST_CASE("A38: times after the import count as the import's") {
  const auto found =
      source_times(import_of("- w/p/a.md: created 9999-12-31T00:00:00Z, changed 9999-12-31T00:00:00Z\n"));
  CHECK(found.at("w/p/a.md") == SourceTimes{at("2026-11-29"), at("2026-11-29")});
}

TEST_CASE("when pages were edited is read back from a commit of hand edits, and from no other") {
  const std::string line = ": " + edit_time_reason(at("2026-11-02T10:00:00Z")) + "\n";
  CommitInfo commit =
      import_of("\n- w/p/a.md" + line + "- w/p/x: edited y.md" + line + "- w/p/b.md: as found on disk\n");
  CHECK(edit_times(commit).empty());
  commit.pass = "hand-edits";
  commit.source = "forget-sweep";
  CHECK(edit_times(commit) == std::map<std::string, Timestamp>{{"w/p/a.md", at("2026-11-02T10:00:00Z")},
                                                               {"w/p/x: edited y.md", at("2026-11-02T10:00:00Z")}});
  commit.body = "- w/p/a.md: edited 9999-12-31T00:00:00Z\n";
  CHECK(edit_times(commit).at("w/p/a.md") == at("2026-11-29"));
}

TEST_CASE("the place of a page in its source is read back, with times and without") {
  const std::string times = source_times_reason({at("2024-03-01T10:00:00Z"), at("2025-01-02T08:30:00Z")});
  for (const std::string path : {"w/p/a.md", "w/p/x, from y.md", "w/p/from .md"}) {
    for (const std::string place : {"-dash.md", "a: from b, from c.md", "100%2C.md", "%.md", "\xff.md", "日記.MD",
                                    "two\nlines.md", " .md", "a/b?/c.md", "x, changed 2024-03-01T10:00:00Z"}) {
      CAPTURE(path);
      CAPTURE(place);
      const std::string reason = source_place_reason(place);
      const auto bare = import_of("\n- " + path + ": " + reason + "\n"),
                 timed = import_of("\n- " + path + ": " + times + ", " + reason + "\n");
      const std::map<std::string, std::string> expected = {{path, place}};
      CHECK(source_places(bare) == expected);
      CHECK(source_places(timed) == expected);
      CHECK(source_times(bare).empty());
      CHECK(source_times(timed).count(path) == 1);
    }
    CHECK(source_places(import_of("\n- " + path + ": " + times + "\n")).empty());
  }
}
