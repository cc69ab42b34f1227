#include "cli/command.hh"

// clang-format off
// One line a command: what follows setup_ in its function's name, name, needs, words, summary.
#define AI_MEMORY_COMMANDS(X) \
  X(init, "init", nothing, flags, "make a wiki") \
  X(version, "version", nothing, flags, "print the version")
// clang-format on

namespace ai_memory {

#define X(function, name, needs, words, summary) Runner setup_##function(CLI::App& app);
AI_MEMORY_COMMANDS(X)
#undef X

const std::vector<Command>& commands() {
#define X(function, name, needs, words, summary) {name, summary, Needs::needs, Words::words, setup_##function},
  static const std::vector<Command> table = {AI_MEMORY_COMMANDS(X)};
#undef X
  return table;
}

const Command* find_command(std::string_view name) {
  for (const auto& command : commands())
    if (command.name == name) return &command;
  return nullptr;
}

}  // namespace ai_memory
