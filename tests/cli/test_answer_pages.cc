#include <doctest/doctest.h>

#include "cli/answer_pages.hh"
#include "dream/token_count.hh"
#include "tests/support/temp_wiki.hh"

using namespace ai_memory;
using ai_memory::test::TempWiki;

namespace {

Hit hit(const std::string& path, std::vector<std::size_t> lines = {}) {
  Hit made{.path = PagePath::existing(path), .title = "T"};
  for (const std::size_t line : lines) made.snippets.push_back({line, "", {{0, 1}}});
  return made;
}

const std::string kLong(4000, 'x');

}  // namespace

TEST_CASE("pages are given whole while there is room, without front matter and secrets") {
  TempWiki t;
  t.edit("default/shop/a.md", "---\ntags: [x]\n---\nToken ghp_0123456789abcdefghijABCDEFGHIJ456789\n");
  t.edit("default/shop/b.md", "two\n");
  const auto pages = answer_pages(t.wiki, {hit("default/shop/a.md"), hit("default/shop/b.md")}, 1000);
  REQUIRE(pages.size() == 2);
  CHECK(pages[0].text == "Token [REDACTED:github-token]\n");
  CHECK(pages[1].text == "two\n");
}

TEST_CASE("of a page that is too long the paragraphs around the words are given") {
  TempWiki t;
  t.edit("default/shop/a.md", "---\na: b\n---\nfirst\n\n" + kLong + "\n\nthe port is 5432\n\n" + kLong + "\n");
  const auto pages = answer_pages(t.wiki, {hit("default/shop/a.md", {8})}, 200);
  REQUIRE(pages.size() == 1);
  CHECK(pages[0].text == "first\n\n[…]\n\nthe port is 5432\n\n[…]\n");
}

TEST_CASE("near misses, pages that are gone, and what finds no room are left out") {
  TempWiki t;
  t.edit("default/shop/a.md", kLong + "\n");
  Hit near = hit("default/shop/a.md");
  near.near_miss = true;
  CHECK(answer_pages(t.wiki, {near}, 5000).empty());
  CHECK(answer_pages(t.wiki, {hit("default/shop/none.md")}, 5000).empty());
  CHECK(answer_pages(t.wiki, {hit("default/shop/a.md", {1})}, 300).empty());
  CHECK(answer_pages(t.wiki, {hit("default/shop/a.md", {1})}, 50).empty());
}

TEST_CASE("passages stay within their tokens, in the order of the text") {
  CHECK(passages("a\nb\n\nc\n\nd\n", {6, 1}, 100) == "a\nb\n\n[…]\n\nd\n\n");
  CHECK(passages("a\n\nb\n", {3, 1}, 6) == "[…]\n\nb\n\n");
  CHECK(passages("", {1}, 100).empty());
  CHECK(passages("a\n", {9}, 100).empty());
  CHECK(estimated_tokens(passages(kLong + "\n\nshort\n", {1, 3}, 20)) <= 20);
}
