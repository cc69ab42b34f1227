#include "decay/restore_command.hh"

#include <algorithm>
#include <string_view>

namespace ai_memory {
namespace {

std::string quoted_for_shell(const std::string& name) {
  const auto plain = [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= '0' && c <= '9') ||
           ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || std::string_view("/._-:").find(c) != std::string_view::npos;
  };
  if (std::all_of(name.begin(), name.end(), plain)) return name;
  std::string out = "'";
  for (const char c : name) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

}  // namespace

std::string restore_command(const std::string& commit, const PagePath& path) {
  return "ai-memory restore-page --at " + commit + " " + quoted_for_shell(path.display());
}

std::string restore_command(const PagePath& path) {
  return "ai-memory restore-page " + quoted_for_shell(path.display());
}

}  // namespace ai_memory
