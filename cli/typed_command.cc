#include "cli/typed_command.hh"

#include <algorithm>

namespace ai_memory {
namespace {

constexpr std::string_view kProgram = "ai-memory ";

// The end of the command whose name begins at `at`, behind what stands before the program's name.
std::size_t command_end(std::string_view text, std::size_t program, std::size_t at) {
  const bool quoted = program > 0 && text[program - 1] == '`';
  return std::min(text.find_first_of(quoted ? "`" : ")\n", at), text.size());
}

bool begins_command(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  return before.empty() || before.ends_with('`') || before.ends_with('(') || before.ends_with(": ");
}

std::string flags_for(std::string_view arguments, const TypedFlags& flags) {
  const auto has = [&](std::string_view what) { return arguments.find(what) != arguments.npos; };
  if (has(" --home ") || has(" --help")) return {};
  const bool names_project = has(" -p ") || has(" --all-projects") || has(":");
  return flags.home + (names_project ? "" : flags.project);
}

}  // namespace

std::string with_typed_flags(std::string_view text, const TypedFlags& flags) {
  if (!flags.is_command) return std::string(text);
  std::string typed;
  std::size_t done = 0;
  for (std::size_t at = text.find(kProgram); at != text.npos; at = text.find(kProgram, at + 1)) {
    const std::size_t name = at + kProgram.size();
    const std::size_t end = command_end(text, at, name);
    const std::size_t name_end = std::min(text.find(' ', name), end);
    if (!begins_command(text, at) || !flags.is_command(text.substr(name, name_end - name))) continue;
    typed.append(text.substr(done, name_end - done)).append(flags_for(text.substr(name_end, end - name_end), flags));
    done = name_end;
  }
  return typed.append(text.substr(done));
}

}  // namespace ai_memory
