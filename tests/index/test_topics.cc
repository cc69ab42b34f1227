#include <doctest/doctest.h>

#include "index/embeddings.hh"
#include "index/kmeans.hh"
#include "index/topic_terms.hh"
#include "index/topics.hh"
#include "tests/index/indexed_wiki.hh"
#include "tests/index/number_embedder.hh"
#include "wiki/error.hh"

using namespace ai_memory;
using test::IndexedWiki;
using test::kNow;
using test::use_numbers;
using Texts = std::vector<std::string>;

namespace {

Texts terms_of(std::string_view text) {
  Texts terms;
  for_each_term(text, [&](const std::string&, const std::string& term) { terms.push_back(term); });
  return terms;
}

TopicPage page(const std::string& name, const std::string& title, const std::string& body, int day = 0) {
  return {PagePath::existing("default/web/notes/" + name + ".md"), title, "", body, test::after(day), {1, 0}};
}

}  // namespace

TEST_CASE("terms are words that say something: no numbers, no common words, no single letters") {
  CHECK(terms_of("The Budgets of 2026 are in q3, it's a plan") == Texts{"budgets", "plan"});
  CHECK(terms_of("Café naïve") == Texts{"cafe", "naive"});
  CHECK(terms_of("").empty());
}

TEST_CASE("terms of scripts without spaces are whole runs, not pairs; kana that join words are none") {
  CHECK(terms_of("サンドボックスの設定を修正した") == Texts{"サンドボックス", "設定", "修正"});
  CHECK(terms_of("検索は速い") == Texts{"検索"});
  CHECK(terms_of("오늘 배포를 했다") == Texts{"오늘", "배포를", "했다"});
  CHECK(terms_of("连接池上限改为五十个").front() == "连接");
}

TEST_CASE("as many topics as suit the number of pages") {
  CHECK(topic_count(1) == 1);
  CHECK(topic_count(2) == 2);
  CHECK(topic_count(10) == 3);
  CHECK(topic_count(200) == 10);
  CHECK(topic_count(10000) == 20);
}

TEST_CASE("a topic is named by the words that set it apart, in the form used most") {
  const std::vector<TopicPage> pages = {
      page("a", "Garden", "Tomatoes grow in the garden. Project notes.", 3),
      page("b", "Plants", "Tomatoes and garden tools. Project notes.", 1),
      page("c", "Roof", "A tomato. Project notes.", 2),
      page("d", "Server", "The server restarts. Project notes.", 5),
      page("e", "Servers", "Server logs, server disks. Project notes.", 4),
  };
  const auto topics = name_topics(pages, {{0, 0, 0, 1, 1}, {{1, 0}, {1, 0}, {0, 1}}});
  REQUIRE(topics.size() == 2);
  CHECK(topics[0].members.size() == 3);
  CHECK(topics[0].terms[0] == "garden");
  CHECK(topics[0].terms[1] == "tomatoes");
  CHECK(topics[1].terms[0] == "server");
  CHECK(topics[0].oldest == test::after(1));
  CHECK(topics[0].newest == test::after(3));
}

TEST_CASE("a topic without any word is named by its most central page") {
  const auto topics = name_topics({page("a", "1 2", "3 4")}, {{0}, {{1, 0}}});
  CHECK(topics[0].label() == "1 2");
}

TEST_CASE("points that lie together are one group, the same each time") {
  std::vector<Vector> points;
  for (int i = 0; i < 30; ++i) {
    Vector point(32);
    point[static_cast<std::size_t>(i % 3)] = 1;
    const float off = 0.02F * static_cast<float>(i);
    point[10] = off;
    const float length = std::sqrt(1 + off * off);
    for (float& value : point) value /= length;
    points.push_back(point);
  }
  const Clusters clusters = spherical_kmeans(points, 3);
  for (int i = 0; i < 30; ++i)
    CHECK(clusters.of[static_cast<std::size_t>(i)] == clusters.of[static_cast<std::size_t>(i % 3)]);
  CHECK(clusters.of[0] != clusters.of[1]);
  CHECK(clusters.of[1] != clusters.of[2]);
  CHECK(spherical_kmeans(points, 3).of == clusters.of);
  CHECK(spherical_kmeans({points[0]}, 1).of == std::vector<std::size_t>{0});
}

TEST_CASE("topics are those of the pages that are there now; what waits is counted") {
  IndexedWiki w;
  use_numbers(w.index);
  for (int i = 0; i < 6; ++i)
    w.edit("default/web/notes/p" + std::to_string(i) + ".md", i % 2 ? "# Garden\n\n9 0\n" : "# Server\n\n0 9\n");
  w.edit("default/shop/notes/x.md", "# Garden\n\n9 0\n");
  w.sync();
  w.index.embed(w.wiki, [] { return true; });
  const auto web = Project{"default", "web"};
  const Topics two = w.index.topics(web, 2);
  REQUIRE(two.topics.size() == 2);
  CHECK(two.topics[0].label() == "garden");
  CHECK(two.topics[0].members.size() == 3);
  CHECK(two.topics[1].label() == "server");
  std::filesystem::remove(w.wiki.root() / "default/web/notes/p1.md");
  w.edit("default/web/notes/p3.md", "# Garden\n\n9 0 0 1\n");
  w.sync();
  const Topics after = w.index.topics(web, 2);
  CHECK(after.waiting == 1);
  for (const Topic& topic : after.topics)
    for (const auto& member : topic.members) CHECK((member.path.stem() != "p1" && member.path.stem() != "p3"));
  CHECK(w.index.topics(Project{"default", "none"}, 0).topics.empty());
}

TEST_CASE("without an embedder that knows meaning, topics say what is missing") {
  IndexedWiki w;
  w.index.use(make_ngram_embedder);
  w.sync();
  CHECK(w.index.topics(std::nullopt, 0).topics.empty());
  w.edit("default/web/notes/a.md", "a text");
  w.sync();
  CHECK_THROWS_WITH_AS(w.index.topics(std::nullopt, 0), doctest::Contains("nothing here knows it"), Error);
}
