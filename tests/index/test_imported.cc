#include <algorithm>

#include "tests/index/indexed_wiki.hh"
#include "wiki/source_times.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

const std::string kPath = "default/shop/a.md";

Timestamp at(const char* text) { return parse_time(text).value(); }

// As the import command commits a page.
void import_page(IndexedWiki& w, const std::string& text, const SourceTimes& times, Timestamp now) {
  Changeset changes;
  changes.changes = {{PagePath::existing(kPath), text, "", source_times_reason(times)}};
  changes.subject = "import: 1 page from notes";
  changes.source = "import";
  changes.now = now;
  w.wiki.commit(changes);
  w.sync(now);
}

}  // namespace

TEST_CASE("an imported page is as old as it was where it came from, in a rebuilt index too") {
  IndexedWiki w;
  const SourceTimes times{at("2024-03-01T10:00:00Z"), at("2025-01-02T08:30:00Z")};
  import_page(w, "text\n", times, kNow);
  for (const bool rebuilt : {false, true}) {
    if (rebuilt) w.index.reindex(w.wiki, kNow);
    CHECK(w.page(kPath).created == times.created);
    CHECK(w.page(kPath).body_changed == times.changed);
  }
}

TEST_CASE("a hand edit after the import makes the page new, not its making") {
  IndexedWiki w;
  const SourceTimes times{at("2024-03-01T10:00:00Z"), at("2025-01-02T08:30:00Z")};
  import_page(w, "text\n", times, kNow);
  w.edit(kPath, "text, and more\n");
  w.commit_by_hand(after(1), after(1));
  w.sync(after(2));
  CHECK(w.page(kPath).created == times.created);
  CHECK(w.page(kPath).body_changed == after(1));
}

TEST_CASE("what a page's front matter says of its making goes before the import's word") {
  IndexedWiki w;
  import_page(w, "---\ncreated: 2020-01-01\n---\ntext\n", {at("2024-03-01"), at("2025-01-02")}, kNow);
  CHECK(w.page(kPath).created == at("2020-01-01"));
  CHECK(w.page(kPath).body_changed == at("2025-01-02"));
}

TEST_CASE("a commit by another command is not read for an import's times") {
  IndexedWiki w;
  Changeset changes;
  changes.changes = {
      {PagePath::existing(kPath), "text\n", "", source_times_reason({at("2024-03-01"), at("2024-03-01")})}};
  changes.source = "write-page";
  changes.now = kNow;
  w.wiki.commit(changes);
  w.sync();
  CHECK(w.page(kPath).created == kNow);
}

TEST_CASE("a tag asks for the tags below it, and tags of the text count") {
  IndexedWiki w;
  w.edit("default/shop/front.md", "---\ntags: [area/sub]\n---\nzebra\n");
  w.edit("default/shop/inline.md", "zebra #Area/other and `#area/code`\n");
  w.edit("default/shop/alike.md", "---\ntag: areas\n---\nzebra #area-51 #a%ea\n");
  w.sync();
  const std::vector<std::string> both = {"default/shop/front.md", "default/shop/inline.md"};
  const auto sorted = [](std::vector<std::string> paths) {
    std::sort(paths.begin(), paths.end());
    return paths;
  };
  CHECK(sorted(w.found("tag:area")) == both);
  CHECK(sorted(w.found("zebra", {.tags = {"AREA"}})) == both);
  CHECK(w.found("tag:area/sub") == std::vector<std::string>{"default/shop/front.md"});
  CHECK(w.found("tag:area/code").empty());
  CHECK(w.found("tag:areas") == std::vector<std::string>{"default/shop/alike.md"});
  CHECK(w.found("tag:a%").empty());
  CHECK(w.page("default/shop/inline.md").tags == std::vector<std::string>{"Area/other"});
}
