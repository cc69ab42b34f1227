// The one thing that is different each time.
#pragma once

#include <cstdio>
#include <random>
#include <string>

namespace ai_memory {

// 32 hex digits that whoever wrote a page cannot have guessed; see is_mark().
inline std::string random_mark() {
  std::random_device random;
  std::string mark;
  for (int i = 0; i < 4; ++i) {
    char part[9];
    std::snprintf(part, sizeof part, "%08x", static_cast<unsigned>(random()));
    mark += part;
  }
  return mark;
}

}  // namespace ai_memory
