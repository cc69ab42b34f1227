#include "cli/option_table.hh"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/context.hh"

namespace ai_memory {
namespace {

constexpr const char* kEverywhere = "Everywhere";

// CLI11 writes the name of a value and what may be given for it as "FORMAT:{auto,markdown}".
void take_value(OptionInfo& info, const std::string& type) {
  const auto brace = type.find('{');
  info.value = type.substr(0, type.find(':'));
  if (brace == std::string::npos || type.back() != '}') return;
  std::string list = type.substr(brace + 1, type.size() - brace - 2);
  for (const auto& word : CLI::detail::split(list, ',')) info.choices.push_back(word);
}

OptionInfo describe_option(const CLI::Option& option) {
  OptionInfo info;
  info.positional = option.get_positional();
  if (info.positional)
    info.name = option.get_name(true, false);
  else if (!option.get_lnames().empty())
    info.name = option.get_lnames().front();
  if (!option.get_snames().empty()) info.letter = option.get_snames().front();
  if (option.get_items_expected_min() > 0 || info.positional) take_value(info, option.get_type_name());
  info.about = option.get_description();
  info.repeated = option.get_expected_max() > 1;
  info.required = option.get_required();
  info.everywhere = option.get_group() == kEverywhere;
  return info;
}

}  // namespace

std::string OptionInfo::shown() const {
  if (positional) return name;
  return name.empty() ? "-" + letter : "--" + name;
}

const OptionInfo* CommandInfo::find(std::string_view typed) const {
  const auto found = std::find_if(options.begin(), options.end(), [typed](const OptionInfo& option) {
    if (option.positional) return false;
    return (typed.starts_with("--") && !option.name.empty() && typed.substr(2) == option.name) ||
           (typed.size() == 2 && !option.letter.empty() && typed.substr(1) == option.letter);
  });
  return found == options.end() ? nullptr : &*found;
}

std::vector<const OptionInfo*> CommandInfo::positionals() const {
  std::vector<const OptionInfo*> list;
  for (const auto& option : options)
    if (option.positional) list.push_back(&option);
  return list;
}

std::string CommandInfo::usage() const {
  if (command == nullptr) return "ai-memory [OPTIONS] COMMAND ...";
  std::string text = "ai-memory " + std::string(command->name) + " [OPTIONS]";
  for (const auto* option : positionals()) {
    const std::string word = option->name + (option->repeated ? "..." : "");
    text += option->required ? " " + word : " [" + word + "]";
  }
  return command->words == Words::text ? text + " WORDS..." : text;
}

void add_global_options(CLI::App& app, GlobalOptions& options, const Command& command) {
  const auto add = [&app](const char* names, std::string& value, const char* about, const char* type) {
    app.add_option(names, value, about)->type_name(type)->group(kEverywhere);
  };
  add("--home", options.home, "Where the wiki lives (AI_MEMORY_HOME)", "DIR");
  add("--config", options.config, "Settings file", "FILE");
  add("--workspace", options.workspace, "Workspace (AI_MEMORY_WORKSPACE)", "W");
  add("-p,--project", options.project, "Project, or workspace/project (AI_MEMORY_PROJECT)", "P");
  add("--actor", options.actor, "Who reads, for counting uses (AI_MEMORY_ACTOR)", "NAME");
  app.add_flag("--json", options.json, "Print one JSON document")->group(kEverywhere);
  app.add_flag("--jsonl", options.jsonl, "Print lists as one JSON document a line")->group(kEverywhere);
  app.add_flag("-q,--quiet", options.quiet, "No words beside the result")->group(kEverywhere);
  app.add_flag("--no-color", options.no_color, "No colours (NO_COLOR)")->group(kEverywhere);
  app.set_help_flag("-h,--help", "Print this and exit")->group(kEverywhere);
  if (command.needs == Needs::writes || command.needs == Needs::upkeep)
    app.add_flag("-n,--dry-run", options.dry_run, "Show what would change, change nothing");
}

CommandInfo describe(const CLI::App& app, const Command& command) {
  CommandInfo info;
  info.command = &command;
  info.footer = app.get_footer();
  for (const auto* option : app.get_options()) info.options.push_back(describe_option(*option));
  std::stable_partition(info.options.begin(), info.options.end(),
                        [](const OptionInfo& option) { return !option.everywhere; });
  return info;
}

CommandInfo describe(const Command& command) {
  CLI::App app{std::string(command.summary)};
  GlobalOptions options;
  command.setup(app);
  add_global_options(app, options, command);
  return describe(app, command);
}

CommandInfo describe_globals() {
  CommandInfo info = describe(commands().front());
  info.command = nullptr;
  std::erase_if(info.options, [](const OptionInfo& option) { return !option.everywhere; });
  return info;
}

}  // namespace ai_memory
