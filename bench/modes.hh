// The ways of searching that are measured beside each other.
#pragma once

#include <vector>

#include "index/ranking.hh"
#include "index/thresholds.hh"

namespace ai_memory {

struct Mode {
  const char* name;
  RankConfig rank;
  ThresholdSettings thresholds = {};
  bool needs_meaning() const { return rank.vector_weight > 0; }
};

inline std::vector<Mode> bench_modes() {
  return {{"words", {.vector_weight = 0}},
          {"meaning", {.vector_weight = 1e6}, {.recall_floor = 0}},
          {"both by rank", {.by_rank = true}},
          {"both", {}}};
}

}  // namespace ai_memory
