// The program from arguments to exit status.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace ai_memory {

// The arguments, taken apart around the name of the command.
struct SplitArguments {
  std::string command;              // empty: none was given
  std::vector<std::string> others;  // all that stands before and behind it
};
// `arguments` without the program's own name.
SplitArguments split_arguments(const std::vector<std::string>& arguments);

// For commands whose words are text: takes the words out of `arguments` and leaves the flags that `app` knows. Behind
// "--" all is text. The words are joined by spaces.
std::string take_text(const CLI::App& app, std::vector<std::string>& arguments);

// Runs one command. Errors are printed on stderr as "ai-memory: error: …" and "hint: …".
int run_program(const std::vector<std::string>& arguments);

}  // namespace ai_memory
