#include "cli/name_line.hh"

#include <cstdio>

namespace ai_memory {

std::string name_line(std::string_view name) {
  std::string line;
  for (const char byte : name) {
    const auto code = static_cast<unsigned char>(byte);
    if (code >= 0x20 && code != 0x7f) {
      line += byte;
      continue;
    }
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(code));
    line += escape;
  }
  return line;
}

}  // namespace ai_memory
