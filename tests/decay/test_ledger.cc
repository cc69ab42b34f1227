#include <doctest/doctest.h>

#include "decay/ledger.hh"

using namespace ai_memory;

namespace {

std::vector<PagePath> ledgers(const std::vector<std::string>& names) {
  std::vector<PagePath> paths;
  for (const std::string& name : names) paths.push_back(PagePath::existing("default/shop/" + name));
  return paths;
}

std::vector<std::string> old(const std::vector<std::string>& names, const char* now, int months) {
  std::vector<std::string> stems;
  for (const OldLedger& each : old_ledgers(ledgers(names), *parse_time(now), months)) stems.push_back(each.path.stem());
  return stems;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("only log-YYYY-MM.md of a month that there is names a month") {
  CHECK(ledger_month("log-2026-03.md") == 2026 * 12 + 2);
  CHECK(ledger_month("log-0000-01.md") == 0);
  for (const char* name :
       {"log.md", "log-2026-13.md", "log-2026-00.md", "log-2026-3.md", "log-2026-03.txt", "log-2026_03.md",
        "blog-2026-03.md", "log-2026-03.md.md", "log-２026-03.md", "notes/log-2026-03.md", ""})
    CHECK_FALSE(ledger_month(name));
}

TEST_CASE("a ledger goes once so many full UTC months have passed since its month ended, and not a second before") {
  const Names names = {"log-2026-01.md", "log-2026-10.md", "log-2026-11.md"};
  CHECK(old(names, "2026-07-31T23:59:59Z", 6).empty());
  CHECK(old(names, "2026-08-01T00:00:00Z", 6) == Names{"log-2026-01"});
  CHECK(old(names, "2026-08-01T00:30:00+01:00", 6).empty());  // still July in UTC
  CHECK(old(names, "2026-03-01T00:00:00Z", 1) == Names{"log-2026-01"});
  CHECK(old(names, "2026-02-28T23:59:59Z", 1).empty());
}

TEST_CASE("zero months keeps every ledger") {
  CHECK(old({"log-1999-01.md", "log-1999-02.md", "log-1999-03.md"}, "2026-08-01T00:00:00Z", 0).empty());
  CHECK(old({"log-1999-01.md", "log-1999-02.md", "log-1999-03.md"}, "2026-08-01T00:00:00Z", -1).empty());
}

TEST_CASE("log.md, other names and the two newest ledgers stay however old they are") {
  CHECK(old({"log-1999-01.md", "log-1999-02.md", "log.md", "log-a.md"}, "2026-08-01T00:00:00Z", 1).empty());
  CHECK(old({"log-1999-03.md", "log-1998-12.md", "log-1999-01.md", "log-1999-02.md"}, "2026-08-01T00:00:00Z", 1) ==
        Names{"log-1998-12", "log-1999-01"});
}

TEST_CASE("ledgers of months to come stay") {
  CHECK(old({"log-2027-01.md", "log-2027-02.md", "log-2027-03.md"}, "2026-08-01T00:00:00Z", 1).empty());
}
