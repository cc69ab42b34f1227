// An edge between two pages that are near each other in meaning, though neither need link to the other.
#pragma once

#include <cstdint>

#include "wiki/page_path.hh"

namespace ai_memory {

struct AutoEdge {
  PagePath a, b;                   // a < b
  double cosine = 0;               // 0..1
  std::int64_t read_together = 0;  // how often one actor read both within ten minutes
  double weight() const;           // cosine + min(0.2, 0.05·ln(1 + read_together)), at most 1
};

}  // namespace ai_memory
