// What finds a page beside its words, and what puts it first: time, entities, links, meaning, tiers, pins.
#include <doctest/doctest.h>

#include "index/embeddings.hh"
#include "index/entities.hh"
#include "tests/index/indexed_wiki.hh"
#include "tests/support/scripted_embedder.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

using Paths = std::vector<std::string>;

Timestamp at(const char* text) { return *parse_time(text); }
std::string note(const std::string& name) { return "default/web/notes/" + name + ".md"; }

double term(const Hit& hit, const std::string& wanted) {
  for (const auto& [name, value] : hit.terms)
    if (name == wanted) return value;
  return 0;
}

std::vector<Hit> hits(const IndexedWiki& w, std::string_view query, const SearchOptions& options = {}) {
  return w.index.search(w.wiki, parse_query(query, english_stop_words()), options, kNow);
}

std::vector<std::string> removed(const IndexedWiki& w, std::string_view query, bool any = false,
                                 const SearchOptions& options = {}) {
  std::vector<std::string> paths;
  for (const auto& page : w.index.removed(parse_query(query, english_stop_words()), options, any, 10))
    paths.push_back(page.path.str());
  return paths;
}

void sweep_away(IndexedWiki& w, const std::string& path) {
  auto set = w.set({w.change(path, std::nullopt)}, "evict");
  set.run = "01HXYZ";
  set.pass = "evict";
  w.wiki.commit(set);
  w.sync();
}

}  // namespace

TEST_CASE("a page is valid from its beginning until before its end, months and days included") {
  IndexedWiki w;
  w.edit(note("spring"), "---\nvalid_from: 2025-03\nvalid_until: 2025-05\n---\nrent is 800");
  w.edit(note("since"), "---\nvalid_from: 2025-06-01\n---\nrent is 900");
  w.edit(note("always"), "rent is due");
  w.sync();
  const auto then = [&](const char* time) {
    auto paths = w.found("rent", {.valid_at = at(time)});
    std::sort(paths.begin(), paths.end());
    return paths;
  };
  CHECK(then("2025-02-28T23:59:59Z") == Paths{note("always")});
  CHECK(then("2025-03-01") == Paths{note("always"), note("spring")});
  CHECK(then("2025-05-31T23:59:59Z") == Paths{note("always"), note("spring")});
  CHECK(then("2025-06") == Paths{note("always"), note("since")});
  CHECK(w.found("rent").size() == 2);
  CHECK(w.found("rent", {.any_time = true}).size() == 3);
}

TEST_CASE("what bounds a page and how sure it is are told with it") {
  IndexedWiki w;
  w.edit(note("a"),
         "---\nvalid_from: 2025-03-01\nvalid_until: 2027-05-01\nexpires_at: 2028-01-01T00:00:00Z\n"
         "confidence: 0.7\nsuperseded_by: b\n---\nzebra");
  w.sync();
  const auto found = hits(w, "zebra", {.include_superseded = true});
  REQUIRE(found.size() == 1);
  CHECK(found[0].valid_from == at("2025-03-01"));
  CHECK(found[0].valid_until == at("2027-05-02"));
  CHECK(found[0].expires_at == at("2028-01-01"));
  CHECK(found[0].confidence == "0.7");
  CHECK(found[0].superseded_by == "b");
}

TEST_CASE("a name is compared by its words; of a link, by its label or the page's name") {
  CHECK(entity_words("Ada  Lovelace") == entity_words("ada lovelace"));
  CHECK(entity_words("[[people/ada|Ada Lovelace]]") == entity_words("Ada Lovelace"));
  CHECK(entity_words("[[people/ada.md]]") == entity_words("Ada"));
  CHECK(entity_words("") == "");
  CHECK(entity_words("---") == "");
  CHECK(entity_words("one two three four five six seven") == "");
  CHECK(entity_words("[[") == "");
}

TEST_CASE("a page about what the query names is found by it, the rarer the name the better") {
  IndexedWiki w;
  w.edit(note("plan"), "---\nentities: [Ada Lovelace, Berlin]\n---\nthe engine");
  w.edit(note("trip"), "---\nentities: [Berlin]\n---\nthe train");
  w.edit(note("other"), "---\nentities: [Berlin, Paris]\n---\nnothing");
  w.edit(note("word"), "Lovelace");
  w.sync();
  const auto found = hits(w, "what did Ada Lovelace say in Berlin");
  REQUIRE(found.size() == 4);
  CHECK(found[0].path.str() == note("word"));
  CHECK(found[1].path.str() == note("plan"));
  CHECK(term(found[1], "entities") == doctest::Approx(0.3));
  CHECK(term(found[2], "entities") > 0);
  CHECK(term(found[2], "entities") < 0.15);
  CHECK(w.found("Ada").size() == 0);  // half a name is none
  w.edit(note("plan"), "the engine");
  w.sync();
  CHECK(
      entity_matches(sqlite::Database((w.wiki.state_dir() / "memory.sqlite").string(), sqlite::Database::Access::read),
                     "Ada Lovelace")
          .empty());
}

TEST_CASE("links with the best pages lift a page, whichever way they point, and find none by themselves") {
  IndexedWiki w;
  w.edit(note("a"), "zebra zebra zebra [[c]]");
  w.edit(note("b"), "zebra and many other words that make it long");
  w.edit(note("c"), "zebra and many other words that make it long");
  w.edit(note("d"), "[[a]] only");
  w.sync();
  const auto found = hits(w, "zebra");
  REQUIRE(found.size() == 3);
  CHECK(found[0].path.str() == note("a"));
  CHECK(found[1].path.str() == note("c"));
  CHECK(term(found[1], "links") == doctest::Approx(0.15));
  CHECK(term(found[0], "links") > 0);
  CHECK(term(found[2], "links") == 0);
}

