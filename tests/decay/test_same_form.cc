#include <doctest/doctest.h>

#include "decay/same_form.hh"
#include "decay/twins.hh"

using namespace ai_memory;

namespace {

bool same(const char* left, const char* right) {
  const bool forth = have_same_form(normalised_text(left), normalised_text(right));
  CHECK(forth == have_same_form(normalised_text(right), normalised_text(left)));
  return forth;
}

}  // namespace

TEST_CASE("steps and lines of code in another order are another form") {
  CHECK_FALSE(
      same("```\nstop worker\nflush cache\nstart worker\n```\n", "```\nflush cache\nstart worker\nstop worker\n```\n"));
  CHECK_FALSE(same("1. close\n1. open\n1. take\n", "1. open\n1. close\n1. take\n"));
  CHECK_FALSE(same("From left:\n- cellar\n- attic\n", "From left:\n- attic\n- cellar\n"));
  CHECK_FALSE(same("- [ ] one\n- [x] two\n", "- [x] two\n- [ ] one\n"));
  CHECK(same("1. close\n2. open\n", "1. close\n2. open\n"));
  CHECK(same("close\n\nopen\n\nand more\n", "# close\n- open\n"));  // the order of those that both have
}

TEST_CASE("signs that may be facts are form, marks and punctuation are not") {
  const std::pair<const char*, const char*> kApart[] = {
      {"½ a litre", "¼ a litre"}, {"a < b", "a > b"},       {"a → b", "a ← b"},       {"login ✅", "login ❌"},
      {"Sundays.", "Sundays?"},   {"~~struck~~", "struck"}, {"costs $5", "costs €5"}, {"日曜です。", "日曜です？"},
      {"10² m", "10³ m"},         {"a ‹ b", "a > b"}};
  for (const auto& row : kApart) CHECK_FALSE(same(row.first, row.second));
  const std::pair<const char*, const char*> kSame[] = {{"**bold** words", "bold words"},
                                                       {"- item", "* item"},
                                                       {"+ item", "- item"},
                                                       {"Done.", "Done!"},
                                                       {"| a | b |", "a b"},
                                                       {"it's here", "its here"},
                                                       {"full：width", "full:width"}};
  for (const auto& row : kSame) CHECK(same(row.first, row.second));
}
