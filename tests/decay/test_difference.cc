#include <doctest/doctest.h>
#include <random>

#include "decay/difference.hh"
#include "tests/decay/harmless_pairs.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

const DifferenceOptions kLint{Strictness::contradiction, {}, {}};

std::string shown(const std::vector<Difference>& found) {
  std::string text;
  for (const Difference& each : found) text += each.kind + ": " + each.left + " | " + each.right + "; ";
  return text;
}

}  // namespace

TEST_CASE("a merge refuses texts that say another thing, from either side") {
  for (const auto& [left, right] : kDistinct) {
    CAPTURE(std::string(left));
    CAPTURE(std::string(right));
    CHECK(!differences(left, right).empty());
    CHECK(!differences(right, left).empty());
  }
}

TEST_CASE("a merge takes texts that say the same, from either side") {
  for (const auto& [left, right] : kTwins) {
    CAPTURE(std::string(left));
    CHECK(shown(differences(left, right)) == "");
    CHECK(shown(differences(right, left)) == "");
  }
}

TEST_CASE("lint is silent on what only looks like a contradiction") {
  for (const auto& [left, right] : kHarmless) {
    CAPTURE(std::string(left));
    CHECK(shown(differences(left, right, kLint)) == "");
    CHECK(shown(differences(right, left, kLint)) == "");
  }
}

TEST_CASE("lint finds the one value in which two statements differ") {
  for (const auto& [left, right] : kContradicting) {
    CAPTURE(std::string(left));
    CHECK(differences(left, right, kLint).size() == 1);
    CHECK(differences(right, left, kLint).size() == 1);
  }
}
