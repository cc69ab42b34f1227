// The check values of the published algorithm (02-aging §6), to a millionth.
#include <doctest/doctest.h>
#include <random>

#include "decay/fsrs6.hh"

using namespace ai_memory::fsrs6;

namespace {

bool is_near(double value, double wanted) { return value == doctest::Approx(wanted).epsilon(1e-6); }

}  // namespace

TEST_CASE("fsrs6: the chance of recall after days") {
  struct Row {
    double days, stability, recall;
  };
  for (const Row& row : {Row{0, 1, 1}, Row{1, 2, .9403443}, Row{2, 3, .9253786}, Row{3, 4, .9185229}, Row{4, 4, .9},
                         Row{5, 2, .8261359}}) {
    CAPTURE(row.days);
    CHECK(is_near(retrievability(row.days, row.stability), row.recall));
  }
  CHECK(retrievability(-3, 1) == 1);
}

TEST_CASE("fsrs6: a first failure and five good answers") {
  struct Row {
    double days, stability;
  };
  Memory memory = first_review(Grade::again);
  CHECK(is_near(memory.stability, .212));
  for (const Row& row : {Row{0, .246689}, Row{1, 2.021477}, Row{3, 7.863699}, Row{8, 21.917713}, Row{21, 53.62691}}) {
    memory = next_review(memory, row.days, Grade::good);
    CAPTURE(row.days);
    CHECK(memory.stability == doctest::Approx(row.stability).epsilon(2e-6));  // the values are given to six places
  }
  CHECK(is_near(memory.difficulty, 6.3574867));
}

TEST_CASE("fsrs6: stability after recall, after a lapse and on the same day") {
  struct Row {
    double difficulty, recall;
    Grade grade;
    double stability, lapse;
  };
  for (const Row& row :
       {Row{1, .9, Grade::again, 1.0525396, 1.0525396}, Row{2, .8, Grade::hard, 28.226582, 1.1894329},
        Row{3, .7, Grade::good, 58.656002, 1.3680838}, Row{4, .6, Grade::easy, 127.226685, 1.584989}}) {
    CAPTURE(row.difficulty);
    const Memory memory{5, row.difficulty};
    CHECK(is_near(stability_after_lapse(memory, row.recall), row.lapse));
    if (row.grade != Grade::again) CHECK(is_near(stability_after_recall(memory, row.recall, row.grade), row.stability));
  }
  CHECK(is_near(stability_same_day(5, Grade::again), 1.596818));
  CHECK(stability_same_day(5, Grade::hard) == 5);
  CHECK(stability_same_day(5, Grade::good) == 5);
  CHECK(is_near(stability_same_day(5, Grade::easy), 8.12961));
}

TEST_CASE("fsrs6: the interval to a wanted chance of recall, whole days") {
  CHECK(interval(10, .9) == 10);
  CHECK(interval(.001, .9) == 1);
  CHECK(interval(36500, .5) == 36500);
  CHECK(interval(10, .8) > interval(10, .9));
}

TEST_CASE("fsrs6: whatever the answers, numbers stay in their ranges, and a lapse never makes a memory stabler") {
  std::mt19937 random(6);
  for (int round = 0; round < 200; ++round) {
    Memory memory = first_review(static_cast<Grade>(1 + random() % 4));
    for (int review = 0; review < 50; ++review) {
      const double days = random() % 3 == 0 ? 0 : static_cast<double>(random() % 2000);
      const auto grade = static_cast<Grade>(1 + random() % 4);
      const Memory next = next_review(memory, days, grade);
      CHECK(next.stability >= .001);
      CHECK(next.stability <= 36500);
      CHECK(next.difficulty >= 1);
      CHECK(next.difficulty <= 10);
      if (grade == Grade::again && memory.stability > .001) CHECK(next.stability < memory.stability);
      if (grade != Grade::again) CHECK(next.stability >= memory.stability);
      memory = next;
    }
  }
}
