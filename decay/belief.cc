#include "decay/belief.hh"

#include <algorithm>
#include <cmath>

namespace ai_memory {
namespace {

constexpr double kMost = 0.95;  // nothing is certain
constexpr double kFurther = 0.2, kFurtherMost = 1.0;
constexpr double kEnough = 3, kFreshDays = 30;

}  // namespace

BeliefTerms belief(const Support& support) {
  BeliefTerms terms;
  terms.support =
      static_cast<double>(support.sessions) + std::min(kFurther * static_cast<double>(support.further), kFurtherMost);
  terms.amount = 1 - std::exp(-terms.support / kEnough);
  // An age that is no number says nothing of freshness.
  const double days = support.newest_days >= 0 ? support.newest_days : std::isnan(support.newest_days) ? HUGE_VAL : 0;
  terms.fresh = 0.5 + 0.5 * std::exp(-days / kFreshDays);
  const double shared = terms.amount * terms.fresh / (1 + static_cast<double>(support.contradictions));
  terms.belief = std::min(shared, kMost);
  return terms;
}

}  // namespace ai_memory
