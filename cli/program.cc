#include "cli/program.hh"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <sstream>

#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/nearest.hh"
#include "cli/output.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::array<std::string_view, 6> kGlobalsWithValue = {"--home",    "--config", "--workspace",
                                                               "--project", "-p",       "--actor"};

void add_global_options(CLI::App& app, GlobalOptions& options, const Command& command) {
  const char* group = "Everywhere";
  app.add_option("--home", options.home, "Where the wiki lives (AI_MEMORY_HOME)")->type_name("DIR")->group(group);
  app.add_option("--config", options.config, "Settings file")->type_name("FILE")->group(group);
  app.add_option("--workspace", options.workspace, "Workspace (AI_MEMORY_WORKSPACE)")->type_name("W")->group(group);
  app.add_option("-p,--project", options.project, "Project, or workspace/project (AI_MEMORY_PROJECT)")
      ->type_name("P")
      ->group(group);
  app.add_option("--actor", options.actor, "Who reads or writes (AI_MEMORY_ACTOR)")->type_name("NAME")->group(group);
  app.add_flag("--json", options.json, "Print one JSON document")->group(group);
  app.add_flag("--jsonl", options.jsonl, "Print lists as one JSON document a line")->group(group);
  app.add_flag("-q,--quiet", options.quiet, "No words beside the result")->group(group);
  app.add_flag("--no-color", options.no_color, "No colours (NO_COLOR)")->group(group);
  if (command.needs == Needs::writes)
    app.add_flag("-n,--dry-run", options.dry_run, "Show what would change, change nothing")->group(group);
}

void print_usage(std::FILE* where) {
  std::string text = "Usage: ai-memory [--home DIR] [--project P] [--json] COMMAND …\n";
  std::string_view theme;
  for (const auto& command : commands()) {
    if (command.theme != theme) text += "\n" + std::string(theme = command.theme) + "\n";
    text += "  " + fit(command.name, 14) + " " + std::string(command.summary) + "\n";
  }
  text += "\n`ai-memory COMMAND --help` tells more, `man ai-memory` all.\n";
  std::fputs(text.c_str(), where);
}

const Command& command_or_throw(const std::string& name) {
  if (const auto* command = find_command(name)) return *command;
  std::vector<std::string> names;
  for (const auto& command : commands()) names.emplace_back(command.name);
  std::string hint = did_you_mean(name, names);
  if (hint.empty()) hint = "`ai-memory --help` lists the commands";
  throw Error(ErrorKind::usage, name + ": no such command", hint);
}

int run_command(const Command& command, std::vector<std::string> arguments) {
  CLI::App app{std::string(command.summary), "ai-memory " + std::string(command.name)};
  app.get_formatter()->column_width(32);
  GlobalOptions options;
  const Runner run = command.setup(app);
  add_global_options(app, options, command);
  std::string text;
  if (command.words == Words::text) text = take_text(app, arguments);
  try {
    std::reverse(arguments.begin(), arguments.end());  // the order CLI11 wants
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    return kExitOk;
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorKind::usage, std::string(command.name) + ": " + error.what(),
                "`ai-memory " + std::string(command.name) + " --help` lists its options");
  }
  options.json = options.json || options.jsonl;  // one document is one line
  Context context(std::move(options), std::move(text));
  if (command.needs != Needs::nothing) context.wiki();
  const int status = run(context);
  context.out().finish();
  return status;
}

int run_arguments(const std::vector<std::string>& arguments) {
  const auto [name, others] = split_arguments(arguments);
  if (!name.empty()) {
    if (name == "help" && find_command(name) == nullptr)
      return others.empty() ? (print_usage(stdout), kExitOk) : run_command(command_or_throw(others[0]), {"--help"});
    return run_command(command_or_throw(name), others);
  }
  for (const auto& word : others) {
    if (word == "--help" || word == "-h") return print_usage(stdout), kExitOk;
    if (word == "--version") return run_command(command_or_throw("version"), {});
  }
  print_usage(stderr);
  return static_cast<int>(ErrorKind::usage);
}

// A message of several lines is several errors.
int print_error(const std::string& message, const std::string& hint, ErrorKind kind) {
  std::fflush(stdout);
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) std::fprintf(stderr, "ai-memory: error: %s\n", line.c_str());
  if (!hint.empty()) std::fprintf(stderr, "hint: %s\n", hint.c_str());
  return static_cast<int>(kind);
}

}  // namespace

std::string take_text(const CLI::App& app, std::vector<std::string>& arguments) {
  std::vector<std::string> flags;
  std::string text;
  bool only_text = false;
  const auto add_text = [&text](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (!only_text && word == "--") {
      only_text = true;
      continue;
    }
    const auto equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const auto* option =
        only_text || word.size() < 2 || word[0] != '-' ? nullptr : app.get_option_no_throw(word.substr(0, equals));
    const bool takes_value = option != nullptr && option->get_items_expected_min() > 0;
    if (option == nullptr || (equals != std::string::npos && !takes_value)) {
      add_text(word);
      continue;
    }
    flags.push_back(word);
    if (takes_value && equals == std::string::npos && i + 1 < arguments.size()) flags.push_back(arguments[++i]);
  }
  arguments = std::move(flags);
  return text;
}

SplitArguments split_arguments(const std::vector<std::string>& arguments) {
  SplitArguments split;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word.empty() || word[0] != '-') {
      split.command = word;
      split.others.insert(split.others.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
      return split;
    }
    split.others.push_back(word);
    if (std::find(kGlobalsWithValue.begin(), kGlobalsWithValue.end(), word) != kGlobalsWithValue.end() &&
        i + 1 < arguments.size())
      split.others.push_back(arguments[++i]);
  }
  return split;
}

int run_program(const std::vector<std::string>& arguments) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file size limit is an error to report, not a death in the middle of a write
  try {
    return run_arguments(arguments);
  } catch (const Error& error) {
    return print_error(error.what(), error.hint(), error.kind());
  } catch (const std::exception& error) {
    return print_error(error.what(), {}, ErrorKind::failed);
  }
}

}  // namespace ai_memory
