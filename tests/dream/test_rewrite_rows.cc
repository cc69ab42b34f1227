#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "dream/check_rewrite.hh"

using namespace ai_memory;

namespace {

// Two pages, of which one has a line more; the rewrite is that one with `old` as `now`.
bool is_accepted(const std::string& text, const std::string& old, const std::string& now) {
  const std::string longer = text + "\nIt was a short talk.\n";
  std::string body = longer;
  const auto at = body.find(old);
  REQUIRE(at != std::string::npos);
  body.replace(at, old.size(), now);
  return check_rewrite({{PagePath::existing("default/p/a.md"), "Note", text},
                        {PagePath::existing("default/p/b.md"), "Note", longer}},
                       {"Note", body, {}})
      .accepted();
}

struct Row {
  const char *text, *old, *now;
};

}  // namespace

TEST_CASE("A44: a line that is a source's but for a word, or for the order of its words, is refused") {
  for (const Row& row : std::vector<Row>{
           {"We moved from v1.2.3 to v1.3.0 at noon.\n", "v1.2.3 to v1.3.0", "v1.3.0 to v1.2.3"},
           {"The upper limit is 20 and the lower limit is 5.\n", "upper limit is 20 and the lower",
            "lower limit is 20 and the upper"},
           {"Both nodes failed, and one recovered.\n", "Both nodes failed, and one", "One node failed, and both"},
           {"The first attempt failed and the second worked.\n", "first attempt failed and the second",
            "second attempt failed and the first"},
           {"Deploy in the order a -> b -> c.\n", "a -> b -> c", "c -> b -> a"},
           {"We rarely use the tool.\n", "rarely", "often"},
           {"The team lacks a tester.\n", "lacks", "has"},
           {"We should avoid global locks in the parser.\n", "avoid", "use"},
           {"Hana will probably join the team in May.\n", "will probably", "will"},
           {"If the disk is full, the service drops writes.\n", "If the disk is full, the service", "The service"},
           {"It failed to start on the new host.\n", "failed", "managed"},
           {"Mario: roof\n\nNina: floor\n", "Mario: roof\n\nNina: floor", "Mario: floor\n\nNina: roof"},
           {"新しい版は速い。\n", "速い", "遅い"},
           {"作業は未完了だ。\n", "未完了", "完了"},
           {"上限は40barである。\n", "上限", "下限"},
           {"100万円から120万円に上がった。\n", "100万円から120万円", "120万円から100万円"},
           {"田中さんがAを、佐藤さんがBを点検します。\n", "田中さんがAを、佐藤さんがBを",
            "佐藤さんがAを、田中さんがBを"},
       }) {
    CAPTURE(std::string(row.text));
    CHECK(!is_accepted(row.text, row.old, row.now));
  }
}

TEST_CASE("A44: code stays as it is, line by line and with its indentation") {
  const char* const code = "Run this:\n\n```sh\npg_dump shop > shop.sql\nif ok; then\n  load\nfi\nclean\n```\n";
  CHECK(is_accepted(code, "Run this:", "Run this:"));
  CHECK(!is_accepted(code, "pg_dump shop > shop.sql\nif ok; then", "if ok; then\npg_dump shop > shop.sql"));
  CHECK(!is_accepted(code, "  load\nfi\nclean", "  load\n  clean\nfi"));
}

TEST_CASE("what says the same in a line passes: articles, the order of halves, another page's word") {
  for (const Row& row : std::vector<Row>{
           {"Cache has 512 MB on cache-01.\n", "Cache has", "The cache has"},
           {"Never deploy on Friday evening.\n", "Never deploy on Friday evening", "On Friday evening never deploy"},
           {"We use tabs.\n\nWe use tabs in code.\n", "We use tabs.\n\n", ""},
       }) {
    CAPTURE(std::string(row.text));
    CHECK(is_accepted(row.text, row.old, row.now));
  }
}
