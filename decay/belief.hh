// How far what a page says may be believed, by what supports it (02-aging §5). Pure.
#pragma once

#include <cstddef>

namespace ai_memory {

struct Support {
  std::size_t sessions = 0;        // distinct session pages that say so
  std::size_t further = 0;         // other distinct evidence: pages, and sources named in words
  double newest_days = 0;          // age of the newest of all these; before 0 counts as 0
  std::size_t contradictions = 0;  // distinct pages that say otherwise
};

// Every number that goes into a belief, for reports and `explain`.
struct BeliefTerms {
  double support = 0;  // b = sessions + min(0.2·further, 1)
  double amount = 0;   // 1 − e^(−b/3): much support is little better than enough
  double fresh = 0;    // 0.5 + 0.5·e^(−age/30 d): old evidence keeps half its weight
  double belief = 0;   // 0..0.95
};

//   belief = min(0.95, amount · fresh / (1 + contradictions))
//
// 0 without support; always finite.
BeliefTerms belief(const Support& support);

}  // namespace ai_memory
