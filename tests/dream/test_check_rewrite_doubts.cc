#include <doctest/doctest.h>

#include "dream/check_rewrite.hh"

using namespace ai_memory;

namespace {

struct Judged {
  const char *source, *rewrite;
  const char* finding;  // part of one that there must be; empty: none
};

RewriteVerdict judge(const Judged& one, const std::string& title = "Notes") {
  const auto path = PagePath::existing("default/shop/notes/a.md");
  return check_rewrite({{path, title, one.source}}, {"Notes", one.rewrite, {}});
}

void check(const Judged& one, bool refused) {
  const auto verdict = judge(one);
  std::string told;
  for (const auto& finding : verdict.findings) told += (finding.is_doubt ? "? " : "x ") + describe(finding) + "\n";
  CHECK_MESSAGE(verdict.refused() == refused, std::string(one.rewrite) << ": " << told);
  CHECK_MESSAGE(!verdict.accepted(), std::string(one.rewrite));
  CHECK_MESSAGE(told.find(one.finding) != std::string::npos, std::string(one.rewrite) << ": " << told);
}

}  // namespace

TEST_CASE("a number in other dress is a doubt, another number or unit a fault") {
  for (const Judged& one : std::initializer_list<Judged>{
           {"The lease runs for 12 moons, says Ann.\n", "The lease runs for 12 months, says Ann.\n", "12"},
           {"We used 450 of the white flour.\n", "We used 450 g of the white flour.\n", "invented amount 450 g"},
           {"The pod costs £85/night.\n", "The pod costs £85 a night.\n", "lost amount £85/night"},
           {"She was born on 7 July (1951).\n", "She was born on 7 July 1951.\n", "1951"}})
    check(one, false);
  for (const Judged& one : std::initializer_list<Judged>{
           {"The wait takes 450 ms at most.\n", "The wait takes 450 s at most.\n", "lost amount 450 ms"},
           {"The wait takes 450 ms at most.\n", "The wait takes 460 ms at most.\n", "invented amount 460 ms"},
           {"The port is 5432.\n", "The port is 5433.\n", "lost number 5432"}})
    check(one, true);
}

TEST_CASE("a day whose year stands elsewhere is a doubt, one of another year a fault") {
  const char* const source = "In 2025 we moved.\n\nThe office answered on 14 Jan.\n";
  check({source, "In 2025 we moved.\n\nThe office answered on 14 January 2025.\n", "14 January 2025"}, false);
  check({source, "In 2025 we moved.\n\nThe office answered on 14 January 2024.\n", "14 January 2024"}, true);
}

TEST_CASE("a denial in words of no table is a doubt, one that is affirmed in the same words a fault") {
  check({"We travel to Sintra by train, not by bus.\n", "We travel to Sintra by train rather than by bus.\n",
         "lost negation not by bus"},
        false);
  check({"The guest network never reaches the printer.\n", "The guest network reaches the printer.\n", "lost negation"},
        true);
}

TEST_CASE("values that seem to have changed places are a doubt") {
  check({"The web server has 16 GB and the database has 64 GB.\n",
         "The web server has 64 GB and the database has 16 GB.\n", "misplaced"},
        false);
}

TEST_CASE("a rewrite half as long again is a doubt, a longer one a fault") {
  std::string longer, far_longer;
  const std::string source = "The cache holds pages.\n";
  for (int i = 0; i < 11; ++i) longer += source;
  for (int i = 0; i < 20; ++i) far_longer += source;
  check({source.c_str(), longer.c_str(), "too long"}, false);
  check({source.c_str(), far_longer.c_str(), "too long"}, true);
}

TEST_CASE("what only a title says in words is a doubt, its numbers and days are facts") {
  const Judged one{"It ran well.\n", "It ran well.\n", ""};
  CHECK(judge(one, "Run on node_exporter").refused() == false);
  CHECK(judge(one, "Run 5432").refused());
  CHECK(judge(one, "Run of 2026-03-04").refused());
}

TEST_CASE("lines of their own are statements of their own, wrapped prose is not") {
  const Judged notes{"oil 5W-30, never 10W-40\nThe left window does not open\n",
                     "The left window does not open. The oil is 5W-30, never 10W-40.\n", ""};
  CHECK(!judge(notes).refused());
  const Judged prose{
      "The old server of the shop stands in the cellar, beside the boiler, and it\nis not reachable from "
      "outside.\n",
      "The old server of the shop stands in the cellar, beside the boiler, and it is not reachable from "
      "outside.\n",
      ""};
  CHECK(judge(prose).accepted());
}
