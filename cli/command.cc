#include "cli/command.hh"

// clang-format off
// One line a command: what follows setup_ in its function's name, name, needs, words, summary.
#define AI_MEMORY_COMMANDS(X) \
  X(init, "init", nothing, flags, "make a wiki") \
  X(write_page, "write-page", writes, flags, "write a page") \
  X(append, "append", writes, flags, "add text at the end of a page") \
  X(read_page, "read-page", reads, flags, "print a page") \
  X(list, "list", reads, flags, "list pages") \
  X(search, "search", reads, text, "find pages by their words") \
  X(delete_page, "delete-page", writes, flags, "remove a page (restorable)") \
  X(commit, "commit", writes, flags, "commit what was edited by hand") \
  X(log, "log", reads, flags, "list the versions of a page, or commits, or runs") \
  X(diff, "diff", reads, flags, "show what changed in a page") \
  X(checkpoints, "checkpoints", reads, flags, "list the states one can go back to") \
  X(restore_page, "restore-page", writes, flags, "bring an earlier version of a page back") \
  X(undo, "undo", writes, flags, "take a whole run back") \
  X(import, "import", writes, flags, "bring in a folder of markdown, or conversations") \
  X(feedback, "feedback", writes, flags, "say how good a page was") \
  X(forget_sweep, "forget-sweep", writes, flags, "remove what is over and what nobody reads") \
  X(sweep, "sweep", writes, flags, "the same as forget-sweep") \
  X(explain, "explain", reads, flags, "how a page's retention is reckoned, and what comes next") \
  X(status, "status", reads, flags, "show where things stand") \
  X(reindex, "reindex", reads, flags, "rebuild the search index from the pages") \
  X(config, "config", nothing, flags, "show or check the settings") \
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
