#include <doctest/doctest.h>
#include <string>

#include "decay/difference_facts.hh"

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
    CHECK(!state_other_facts(left, right));
    CHECK(!state_other_facts(right, left));
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
    CHECK(state_other_facts(left, right));
    CHECK(state_other_facts(right, left));
  }
}
