#include <cmath>
#include <doctest/doctest.h>

#include "dream/novelty.hh"

using namespace ai_memory;

namespace {

using Vector = std::vector<float>;

Vector at(double degrees) {
  const double radians = degrees * 3.14159265358979 / 180;
  return {static_cast<float>(std::cos(radians)), static_cast<float>(std::sin(radians))};
}

}  // namespace

TEST_CASE("a cluster is as novel as its member that is farthest from every living page") {
  const Vector a = at(0), b = at(60), living = at(0), other = at(90);
  CHECK(novelty({&a}, {&living, &other}) == doctest::Approx(0).epsilon(1e-6));
  CHECK(novelty({&a, &b}, {&living}) == doctest::Approx(0.5));
  CHECK(novelty({&a, &b}, {&living, &other}) == doctest::Approx(1 - std::cos(3.14159265358979 / 6)).epsilon(1e-6));
}

TEST_CASE("where no page lives, or nothing knows meaning, everything is novel") {
  const Vector a = at(0);
  CHECK(novelty({&a}, {}) == 1);
  CHECK(novelty({}, {&a}) == 1);
}
