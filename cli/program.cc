#include "cli/program.hh"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "cli/activity.hh"
#include "cli/command.hh"
#include "cli/completions.hh"
#include "cli/context.hh"
#include "cli/help.hh"
#include "cli/nearest.hh"
#include "cli/option_table.hh"
#include "cli/output.hh"
#include "cli/usage_error.hh"
#include "wiki/error.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

constexpr std::array<std::string_view, 6> kGlobalsWithValue = {"--home",    "--config", "--workspace",
                                                               "--project", "-p",       "--actor"};

int print_help(std::FILE* where, int status) {
  std::fputs(help_text().c_str(), where);
  Output(true, true).finish();
  return status;
}

// `--limit 3 list`: the 3 is taken for the command, since only `list` knows the option before it.
bool is_value_of_unknown_option(const std::string& name, const std::vector<std::string>& arguments) {
  const auto found = std::find(arguments.begin(), arguments.end(), name);
  return found != arguments.begin() && found[-1].starts_with("-") && !describe_globals().find(found[-1]);
}

const Command& command_or_throw(const std::string& name, const std::vector<std::string>& arguments) {
  if (const auto* command = find_command(name)) return *command;
  std::vector<std::string> names;
  for (const auto& command : commands()) names.emplace_back(command.name);
  std::string hint = did_you_mean(name, names);
  if (hint.empty() && is_value_of_unknown_option(name, arguments)) hint = "options of a command stand behind its name";
  if (hint.empty()) hint = "`ai-memory --help` lists the commands";
  throw Error(ErrorKind::usage, one_line(name) + ": no such command", hint);
}

// Nothing to look for and nothing that narrows a list: as wrong as any other missing argument. Blank text is text.
void refuse_no_words(const CommandInfo& info, const CLI::App& app) {
  for (const char* filter : {"--kind", "--tier", "--tag", "--since"}) {
    const auto* option = app.get_option_no_throw(filter);
    if (option != nullptr && option->count() > 0) return;
  }
  throw Error(ErrorKind::usage, std::string(info.command->name) + ": WORDS is missing", "usage: " + info.usage());
}

// In a command that takes text a mistyped option is text too; it is searched for, but told.
void tell_of_near_options(Context& context, const CommandInfo& info, const std::vector<std::string>& typed) {
  std::vector<std::string> names;
  for (const auto& option : info.options)
    if (!option.name.empty()) names.push_back("--" + option.name);
  for (const auto& word : typed) {
    if (word == "--") return;
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || info.find(name) != nullptr) continue;
    if (const auto hint = did_you_mean(name, names); !hint.empty())
      context.out().tell(one_line(name) + " is searched for as text; " + hint);
  }
}

int run_command(const Command& command, std::vector<std::string> arguments) {
  CLI::App app;
  GlobalOptions options;
  const Runner run = command.setup(app);
  add_global_options(app, options, command);
  std::string text;
  const std::vector<std::string> typed = arguments;
  if (command.words == Words::text) text = take_text(app, arguments);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // the order CLI11 wants
  } catch (const CLI::CallForHelp&) {
    const std::size_t columns = Output(true, true).columns();
    std::fputs(help_text(describe(app, command), std::clamp<std::size_t>(columns, 40, 80)).c_str(), stdout);
    Output(true, true).finish();
    return kExitOk;
  } catch (const CLI::ParseError& error) {
    const auto info = describe(app, command);
    if (const auto plain = find_usage_error(info, arguments)) throw *plain;
    throw usage_error(info, error.what());
  }
  if (const auto plain = find_usage_error(describe(app, command), arguments)) throw *plain;  // CLI11 lets some pass
  options.json = options.json || options.jsonl;                                              // one document is one line
  const bool takes_text = command.words == Words::text;
  if (takes_text && typed.size() == arguments.size()) refuse_no_words(describe(app, command), app);
  Context context(std::move(options), std::move(text));
  try {
    const bool opens = command.needs != Needs::nothing && command.needs != Needs::looks;
    if (opens) context.wiki();
    const bool uses = command.needs != Needs::nothing && command.needs != Needs::upkeep && !is_upkeep();
    if (uses) note_activity(context.home() / "state", context.now());
    if (takes_text) tell_of_near_options(context, describe(app, command), typed);
    const int status = run(context);
    context.out().finish();
    return status;
  } catch (const Error& error) {  // only here is known how a command of its hint is typed
    throw Error(error.kind(), error.what(), context.out().typed(error.hint()));
  }
}

int run_arguments(const std::vector<std::string>& arguments) {
  const auto [name, others] = split_arguments(arguments);
  const auto run = [&](const std::string& command, const std::vector<std::string>& with) {
    return run_command(command_or_throw(command, arguments), with);
  };
  if (name == "__complete") return print_completions(others);
  if (name == "help") return others.empty() ? print_help(stdout, kExitOk) : run(others[0], {"--help"});
  if (!name.empty()) return run(name, others);
  for (const auto& word : others) {
    if (word == "--help" || word == "-h") return print_help(stdout, kExitOk);
    if (word == "--version" || word == "-V") return run("version", {});
  }
  if (const auto wrong = find_usage_error(describe_globals(), others)) throw *wrong;
  return print_help(stderr, static_cast<int>(ErrorKind::usage));
}

// A message of several lines is several errors.
int print_error(const std::string& message, const std::string& hint, ErrorKind kind) {
  std::fflush(stdout);
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);)
    std::fprintf(stderr, "ai-memory: error: %s\n", redact(line).c_str());
  if (!hint.empty()) std::fprintf(stderr, "hint: %s\n", redact(hint).c_str());
  return static_cast<int>(kind);
}

// What the standard library says of the file system, with the path first and a next step.
Error plain_error(const std::filesystem::filesystem_error& error) {
  const auto& code = error.code();
  std::string hint = "look at that path, and at the disk";
  if (code == std::errc::not_a_directory || code == std::errc::file_exists)
    hint = "a file stands where a folder is needed: name another place, or move that file away";
  if (code == std::errc::permission_denied || code == std::errc::read_only_file_system)
    hint = "choose a place that you may write to, or change its permissions";
  if (code == std::errc::no_space_on_device) hint = "make room on the disk and try again";
  const std::string path = error.path1().string();
  return Error(ErrorKind::failed, (path.empty() ? "the current folder" : one_line(path)) + ": " + code.message(), hint);
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
  } catch (const std::filesystem::filesystem_error& error) {
    const Error plain = plain_error(error);
    return print_error(plain.what(), plain.hint(), plain.kind());
  } catch (const std::exception& error) {
    return print_error(error.what(), {}, ErrorKind::failed);
  }
}

}  // namespace ai_memory
