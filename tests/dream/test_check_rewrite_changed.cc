#include <doctest/doctest.h>
#include <string>

#include "dream/check_rewrite.hh"
#include "tests/dream/changed_pages.hh"
#include "tests/dream/rewrite_mutations.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

// `page` with the edit; nothing else in it has `from`.
std::string with(const ChangedPage& page, const PageEdit& edit) {
  std::string text = page.body, from = edit.from;
  const auto at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  REQUIRE_MESSAGE(text.find(from, at + 1) == std::string::npos, from);
  return text.replace(at, from.size(), edit.to);
}

// The page in other words.
std::string near_page(const ChangedPage& page) {
  std::string text = page.body;
  for (std::size_t i = 0; i < page.right.size(); i += 2)
    if (const auto at = text.find(page.right[i].from); at != std::string::npos)
      text.replace(at, std::string(page.right[i].from).size(), page.right[i].to);
  return text;
}

RewriteVerdict verdict_on(const ChangedPage& page, const std::string& rewrite, bool two) {
  std::vector<RewriteSource> sources{{PagePath::existing("default/shop/notes/p1.md"), "Notes", page.body}};
  if (two) sources.push_back({PagePath::existing("default/shop/notes/p2.md"), "Notes", near_page(page)});
  return check_rewrite(sources, {"Notes", rewrite, {}});
}

struct Count {
  std::size_t tried = 0, other = 0;
};

// Every second edit was not looked at while the guard was made.
Count count(bool held_out, bool wrong, bool two = false) {
  Count found;
  for (const auto* pages : {&changed_pages_english(), &changed_pages_japanese()})
    for (const ChangedPage& page : *pages) {
      const auto& edits = wrong ? page.wrong : page.right;
      for (std::size_t i = held_out ? 1 : 0; i < edits.size(); i += 2) {
        const auto verdict = verdict_on(page, with(page, edits[i]), two);
        ++found.tried;
        if (verdict.accepted() != wrong) continue;
        ++found.other;
        MESSAGE(std::string(edits[i].kind), ": ", std::string(edits[i].to), told(verdict));
      }
    }
  MESSAGE(found.other, " of ", found.tried, std::string(wrong ? " let in" : " refused"));
  return found;
}

}  // namespace

TEST_CASE("one changed statement of force, direction, state or members in a page is caught") {
  CHECK(count(false, true).other == 0);
}

TEST_CASE("a page with one statement in other words of the same force and direction is accepted, nine of ten") {
  const auto found = count(false, false);
  CHECK(found.other * 10 <= found.tried);
}

TEST_CASE("changed statements held apart are caught, nine of ten") {
  const auto found = count(true, true);
  CHECK(found.other * 10 <= found.tried);
}

TEST_CASE("statements in other words held apart are accepted, nine of ten") {
  const auto found = count(true, false);
  CHECK(found.other * 10 <= found.tried);
}

TEST_CASE("a copy of one of two pages of near-equal words is accepted") {
  for (const auto* pages : {&changed_pages_english(), &changed_pages_japanese()})
    for (const ChangedPage& page : *pages) {
      const auto verdict = verdict_on(page, page.body, true);
      CHECK_MESSAGE(verdict.accepted(), told(verdict));
    }
}

TEST_CASE("one changed statement in a page made of two of near-equal words is caught, nineteen of twenty") {
  const auto found = count(false, true, true);
  CHECK(found.other * 20 <= found.tried);
}

TEST_CASE("each ban and direction of a page that is turned is caught") {
  std::size_t tried = 0;
  for (const auto* pages : {&changed_pages_english(), &changed_pages_japanese()})
    for (const ChangedPage& page : *pages) {
      const FaithfulSet copy{"copy", {{"Notes", page.body}}, "Notes", page.body};
      for (const auto mutations : {denial_mutations, direction_mutations})
        for (const Mutation& mutation : mutations(copy)) {
          ++tried;
          CHECK_MESSAGE(!check_rewrite(sources_of(copy), mutation.rewrite).accepted(), mutation.what);
        }
    }
  MESSAGE(tried, " tried");
  CHECK(tried > 40);
}
