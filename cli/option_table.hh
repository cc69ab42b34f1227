// What each command takes, read from what it declares. Help, completions, error messages and the tests of the manual
// all are made from this.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hh"

namespace ai_memory {

struct GlobalOptions;

struct OptionInfo {
  std::string name;                  // "dry-run"; of a positional what help calls it: "PATH"
  std::string letter;                // "n", or empty
  std::string value;                 // what help calls its value: "TIME"; empty for a flag
  std::string about;                 // one sentence
  std::vector<std::string> choices;  // all values that it takes, where they are few
  bool positional = false;
  bool repeated = false;    // takes several values, or may be given several times
  bool required = false;    // of positionals
  bool everywhere = false;  // every command has it

  std::string shown() const;  // "--dry-run", "PATH"
};

struct CommandInfo {
  const Command* command = nullptr;  // null: what stands before any command
  std::vector<OptionInfo> options;   // as declared: the command's own first
  std::string footer;                // what help says last

  const OptionInfo* find(std::string_view typed) const;  // "--limit", "-n"; null: none
  std::vector<const OptionInfo*> positionals() const;
  // "ai-memory append [OPTIONS] PATH"
  std::string usage() const;
};

// Declares on `app` what every command has.
void add_global_options(CLI::App& app, GlobalOptions& options, const Command& command);
CommandInfo describe(const CLI::App& app, const Command& command);
CommandInfo describe(const Command& command);
CommandInfo describe_globals();  // what every command has

}  // namespace ai_memory
