#include <chrono>
#include <doctest/doctest.h>
#include <random>

#include "index/auto_edge.hh"
#include "index/embeddings.hh"
#include "index/page_vectors.hh"
#include "index/related.hh"
#include "tests/index/indexed_wiki.hh"
#include "tests/index/number_embedder.hh"

using namespace ai_memory;
using test::IndexedWiki;
using test::kNow;
using test::use_numbers;
using Texts = std::vector<std::string>;

namespace {

struct RelatedWiki : IndexedWiki {
  RelatedWiki() { reopen({}); }
  void reopen(const ThresholdSettings& settings, const std::string& id = "numbers-1") {
    SearchConfig config;
    config.thresholds = settings;
    index = SearchIndex(wiki.state_dir(), kNow, config);
    use_numbers(index, id);
    sync();
  }
  static std::string path(const std::string& name) { return "default/web/notes/" + name + ".md"; }
  void put(const std::string& name, const std::string& numbers) { edit(path(name), "# page\n\n" + numbers + "\n"); }
  void catch_up() {
    sync();
    index.embed(wiki, [] { return true; });
  }
  Texts edges() {
    Texts texts;
    for (const AutoEdge& edge : index.auto_edges()) {
      char cosine[32];
      std::snprintf(cosine, sizeof cosine, " %.3f", edge.cosine);
      texts.push_back(edge.a.stem() + "-" + edge.b.stem() + cosine);
    }
    return texts;
  }
  // The same of an index made from nothing.
  Texts fresh_edges() {
    index.reindex(wiki, kNow);
    index.embed(wiki, [] { return true; });
    return edges();
  }
};

}  // namespace

TEST_CASE("pages that are near enough get an edge, with their cosine; others get none") {
  RelatedWiki w;
  w.put("a", "10 0");
  w.put("b", "9 1");
  w.put("c", "0 10");
  w.catch_up();
  CHECK(w.edges() == Texts{"a-b 0.994"});
  w.reopen({.related = 0.1});
  CHECK(w.edges() == Texts{"a-b 0.994", "b-c 0.110"});
}

TEST_CASE("a page has at most eight edges, and both ends agree on each") {
  RelatedWiki w;
  for (int i = 0; i < 12; ++i) w.put("p" + std::to_string(10 + i), "100 " + std::to_string(i));
  w.catch_up();
  std::map<std::string, int> of;
  for (const AutoEdge& edge : w.index.auto_edges()) {
    ++of[edge.a.stem()];
    ++of[edge.b.stem()];
    CHECK(edge.a < edge.b);
  }
  CHECK(of.size() == 12);
  for (const auto& [page, count] : of) CHECK(count <= 8);
  CHECK(of["p15"] == 8);
}

TEST_CASE("a page that goes, or changes, takes its edges along at once, and what comes in their place is found") {
  RelatedWiki w;
  for (int i = 0; i < 10; ++i) w.put("p" + std::to_string(i), "100 " + std::to_string(i));
  w.catch_up();
  std::filesystem::remove(w.wiki.root() / RelatedWiki::path("p4"));
  w.put("p5", "0 0 7");
  w.sync();
  for (const auto& edge : w.edges()) {
    CHECK(edge.find("p4") == std::string::npos);
    CHECK(edge.find("p5") == std::string::npos);
  }
  w.catch_up();
  const Texts after = w.edges();
  CHECK(after == w.fresh_edges());
  CHECK(after.size() == 8 * 7 / 2);
}

