#include "decay/fsrs6.hh"

#include <algorithm>
#include <array>
#include <cmath>

namespace ai_memory::fsrs6 {
namespace {

constexpr std::array kW = {0.212,  1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001,  1.8722, 0.1666, 0.796,
                           1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542};
constexpr double kLeastStability = 0.001, kMostDays = 36500;

int number(Grade grade) { return static_cast<int>(grade); }

double factor() { return std::pow(0.9, -1 / kW[20]) - 1; }

double bounded_stability(double days) { return std::clamp(days, kLeastStability, kMostDays); }
double bounded_difficulty(double difficulty) { return std::clamp(difficulty, 1.0, 10.0); }

double first_difficulty(Grade grade) { return kW[4] - std::exp(kW[5] * (number(grade) - 1)) + 1; }

double next_difficulty(double difficulty, Grade grade) {
  const double change = -kW[6] * (number(grade) - 3);
  const double damped = difficulty + change * (10 - difficulty) / 9;
  return bounded_difficulty(kW[7] * first_difficulty(Grade::easy) + (1 - kW[7]) * damped);
}

}  // namespace

double retrievability(double days, double stability) {
  return std::pow(1 + factor() * std::max(days, 0.0) / bounded_stability(stability), -kW[20]);
}

Memory first_review(Grade grade) {
  return {bounded_stability(kW[static_cast<std::size_t>(number(grade) - 1)]),
          bounded_difficulty(first_difficulty(grade))};
}

double stability_after_recall(const Memory& memory, double recall, Grade grade) {
  const double hard = grade == Grade::hard ? kW[15] : 1, easy = grade == Grade::easy ? kW[16] : 1;
  const double growth = std::exp(kW[8]) * (11 - memory.difficulty) * std::pow(memory.stability, -kW[9]) *
                        (std::exp(kW[10] * (1 - recall)) - 1) * hard * easy;
  return bounded_stability(memory.stability * (1 + growth));
}

double stability_after_lapse(const Memory& memory, double recall) {
  const double lapsed = kW[11] * std::pow(memory.difficulty, -kW[12]) * (std::pow(memory.stability + 1, kW[13]) - 1) *
                        std::exp(kW[14] * (1 - recall));
  return bounded_stability(std::min(lapsed, memory.stability / std::exp(kW[17] * kW[18])));
}

double stability_same_day(double stability, Grade grade) {
  const double change = std::exp(kW[17] * (number(grade) - 3 + kW[18])) * std::pow(stability, -kW[19]);
  return bounded_stability(stability * (grade == Grade::again ? change : std::max(change, 1.0)));
}

Memory next_review(const Memory& memory, double days, Grade grade) {
  Memory next{0, next_difficulty(memory.difficulty, grade)};
  const double recall = retrievability(days, memory.stability);
  if (days < 1)
    next.stability = stability_same_day(memory.stability, grade);
  else if (grade == Grade::again)
    next.stability = stability_after_lapse(memory, recall);
  else
    next.stability = stability_after_recall(memory, recall, grade);
  return next;
}

double interval(double stability, double wanted) {
  const double days = bounded_stability(stability) / factor() * (std::pow(wanted, -1 / kW[20]) - 1);
  return std::clamp(std::round(days), 1.0, kMostDays);
}

}  // namespace ai_memory::fsrs6
