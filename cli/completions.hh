// What may stand at the cursor of a command line that is being typed: commands, options, their values, pages. Made from
// the option table, so that a new command or option completes by itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/context.hh"
#include "cli/option_table.hh"

namespace ai_memory {

struct Candidate {
  std::string word;   // a whole word; one that ends in '/', ':' or '=' goes on
  std::string about;  // may be empty
};
struct Candidates {
  enum class Files { none, any, folders };  // the shell's own completion of files, instead of words
  std::vector<Candidate> words;
  Files files = Files::none;
};

// What the cursor stands at.
struct Cursor {
  const Command* command = nullptr;  // null: not typed yet
  CommandInfo info;                  // of the command
  const OptionInfo* slot = nullptr;  // whose value it is, in `info`; null: none
  bool option_possible = true;       // false behind "--" and in an option's value
  bool help = false;                 // behind `help`
  bool lost = false;                 // behind a word that is no command: nothing can be said
  std::string typed;                 // the value so far
  std::string head;                  // what stands before it in the same word: "--project="
  std::vector<std::string> given;    // options that were given before
  GlobalOptions globals;             // those among them that choose the wiki and the project
};
// `words`: what is typed behind the program's name; the last one up to the cursor.
Cursor find_cursor(const std::vector<std::string>& words);

// Names from the wiki; a failure is an empty list. `what`: the name of the value in the option table, as "PATH".
using WikiWords = std::function<std::vector<std::string>(const std::string& what, const Cursor& cursor)>;
Candidates candidates(const Cursor& cursor, const WikiWords& wiki_words);

// What all of several words begin with does not hold what was typed, so that a shell that puts it in the place of what
// was typed would take letters away: "k" with notes/k.md and sessions/kickoff.md.
bool lose_typed(const std::vector<Candidate>& words, const std::string& typed);

// `ai-memory __complete SHELL …`, which the shells' scripts call: prints "words", "choose" (words of which none may be
// begun for the user), "files" or "folders", then a line each candidate, with a tab and its help. bash gives the line
// up to the cursor and COMP_WORDBREAKS, zsh and fish the words. Opens and changes nothing, says nothing on stderr, and
// ends with 0 whatever happens.
int print_completions(const std::vector<std::string>& arguments);

}  // namespace ai_memory