TEST_CASE("after any edits, moves, removals and commits the edges are those of an index made anew") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    RelatedWiki w;
    std::mt19937 random(seed);
    const auto any = [&random](unsigned count) { return static_cast<int>(random() % count); };
    const auto name = [&] { return "p" + std::to_string(any(24)); };
    const auto numbers = [&] {  // few directions, so that there are ties and full lists
      return std::to_string(20 + any(3)) + " " + std::to_string(any(4)) + " " + std::to_string(any(2) * any(30));
    };
    for (int i = 0; i < 24; ++i) w.put("p" + std::to_string(i), numbers());
    w.catch_up();
    w.git("add -A"), w.git("commit -q -m one"), w.git("branch other");
    for (int step = 0; step < 25; ++step) {
      const auto file = w.wiki.root() / RelatedWiki::path(name());
      switch (any(7)) {
        case 0:
          w.put(name(), numbers());
          break;
        case 1:
          std::filesystem::remove(file);
          break;
        case 2:
          if (std::filesystem::exists(file)) std::filesystem::rename(file, w.wiki.root() / RelatedWiki::path(name()));
          break;
        case 3:
          w.git("add -A"), w.git("commit -q -m more");
          break;
        case 4:
          w.sync();
          break;
        case 5:
          w.catch_up();
          break;
        default:
          w.git("add -A"), w.git("commit -q -m kept");
          w.git(any(2) ? "switch -q other" : "switch -q -"), w.sync();
      }
    }
    w.catch_up();
    const Texts kept = w.edges();
    CHECK(w.count("page_vectors") == w.count("pages"));
    CHECK(kept == w.fresh_edges());
  }
}

TEST_CASE("what waits for vectors is in no edge, and a read catches up with what was embedded") {
  RelatedWiki w;
  w.put("a", "10 0");
  w.put("b", "10 0");
  w.sync();
  CHECK(w.edges().empty());
  CHECK(w.index.page_vectors().empty());
  w.catch_up();
  CHECK(w.index.page_vectors().size() == 2);
  CHECK(w.edges().size() == 1);
}

TEST_CASE("another embedder has edges of its own, and none are shown until its vectors are there") {
  RelatedWiki w;
  w.put("a", "10 0");
  w.put("b", "10 0");
  w.catch_up();
  w.reopen({}, "other-1");
  CHECK(w.edges().empty());
  w.catch_up();
  CHECK(w.edges().size() == 1);
}

TEST_CASE("spelling alone joins no pages unless its threshold says so") {
  RelatedWiki w;
  w.put("a", "one and the same text");
  w.put("b", "one and the same text");
  const auto with = [&](const ThresholdSettings& settings) {
    SearchConfig config;
    config.thresholds = settings;
    w.index = SearchIndex(w.wiki.state_dir(), kNow, config);
    w.index.use(make_ngram_embedder);
    w.catch_up();
    return w.edges().size();
  };
  CHECK(with({}) == 0);
  CHECK(w.count("page_vectors") == 0);
  CHECK(with({.related = 0.9}) == 1);
}

TEST_CASE("pages that one actor reads within ten minutes weigh more, once in ten minutes") {
  RelatedWiki w;
  w.put("a", "10 0");
  w.put("b", "9 1");
  w.catch_up();
  const auto read = [&](const std::string& name, const std::string& actor, int minutes) {
    w.index.record_read(PagePath::existing(RelatedWiki::path(name)), actor, kNow + std::chrono::minutes(minutes));
  };
  const auto together = [&] { return w.index.auto_edges().front().read_together; };
  read("a", "ann", 0);
  read("b", "bob", 1);
  CHECK(together() == 0);
  read("b", "ann", 10);
  CHECK(together() == 1);
  read("a", "ann", 12);
  read("b", "ann", 13);
  CHECK(together() == 1);
  read("a", "ann", 21);
  CHECK(together() == 2);
  read("b", "ann", 40);
  CHECK(together() == 2);
  const AutoEdge edge = w.index.auto_edges().front();
  CHECK(edge.weight() == doctest::Approx(std::min(1.0, edge.cosine + 0.05 * std::log(3.0))));
  CHECK(AutoEdge{edge.a, edge.b, 0.5, 1000}.weight() == doctest::Approx(0.7));

  SUBCASE("and it stays over a reindex and goes with a page that is moved") {
    w.index.reindex(w.wiki, kNow);
    std::filesystem::rename(w.wiki.root() / RelatedWiki::path("a"), w.wiki.root() / RelatedWiki::path("c"));
    w.catch_up();
    CHECK(w.edges().size() == 1);
    CHECK(w.index.auto_edges().front().b.stem() == "c");
    CHECK(together() == 2);
  }
}
