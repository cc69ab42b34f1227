// The table of commands: name, what must be open, one line of help, and the function that declares its flags.
// A new command is a file cli/cmd_<name>.cc, a line in the table of command.cc and a line in cli/meson.build.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace ai_memory {

class Context;

enum class Needs {
  nothing,  // works without a wiki
  looks,    // works without a wiki; one that is there is used
  reads,    // the wiki is opened before the command runs; a missing one is told at once
  writes,   // the same, and the command knows --dry-run
  upkeep,   // as `writes`, but run by a timer mostly: no sign that anybody uses the wiki
};

// How the words behind the command's name are read.
enum class Words {
  flags,  // CLI11's rules; an unknown option is an error
  text,   // known flags are flags, everything else is text (Context::text)
};

// Runs the command once its flags are parsed. Returns the exit status; throws Error.
using Runner = std::function<int(Context&)>;

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view theme;  // the head in help
  Needs needs;
  Words words;
  Runner (*setup)(CLI::App& app);  // declares flags and positionals on `app`
};

// In the order in which help lists them.
const std::vector<Command>& commands();
const Command* find_command(std::string_view name);  // null: none

}  // namespace ai_memory
