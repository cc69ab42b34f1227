#include <doctest/doctest.h>
#include <string>

#include "decay/difference_facts.hh"
#include "tests/decay/fact_pairs.hh"
#include "tests/decay/harmless_pairs.hh"

using namespace ai_memory;

TEST_CASE("texts in other words and another order state the same facts") {
  for (const auto& pair : std::initializer_list<std::pair<std::string, std::string>>{
           {"On 2026-01-04 we rolled the shop back at 10:30, because orders were slow for 40 customers.",
            "Orders were slow for 40 customers, so at 10:30 on 2026-01-04 the release of the shop was reverted."},
           {"The fix took 25 minutes.", "The fix took 25 minutes; Ann did it with orders.customer_id."},
           {"Limit: 1,200 a day.", "The daily limit is 1200."},
           {"2026年1月4日の10時30分にショップを前の版に戻した。", "ショップは10時30分、2026年1月4日に元の版に戻した。"},
           {"Never deploy on Friday.", "We should never deploy on a Friday."},
       }) {
    const auto left = pair.first, right = pair.second;
    CAPTURE(left);
    CHECK(!other_fact(left, right));
    CHECK(!other_fact(right, left));
  }
}

TEST_CASE("another value, a denial or an opposite is another fact, however it is worded") {
  for (const auto& pair : std::initializer_list<std::pair<std::string, std::string>>{
           {"On 2026-01-04 we rolled the shop back at 10:30.", "At 10:40 on 2026-01-04 the shop was rolled back."},
           {"The database listens on port 5432.", "The database has port 5433."},
           {"We run v2.3.1 of the shop.", "The shop runs as v2.3.2."},
           {"The shop restarts the worker.", "The shop does not restart a worker."},
           {"The cache of the shop is enabled.", "The cache in the shop is disabled."},
           {"The owner of the cache is Ann.", "The owner of that cache is Ben."},
           {"締切は10月15日です。", "締切は10月16日に決まった。"},
           {"この設定は有効です。", "この設定は無効になっている。"},
       }) {
    const auto left = pair.first, right = pair.second;
    CAPTURE(left);
    CHECK(other_fact(left, right));
    CHECK(other_fact(right, left));
  }
}

TEST_CASE("notes in another order and other words state the same facts, in English and Japanese") {
  for (const auto& pair : test::kSameFacts) {
    CAPTURE(std::string(pair.left));
    CHECK(!other_fact(pair.left, pair.right));
    CHECK(!other_fact(pair.right, pair.left));
  }
  for (const auto& pair : test::kTwins) {
    CAPTURE(std::string(pair.left));
    CHECK(!other_fact(pair.left, pair.right));
  }
}

TEST_CASE("notes of which one fact contradicts the other's are apart, in English and Japanese") {
  for (const auto& pair : test::kOtherFacts) {
    CAPTURE(std::string(pair.left));
    CAPTURE(std::string(pair.right));
    CHECK(other_fact(pair.left, pair.right));
    CHECK(other_fact(pair.right, pair.left));
  }
  for (const auto& pair : test::kContradicting) {  // what lint tells, no dream may hide
    CAPTURE(std::string(pair.left));
    CHECK(other_fact(pair.left, pair.right));
    CHECK(other_fact(pair.right, pair.left));
  }
}

TEST_CASE("what one page has more is no other fact") {
  const std::string page = "# Pump\n\nThe pump has 4 bar.\n\n- [ ] order oil\n\n1. close it\n2. drain it\n";
  for (const char* more : {"It is not new.\n", "Nina bought it on 3 May.\n", "Is it loud?\n", "~~It leaks.~~\n",
                           "```\nmake pump\n```\n", "The hose has 6 bar.\n\nIt runs v2.1.\n", "1. look at it\n"}) {
    CAPTURE(std::string(more));
    CHECK(!other_fact(page, page + "\n" + more));
    CHECK(!other_fact(page + "\n" + more, page));
  }
}

TEST_CASE("the fact that differs is named as both texts have it") {
  const auto found = other_fact("The hall is cold.\nThe shop opens at 9:00, says Ann.\n", "The shop opens at 9:30.\n");
  REQUIRE(found);
  CHECK(found->kind == "time");
  CHECK(found->left == "9:00");
  CHECK(found->right == "9:30");
  CHECK(found->right_sentence == "The shop opens at 9:30.");
  CHECK(!other_fact("", ""));
  CHECK(!other_fact("", "The shop opens at 9:30."));
}
