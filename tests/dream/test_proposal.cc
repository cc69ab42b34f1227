#include <doctest/doctest.h>

#include "dream/proposal.hh"
#include "wiki/error.hh"

using namespace ai_memory;

TEST_CASE("a proposal comes back from its JSON as it was") {
  const auto path = [](const char* name) { return PagePath::existing(name); };
  const ProposedRewrite made{"openai m1",
                             {path("default/shop/a.md"), path("default/shop/日本.md")},
                             {{path("default/shop/a.md"), "new\n\"text\" 日本\r\n", std::string(40, 'a'), "why"},
                              {path("default/shop/日本.md"), std::nullopt, std::string(40, 'b'), ""}},
                             {"invented statement 日本", "lost word\nonly"}};
  const ProposedRewrite read = parse_proposal(format_proposal(made));
  CHECK(read.model == made.model);
  CHECK(read.pages == made.pages);
  CHECK(read.doubts == made.doubts);
  REQUIRE(read.changes.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(read.changes[i].path == made.changes[i].path);
    CHECK(read.changes[i].content == made.changes[i].content);
    CHECK(read.changes[i].base == made.changes[i].base);
    CHECK(read.changes[i].reason == made.changes[i].reason);
  }
}

TEST_CASE("a proposal of before there were doubts has none") {
  CHECK(parse_proposal(R"({"model":"m","pages":["default/shop/a.md"],"changes":[]})").doubts.empty());
}

TEST_CASE("what is no proposal is refused") {
  for (const char* document : {"", "{}", "[]", R"({"model":1,"pages":[],"changes":[]})",
                               R"({"model":"m","pages":["../x.md"],"changes":[]})"}) {
    CAPTURE(document);
    CHECK_THROWS_AS(parse_proposal(document), Error);
  }
}
