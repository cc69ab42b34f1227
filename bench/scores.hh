// How good lists of found pages are, over many questions.
#pragma once

#include <set>
#include <vector>

#include "wiki/page_path.hh"

namespace ai_memory {

struct Scores {
  std::size_t questions = 0;
  // Sums over the questions. hit: 1 if any wanted page is among the first; recall: the share of the wanted pages that
  // are; reciprocal_rank: of the first wanted page, 0 beyond what was found.
  double hit_1 = 0, hit_5 = 0, recall_1 = 0, recall_5 = 0, recall_10 = 0, reciprocal_rank = 0;

  // `found`: best first. `wanted` is not empty.
  void add(const std::vector<PagePath>& found, const std::set<PagePath>& wanted);
  // `sum` as a mean; 0 without questions.
  double mean(double sum) const { return questions == 0 ? 0.0 : sum / static_cast<double>(questions); }
};

}  // namespace ai_memory
