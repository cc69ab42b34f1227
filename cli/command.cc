#include "cli/command.hh"

// clang-format off
// One line a command: what follows setup_ in its function's name, name, needs, words, summary. THEME: the head under
// which help lists the commands after it.
#define AI_MEMORY_COMMANDS(X, THEME) \
  THEME("Begin") \
  X(init, "init", nothing, flags, "make a wiki") \
  X(import, "import", writes, flags, "bring in a folder of markdown, or conversations") \
  X(export, "export", writes, flags, "write pages as files, as JSON or as a bundle of knowledge") \
  X(status, "status", reads, flags, "show where things stand") \
  THEME("Write") \
  X(write_page, "write-page", writes, flags, "write a page") \
  X(append, "append", writes, flags, "add text at the end of a page") \
  X(edit, "edit", writes, flags, "change a page in your editor") \
  X(move_page, "move-page", writes, flags, "give pages another name; links to them follow") \
  X(delete_page, "delete-page", writes, flags, "remove a page (restorable)") \
  X(pin, "pin", writes, flags, "keep pages from fading") \
  X(unpin, "unpin", writes, flags, "let pages fade again") \
  X(commit, "commit", writes, flags, "commit what was edited by hand") \
  X(feedback, "feedback", writes, flags, "say how good a page was") \
  THEME("Read") \
  X(search, "search", reads, text, "find pages by their words") \
  X(ask, "ask", reads, text, "have a language model answer out of the pages") \
  X(read_page, "read-page", reads, flags, "print a page") \
  X(list, "list", reads, flags, "list pages") \
  X(recent, "recent", reads, flags, "list the pages that changed last") \
  X(related, "related", reads, flags, "list the pages that a page links to, and that link to it") \
  X(graph, "graph", reads, flags, "draw pages and the links between them") \
  X(topics, "topics", reads, flags, "say what the pages are about, in groups") \
  X(explain, "explain", reads, flags, "how a page's retention is reckoned, and what comes next") \
  X(why, "why", reads, flags, "what a page rests on, what is against it, what became of it") \
  THEME("History") \
  X(log, "log", reads, flags, "list the versions of a page, or commits, or runs") \
  X(diff, "diff", reads, flags, "show what changed in a page") \
  X(checkpoints, "checkpoints", reads, flags, "list the states one can go back to") \
  X(restore_page, "restore-page", writes, flags, "bring an earlier version of a page back") \
  X(undo, "undo", writes, flags, "take a whole run back") \
  X(purge, "purge", reads, flags, "say how to take a page out of history") \
  THEME("Age") \
  X(forget_sweep, "forget-sweep", upkeep, flags, "remove what is over and what nobody reads") \
  X(sweep, "sweep", upkeep, flags, "the same as forget-sweep") \
  X(forecast, "forecast", reads, flags, "say which pages will go when, if nobody reads them") \
  X(lint, "lint", writes, flags, "say which pages contradict, lead nowhere or want a look") \
  X(dream, "dream", upkeep, flags, "let a language model join cold pages that say the same") \
  X(proposals, "proposals", writes, flags, "accept or reject what dreams propose") \
  X(daemon, "daemon", upkeep, flags, "run sweeps, dreams and the like whenever they are due") \
  X(install_timers, "install-timers", looks, flags, "have systemd or cron run them instead") \
  THEME("Other") \
  X(config, "config", looks, flags, "show or check the settings") \
  X(completions, "completions", nothing, flags, "print a script with which a shell completes commands") \
  X(doctor, "doctor", looks, flags, "look for what is wrong with the wiki, and say what to do") \
  X(embed, "embed", upkeep, flags, "give pages the vectors that search by meaning needs")    \
  X(maintain, "maintain", upkeep, flags, "pack git's objects, tidy the search index") \
  X(reindex, "reindex", reads, flags, "rebuild the search index from the pages") \
  X(version, "version", nothing, flags, "print the version")
// clang-format on

namespace ai_memory {

#define X(function, name, needs, words, summary) Runner setup_##function(CLI::App& app);
#define THEME(name)
AI_MEMORY_COMMANDS(X, THEME)
#undef X
#undef THEME

const std::vector<Command>& commands() {
  static const std::vector<Command> table = [] {
    std::vector<Command> list;
    std::string_view theme;
#define X(function, name, needs, words, summary) \
  list.push_back({name, summary, theme, Needs::needs, Words::words, setup_##function});
#define THEME(name) theme = name;
    AI_MEMORY_COMMANDS(X, THEME)
#undef X
#undef THEME
    return list;
  }();
  return table;
}

const Command* find_command(std::string_view name) {
  for (const auto& command : commands())
    if (command.name == name) return &command;
  return nullptr;
}

}  // namespace ai_memory
