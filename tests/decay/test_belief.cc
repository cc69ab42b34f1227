#include <cmath>
#include <doctest/doctest.h>
#include <random>

#include "decay/belief.hh"

using namespace ai_memory;

TEST_CASE("belief follows the formula, with numbers reckoned by hand") {
  struct Row {
    Support support;
    double belief;
  };
  // 1 − e^(−1/3) = 0.283469, 1 − e^(−2/3) = 0.486583, 1 − e^(−1) = 0.632121, 0.5 + 0.5·e^(−1) = 0.683940
  const Row rows[] = {
      {{0, 0, 0, 0}, 0},
      {{1, 0, 0, 0}, 0.283469},
      {{2, 0, 0, 0}, 0.486583},
      {{3, 0, 0, 0}, 0.632121},
      {{3, 0, 30, 0}, 0.632121 * 0.683940},
      {{3, 0, 30, 1}, 0.632121 * 0.683940 / 2},
      {{3, 0, 0, 3}, 0.632121 / 4},
      {{2, 5, 0, 0}, 0.632121},     // five pieces of further evidence weigh as one session
      {{2, 5000, 0, 0}, 0.632121},  // and any more as one, too
      {{0, 5, 0, 0}, 0.283469},
      {{0, 1, 0, 0}, 0.0644930},  // 1 − e^(−0.2/3)
      {{3, 0, -5, 0}, 0.632121},  // evidence of tomorrow is as fresh as it gets
      {{1000, 0, 0, 0}, 0.95},
  };
  for (const auto& row : rows) {
    const auto& support = row.support;
    CAPTURE(support.sessions);
    CAPTURE(support.further);
    CAPTURE(support.newest_days);
    CAPTURE(support.contradictions);
    CHECK(belief(support).belief == doctest::Approx(row.belief).epsilon(1e-5));
  }
}

TEST_CASE("the terms of a belief are those that it is made of") {
  const BeliefTerms terms = belief({2, 2, 30, 1});
  CHECK(terms.support == doctest::Approx(2.4));
  CHECK(terms.amount == doctest::Approx(1 - std::exp(-0.8)));
  CHECK(terms.fresh == doctest::Approx(0.5 + 0.5 * std::exp(-1.0)));
  CHECK(terms.belief == doctest::Approx(terms.amount * terms.fresh / 2));
}

TEST_CASE("evidence of endless age keeps half its weight, and no number is as old as that") {
  CHECK(belief({3, 0, HUGE_VAL, 0}).belief == doctest::Approx(0.632121 / 2).epsilon(1e-5));
  CHECK(belief({3, 0, std::nan(""), 0}).belief == doctest::Approx(0.632121 / 2).epsilon(1e-5));
}

TEST_CASE("a belief lies between 0 and 0.95; support raises it, age and contradiction never do") {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const Support support{random() % 20, random() % 20, static_cast<double>(random() % 5000) - 100, random() % 5};
    const double now = belief(support).belief;
    CAPTURE(round);
    REQUIRE(now >= 0);
    REQUIRE(now <= 0.95);
    Support more = support;
    ++more.sessions;
    REQUIRE(belief(more).belief >= now);
    more = support;
    ++more.further;
    REQUIRE(belief(more).belief >= now);
    more = support;
    more.newest_days += 10;
    REQUIRE(belief(more).belief <= now);
    more = support;
    ++more.contradictions;
    REQUIRE(belief(more).belief <= now);
  }
}