TEST_CASE("a page that means the whole question goes before one that has a common word of it") {
  IndexedWiki w;
  w.edit(note("common"), "the people of the town");
  w.edit(note("common2"), "people and their town");
  w.edit(note("meant"), "citizens");
  w.sync();
  w.index.use([] {
    const std::map<std::string, Vector> words = {
        {"residents", along(32, 0)}, {"citizens", between(32, 0, 1, .8F)}, {"town", between(32, 0, 1, .2F)}};
    return std::make_unique<ScriptedEmbedder>("test", 32, words);
  });
  w.index.embed(w.wiki, [] { return true; });
  CHECK(w.found("which residents voted people parliament").front() == note("meant"));
}

TEST_CASE("notes first puts all lasting pages before all others; pinned first the pinned ones before these") {
  IndexedWiki w;
  w.edit("default/web/sessions/a.md", "zebra zebra zebra");
  w.edit("default/web/sessions/p.md", "---\npinned: true\n---\nzebra and much more that is said beside it");
  w.edit(note("n"), "zebra and much more that is said beside it");
  w.sync();
  CHECK(w.found("zebra", {.notes_first = true}).front() == note("n"));
  CHECK(w.found("zebra", {.notes_first = true}).size() == 3);
  CHECK(w.found("zebra", {.pinned_first = true}).front() == "default/web/sessions/p.md");
  CHECK(w.found("zebra", {.notes_first = true, .pinned_first = true})[1] == note("n"));
}

TEST_CASE("near misses are added on request, marked, behind what is found, and only so many") {
  IndexedWiki w;
  w.edit(note("found"), "zebra");
  w.edit(note("horse"), "an animal like that");
  for (int i = 0; i < 9; ++i) w.edit(note("far" + std::to_string(i)), "a pony " + std::to_string(i));
  w.sync();
  const auto embedder = [] {
    const std::map<std::string, Vector> words = {
        {"zebra", along(32, 0)}, {"animal", between(32, 0, 1, .225F)}, {"pony", between(32, 0, 1, .2F)}};
    return std::make_unique<ScriptedEmbedder>("test", 32, words);
  };
  w.index.use(embedder);
  w.index.embed(w.wiki, [] { return true; });
  CHECK(w.found("zebra", {.near_misses = true}) == Paths{note("found")});  // of an unknown embedder, .225 says nothing

  const auto with = [&](const ThresholdSettings& thresholds, const SearchOptions& options) {
    SearchIndex index(w.wiki.state_dir(), kNow, {.thresholds = thresholds});
    index.use(embedder);
    return index.search(w.wiki, parse_query("zebra", english_stop_words()), options, kNow);
  };
  const auto all = with({.recall_floor = .25, .near_min = .15}, {.near_misses = true});
  REQUIRE(all.size() == 1 + SearchOptions::kMostNear);
  CHECK_FALSE(all[0].near_miss);
  CHECK(all[1].near_miss);
  CHECK(all[1].path.str() == note("horse"));
  CHECK(with({.recall_floor = .25, .near_min = .15}, {.near_misses = true, .limit = 1}).size() ==
        1 + SearchOptions::kMostNear);
  CHECK(with({.recall_floor = .25, .near_min = .215}, {.near_misses = true}).size() == 2);
  CHECK(with({.recall_floor = .24, .near_min = .15}, {}).size() == 2);
}

TEST_CASE("A04: what a sweep removed is told while all of the words were in it, until it is back") {
  IndexedWiki w;
  w.write(note("old"), "---\ntitle: The harbour\n---\nboats of the zebra crossing");
  w.write(note("mine"), "zebra boats");
  w.sync();
  CHECK(removed(w, "zebra").empty());
  sweep_away(w, note("old"));
  CHECK(removed(w, "zebra boats") == Paths{note("old")});
  CHECK(removed(w, "harbour") == Paths{note("old")});
  CHECK(removed(w, "zebra lions").empty());
  CHECK(removed(w, "zebra lions", true) == Paths{note("old")});
  CHECK(removed(w, "zebra -boats").empty());
  CHECK(removed(w, "path:other zebra").empty());
  CHECK(removed(w, "zebra", false, {.project = Project{"default", "other"}}).empty());
  CHECK(removed(w, "zebra", false, {.project = Project{"default", "web"}}).size() == 1);
  w.index.reindex(w.wiki, kNow);
  CHECK(removed(w, "zebra") == Paths{note("old")});
  w.write(note("mine"), std::nullopt);  // by hand: nobody is told
  w.sync();
  CHECK(removed(w, "zebra") == Paths{note("old")});
  w.write(note("old"), "something else");
  w.sync();
  CHECK(removed(w, "zebra").empty());
}

TEST_CASE("A04: a tombstone that is forgotten takes its text along") {
  IndexedWiki w;
  w.write(note("old"), "zebra");
  sweep_away(w, note("old"));
  std::size_t count = 0;
  w.index.forget_tombstones(after(1), true, count);
  CHECK(removed(w, "zebra").size() == 1);
  w.index.forget_tombstones(after(1), false, count);
  CHECK(count == 1);
  CHECK(removed(w, "zebra").empty());
}
