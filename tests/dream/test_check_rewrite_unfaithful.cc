#include <doctest/doctest.h>

#include "dream/check_rewrite.hh"
#include "tests/dream/unfaithful_rewrites.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

struct Count {
  std::size_t tried = 0, caught = 0;
};

bool is_caught(const UnfaithfulCase& one) {
  const RewriteSource source{PagePath::existing("default/shop/sessions/p1.md"), "Notes", one.source};
  return !check_rewrite({source}, {"Notes", one.rewrite, {}}).accepted();
}

bool is_held_out(std::size_t number) { return number % 3 == 2; }

Count count(const std::vector<UnfaithfulCase>& cases, bool held_out) {
  Count found;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (is_held_out(i) != held_out) continue;
    ++found.tried;
    if (is_caught(cases[i]))
      ++found.caught;
    else
      MESSAGE("let in, ", std::string(cases[i].category), ": ", std::string(cases[i].rewrite));
  }
  MESSAGE(found.caught, " of ", found.tried, " caught");
  return found;
}

}  // namespace

TEST_CASE("a copy of what the unfaithful rewrites were made of is accepted") {
  for (const auto* cases : {&unfaithful_english(), &unfaithful_japanese()})
    for (const UnfaithfulCase& one : *cases) {
      const RewriteSource source{PagePath::existing("default/shop/sessions/p1.md"), "Notes", one.source};
      CHECK_MESSAGE(check_rewrite({source}, {"Notes", one.source, {}}).accepted(), std::string(one.source));
    }
}

TEST_CASE("unfaithful rewrites in English are caught, nineteen of twenty") {
  const auto found = count(unfaithful_english(), false);
  CHECK(found.caught * 20 >= found.tried * 19);
}

TEST_CASE("unfaithful rewrites in Japanese are caught, nineteen of twenty") {
  const auto found = count(unfaithful_japanese(), false);
  CHECK(found.caught * 20 >= found.tried * 19);
}

TEST_CASE("unfaithful rewrites held apart are caught, nine of ten") {
  for (const auto* cases : {&unfaithful_english(), &unfaithful_japanese()}) {
    const auto found = count(*cases, true);
    CHECK(found.caught * 10 >= found.tried * 9);
  }
}
