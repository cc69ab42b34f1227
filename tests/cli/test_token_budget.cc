#include <doctest/doctest.h>

#include "cli/token_budget.hh"

using namespace ai_memory;

namespace {

Hit hit(const std::string& name, std::vector<Snippet> snippets) {
  Hit made{.path = PagePath::existing("w/p/" + name + ".md"), .title = name};
  made.snippets = std::move(snippets);
  return made;
}

std::size_t cost(const std::vector<Hit>& hits) {
  std::size_t tokens = 0;
  for (const Hit& one : hits) {
    tokens += estimated_tokens(one.title) + estimated_tokens(one.path.str()) + 4;
    for (const Snippet& snippet : one.snippets) tokens += estimated_tokens(snippet.text) + 2;
  }
  return tokens;
}

}  // namespace

TEST_CASE("four ASCII characters are a token, and so is each other character") {
  CHECK(estimated_tokens("") == 0);
  CHECK(estimated_tokens("a") == 1);
  CHECK(estimated_tokens("abcdefgh") == 2);
  CHECK(estimated_tokens("照明a") == 3);
}

TEST_CASE("hits are cut to any budget: the best first, their best snippets before others, never none at all") {
  const std::vector<Hit> all = {hit("a", {{1, "one word here", {{0, 3}}}, {9, "two words here", {{0, 3}, {4, 9}}}}),
                                hit("b", {{2, std::string(400, 'x'), {{0, 1}}}}), hit("c", {{3, "short", {{0, 5}}}})};
  for (std::size_t tokens = 1; tokens < 200; ++tokens) {
    auto hits = all;
    fit_to_tokens(hits, tokens);
    REQUIRE(hits.size() >= 1);
    CHECK(hits[0].path.str() == "w/p/a.md");
    if (hits.size() > 1 || !hits[0].snippets.empty()) CHECK(cost(hits) <= tokens);
    if (hits[0].snippets.size() == 1) CHECK(hits[0].snippets[0].line == 9);
  }
  auto hits = all;
  fit_to_tokens(hits, 10000);
  CHECK(hits.size() == 3);
  CHECK(cost(hits) == cost(all));
}
