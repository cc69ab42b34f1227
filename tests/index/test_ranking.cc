#include <doctest/doctest.h>
#include <set>

#include "index/ranking.hh"

using namespace ai_memory;

namespace {

std::vector<std::string> order(std::vector<RankedPage> pages, const RankConfig& config = {}) {
  rank(pages, config);
  std::vector<std::string> paths;
  for (const RankedPage& page : pages) paths.push_back(page.path);
  return paths;
}

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("the score is the words' share of the best plus the weighted cosine, times authority") {
  std::vector<RankedPage> pages = {{.path = "a", .words = 8, .phrase = 2, .cosine = 0.5},
                                   {.path = "b", .words = 5, .cosine = 0.25}};
  rank(pages, {.vector_weight = 2});
  CHECK(pages[0].score == doctest::Approx(0.8 + 0.2 + 1.0));
  CHECK(pages[1].score == doctest::Approx(0.5 + 0.5));
  for (const RankedPage& page : pages)
    CHECK(page.score == doctest::Approx((page.by_words + page.by_phrase + page.by_meaning) * page.authority));
}

TEST_CASE("without vectors the order is that of the words; ties go by path") {
  CHECK(order({{.path = "b", .words = 1}, {.path = "a", .words = 1}, {.path = "c", .words = 2}}) ==
        Paths{"c", "a", "b"});
  CHECK(order({}).empty());
}

TEST_CASE("a page without a word of the query needs meaning enough; one with a word stays whatever its cosine") {
  const MeaningFloors floors = {.found = 0.25, .named = 0.2};
  std::vector<RankedPage> pages = {{.path = "far", .cosine = 0.19},
                                   {.path = "miss", .cosine = 0.24},
                                   {.path = "near", .cosine = 0.26},
                                   {.path = "word", .words = 0.01}};
  rank(pages, {}, 0, floors);
  REQUIRE(pages.size() == 3);
  CHECK(pages[0].path == "word");
  CHECK(pages[1].path == "near");
  CHECK(pages[2].path == "miss");
  CHECK_FALSE(pages[1].near_miss);
  CHECK(pages[2].near_miss);
}

TEST_CASE("a near miss is behind the worst page found, whatever its score") {
  CHECK(order({{.path = "found", .kind = "session", .tier = "episodic", .tags = {"test-fixture"}, .words = 1},
               {.path = "miss", .cosine = 0.24}},
              {.vector_weight = 90}) == Paths{"found", "miss"});
}

TEST_CASE("authority and links carry a page without a word over the floor, and take none below it") {
  const MeaningFloors floors = {.found = 0.25, .named = 0.15};
  const std::vector<RankedPage> of = {{.path = "link", .cosine = 0.16, .links = 1},
                                      {.path = "rule", .kind = "rule", .tier = "semantic", .cosine = 0.21},
                                      {.path = "session", .kind = "session", .tier = "episodic", .cosine = 0.26},
                                      {.path = "note", .cosine = 0.21},
                                      {.path = "word", .words = 0.01},
                                      {.path = "far", .cosine = 0.14, .links = 1}};
  const auto found = [&](const RankConfig& config) {
    std::vector<RankedPage> pages = of;
    rank(pages, config, 1, floors);
    std::set<std::string> paths;
    for (const RankedPage& page : pages)
      if (!page.near_miss) paths.insert(page.path);
    return paths;
  };
  const std::set<std::string> expected = {"link", "rule", "session", "word"};
  CHECK(found({}) == expected);
  CHECK(found({.vector_weight = 2}) == expected);
  CHECK(found({.by_rank = true}) == std::set<std::string>{"session", "word"});
}

TEST_CASE("words that no page has together count as shares of a full match, and meaning goes before them") {
  const std::vector<RankedPage> pages = {{.path = "word", .words = 2, .cosine = 0.1}, {.path = "meant", .cosine = 0.5}};
  CHECK(order(pages) == Paths{"word", "meant"});
  std::vector<RankedPage> weak = pages;
  rank(weak, {}, 20);
  CHECK(weak[0].path == "meant");
  CHECK(weak[1].by_words == doctest::Approx(0.1));
  rank(weak, {}, 1);  // the best page has more than a full match
  CHECK(weak[0].by_words == doctest::Approx(1));
}

TEST_CASE("entities and links count as shares of the best, by their weights; an entity alone finds a page") {
  std::vector<RankedPage> pages = {{.path = "a", .words = 1, .entities = 1, .links = 3},
                                   {.path = "b", .words = 0.5, .entities = 4, .links = 1},
                                   {.path = "c", .entities = 2}};
  rank(pages, {.entity_weight = 0.4, .link_weight = 0.3});
  REQUIRE(pages.size() == 3);
  CHECK(pages[0].path == "a");
  CHECK(pages[0].score == doctest::Approx(1 + 0.1 + 0.3));
  CHECK(pages[1].score == doctest::Approx(0.5 + 0.4 + 0.1));
  CHECK(pages[2].score == doctest::Approx(0.2));
  CHECK(order({{.path = "linked", .links = 5}, {.path = "word", .words = 1}}) == Paths{"word"});
}

TEST_CASE("importance moves a page by its weight, within the bounds, and not at all by default") {
  std::vector<RankedPage> pages = {{.path = "dear", .words = 1, .kept_in_mind = 1},
                                   {.path = "faint", .words = 1, .kept_in_mind = 0}};
  rank(pages, {});
  CHECK(pages[0].score == pages[1].score);
  rank(pages, {.importance_weight = 0.4});
  CHECK(pages[0].importance == doctest::Approx(1.2));
  CHECK(pages[1].importance == doctest::Approx(0.8));
  rank(pages, {.importance_weight = 10});
  CHECK(pages[0].importance == doctest::Approx(1.5));
  CHECK(pages[1].importance == doctest::Approx(0.55));
}

TEST_CASE("belief raises a page and doubt lowers it by the weight, within the bounds, and neither does by default") {
  struct Row {
    double weight;
    std::optional<double> belief;
    double doubt, believed;
  };
  for (const Row& row : std::vector<Row>{
           {0, 0.9, 0, 1},         // no weight
           {0.4, {}, 0, 1},        // not asked
           {0.4, 0, 0, 1},         // nothing for it, nothing against it
           {0.4, 0.5, 0, 1.2},     // supported
           {0.4, 0.01, 0, 1.004},  // by little: still raised
           {0.4, 0, 0.5, 0.8},     // contradicted
           {0.4, 0.25, 0.5, 0.9},  // both
           {10, 0.95, 0, 1.5},
           {10, 0, 0.75, 0.55},
       }) {
    std::vector<RankedPage> pages = {{.path = "a", .words = 1, .belief = row.belief, .doubt = row.doubt}};
    rank(pages, {.belief_weight = row.weight});
    CAPTURE(row.weight);
    CAPTURE(row.doubt);
    CHECK(pages[0].believed == doctest::Approx(row.believed));
    CHECK(pages[0].score == doctest::Approx(row.believed));
  }
}

TEST_CASE("a negative cosine takes nothing away, and a weight of nothing leaves the words alone") {
  CHECK(order({{.path = "a", .words = 1, .cosine = -0.9}, {.path = "b", .words = 0.5, .cosine = 0.3}}) ==
        Paths{"a", "b"});
  CHECK(order({{.path = "a", .words = 1}, {.path = "b", .words = 0.9, .cosine = 1}}, {.vector_weight = 0}) ==
        Paths{"a", "b"});
}

TEST_CASE("by ranks, being second in both beats being first in one only") {
  const std::vector<RankedPage> pages = {
      {.path = "words", .words = 10}, {.path = "both", .words = 9, .cosine = 0.5}, {.path = "meaning", .cosine = 0.9}};
  CHECK(order(pages, {.by_rank = true}).front() == "both");
}

TEST_CASE("authority goes by kind, tier, pin and tags, and is bounded") {
  struct Row {
    RankedPage page;
    double authority;
  };
  for (const auto& [page, expected] : std::vector<Row>{
           {{.kind = "note"}, 1},
           {{.kind = "decision", .tier = "semantic"}, 1.25},
           {{.kind = "session", .tier = "episodic"}, 0.77},
           {{.kind = "rule", .tier = "procedural", .tags = {"canonical", "source-of-truth"}, .pinned = true}, 1.5},
           {{.kind = "rule", .tier = "semantic", .superseded = true}, 0.65},
           {{.kind = "rule", .tags = {"historical"}}, 0.80},
           {{.kind = "rule", .tags = {"test-fixture", "canonical"}}, 0.55},
           {{.kind = "note", .tier = "banana"}, 1},
       })
    CHECK(authority(page) == doctest::Approx(expected));
}
