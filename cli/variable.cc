#include "cli/variable.hh"

#include <cstdlib>

namespace ai_memory {

std::string variable(const std::string& name) {
  const char* const value = name.empty() ? nullptr : std::getenv(name.c_str());
  std::string text = value ? value : "";
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
  return text;
}

}  // namespace ai_memory
