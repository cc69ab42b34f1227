// What the fuzz targets share. A target looks at any bytes and stops the program if something does not hold that must.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

void check(std::string_view bytes);

inline void require(bool holds, int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "what line %d of the target requires does not hold\n", line);
  std::abort();
}

// The input cut at each NUL, for targets that need several texts; always at least one.
inline std::vector<std::string> parts_of(std::string_view bytes) {
  std::vector<std::string> parts;
  for (std::size_t nul = bytes.find('\0'); nul != bytes.npos; nul = bytes.find('\0')) {
    parts.emplace_back(bytes.substr(0, nul));
    bytes.remove_prefix(nul + 1);
  }
  parts.emplace_back(bytes);
  return parts;
}
