#include <doctest/doctest.h>
#include <string>

#include "dream/check_rewrite.hh"
#include "tests/dream/near_pages.hh"
#include "tests/dream/rewrite_mutations.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

RewriteVerdict verdict_on(const NearPages& pages, const std::string& rewrite) {
  std::vector<RewriteSource> sources;
  for (const char* body : pages.sources) {
    const auto path = "default/shop/sessions/p" + std::to_string(sources.size() + 1) + ".md";
    sources.push_back({PagePath::existing(path), pages.title, body});
  }
  return check_rewrite(sources, {pages.title, rewrite, {}});
}

struct Count {
  std::size_t tried = 0, let_in = 0;
};

Count wrong_let_in(const std::vector<NearPages>& all) {
  Count count;
  for (const NearPages& pages : all)
    for (const WrongEdit& edit : pages.wrong) {
      std::string rewrite = pages.rewrite, from = edit.from;
      const auto at = rewrite.find(from);
      REQUIRE_MESSAGE(at != std::string::npos, from);
      REQUIRE_MESSAGE(rewrite.find(from, at + 1) == std::string::npos, from);
      rewrite.replace(at, from.size(), edit.to);
      ++count.tried;
      if (!verdict_on(pages, rewrite).accepted()) continue;
      ++count.let_in;
      MESSAGE(std::string(pages.title), ", ", std::string(edit.what), ": ", std::string(edit.to));
    }
  MESSAGE(count.let_in, " of ", count.tried, " let in");
  return count;
}

}  // namespace

TEST_CASE("a faithful page made of near-equal ones is accepted") {
  for (const auto* all : {&near_pages_english(), &near_pages_japanese()})
    for (const NearPages& pages : *all) {
      const auto verdict = verdict_on(pages, pages.rewrite);
      CHECK_MESSAGE(verdict.accepted(), std::string(pages.title) << told(verdict));
    }
}

TEST_CASE("one wrong statement in a page made of near-equal ones is caught") {
  CHECK(wrong_let_in(near_pages_english()).let_in == 0);
  CHECK(wrong_let_in(near_pages_japanese()).let_in == 0);
}
