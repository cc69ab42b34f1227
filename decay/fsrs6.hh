// FSRS-6: how stable a memory is after each review, with the default parameters of its authors (02-aging §6). Pure;
// stability S and times t in days, difficulty D from 1 to 10, R the chance of recall from 0 to 1.
//
//   R(t,S) = (1 + F·t/S)^(−w20),  F = 0.9^(−1/w20) − 1, so that R(S,S) = 0.9
#pragma once

namespace ai_memory::fsrs6 {

enum class Grade { again = 1, hard, good, easy };

struct Memory {
  double stability = 0;   // 0.001 to 36500
  double difficulty = 0;  // 1 to 10
};

// R; 1 at and before t = 0. `stability` > 0.
double retrievability(double days, double stability);

Memory first_review(Grade grade);

// The memory after a review `days` behind the one before; less than a day, 0 and below count as the same day.
Memory next_review(const Memory& memory, double days, Grade grade);

// After how many whole days R will have fallen to `wanted` (0 to 1, both excluded); 1 to 36500.
double interval(double stability, double wanted);

// The rules that next_review chooses from.
double stability_after_recall(const Memory& memory, double recall, Grade grade);
double stability_after_lapse(const Memory& memory, double recall);
double stability_same_day(double stability, Grade grade);

}  // namespace ai_memory::fsrs6
