#include "cli/help.hh"

#include <algorithm>
#include <array>
#include <utility>

#include "cli/output.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kNameColumns = 27;

// Where an example says more than the usage line.
constexpr std::array<std::pair<std::string_view, std::string_view>, 24> kExamples = {{
    {"append", "ai-memory append decisions/storage --body \"Reconsider beyond 1 GB.\""},
    {"commit", "ai-memory commit -m \"We moved\""},
    {"completions", "ai-memory completions bash"},
    {"config", "ai-memory config show decay.cold_threshold"},
    {"daemon", "ai-memory daemon --once"},
    {"diff", "ai-memory diff decisions/storage 2026-11-01"},
    {"edit", "EDITOR=vim ai-memory edit decisions/storage"},
    {"export", "ai-memory export /tmp/pages"},
    {"feedback", "ai-memory feedback decisions/storage stale --reason \"we moved\""},
    {"forget-sweep", "ai-memory forget-sweep --dry-run"},
    {"graph", "ai-memory graph | dot -Tsvg > pages.svg"},
    {"import", "ai-memory import --dry-run ~/notes"},
    {"install-timers", "ai-memory install-timers --dry-run"},
    {"lint", "ai-memory lint --kind contradiction,broken_link"},
    {"list", "ai-memory list --tier episodic --since 30d"},
    {"log", "ai-memory log decisions/storage"},
    {"move-page", "ai-memory move-page notes/storage decisions/"},
    {"pin", "ai-memory pin sessions/kickoff"},
    {"read-page", "ai-memory read-page decisions/storage"},
    {"related", "ai-memory related decisions/storage --depth 2"},
    {"restore-page", "ai-memory restore-page sessions/kickoff --at 2026-11-01"},
    {"search", "ai-memory search '\"easy to back up\"' -postgres tag:db"},
    {"undo", "ai-memory undo --last --dry-run"},
    {"write-page", "ai-memory write-page decisions/storage --tag db --body \"SQLite.\""},
}};

// "  -n, --dry-run", "      --at REV", "  PATH...".
std::string head(const OptionInfo& option) {
  if (option.positional) return "  " + option.name + (option.repeated ? "..." : "");
  std::string text = option.letter.empty() ? "      " : "  -" + option.letter + (option.name.empty() ? "" : ", ");
  if (!option.name.empty()) text += "--" + option.name;
  return option.value.empty() ? text : text + " " + option.value;
}

// The values that it takes, unless its sentence names them already.
std::string choices(const OptionInfo& option) {
  const bool told = std::all_of(option.choices.begin(), option.choices.end(), [&option](const std::string& choice) {
    return option.about.find(choice) != std::string::npos;
  });
  if (told) return {};
  std::string list;
  for (const auto& choice : option.choices) list += (list.empty() ? ": " : ", ") + choice;
  return list;
}

std::string option_text(const OptionInfo& option, std::size_t columns) {
  const std::string name = head(option);
  const bool beside = text_width(name) + 1 < kNameColumns;
  std::string text = beside ? fit(name, kNameColumns) : name + "\n" + std::string(kNameColumns, ' ');
  const std::size_t width = columns > kNameColumns + 20 ? columns - kNameColumns : 20;
  const char* separator = "";
  for (const auto& line : wrap_words(option.about + choices(option), width, width)) {
    text += separator + line + "\n";
    separator = "                           ";
  }
  return text;
}

template <class Wanted>
std::string group(const CommandInfo& info, const char* title, std::size_t columns, Wanted wanted) {
  std::string text;
  for (const auto& option : info.options)
    if (wanted(option)) text += option_text(option, columns);
  return text.empty() ? text : "\n" + std::string(title) + text;
}

}  // namespace

std::string_view example_of(std::string_view command) {
  for (const auto& [name, example] : kExamples)
    if (name == command) return example;
  return {};
}

std::string help_text() {
  std::string text =
      "Usage: ai-memory [--home DIR] [--project P] [--json] COMMAND ...\n"
      "       ai-memory help [COMMAND]\n"
      "       ai-memory -V | --version\n";
  std::string_view theme;
  for (const auto& command : commands()) {
    if (command.theme != theme) text += "\n" + std::string(theme = command.theme) + "\n";
    text += "  " + fit(command.name, 15) + " " + std::string(command.summary) + "\n";
  }
  return text + "\n`ai-memory COMMAND --help` tells more, `man ai-memory` all.\n";
}

std::string help_text(const CommandInfo& info, std::size_t columns) {
  std::string text = "Usage: " + info.usage() + "\n\n";
  const auto add = [&](const std::string& words) {
    for (const auto& line : wrap_words(words, columns, columns)) text += line + "\n";
  };
  std::string summary(info.command->summary);
  if (!summary.empty() && summary[0] >= 'a' && summary[0] <= 'z')
    summary[0] = static_cast<char>(summary[0] - 'a' + 'A');
  add(summary + ".");
  text += group(info, "", columns, [](const OptionInfo& option) { return option.positional; });
  text += group(info, "Options:\n", columns,
                [](const OptionInfo& option) { return !option.positional && !option.everywhere; });
  text += group(info, "Everywhere:\n", columns, [](const OptionInfo& option) { return option.everywhere; });
  if (!info.footer.empty()) {
    text += "\n";
    add(info.footer);
  }
  if (const auto example = example_of(info.command->name); !example.empty())
    text += "\nExample: " + std::string(example) + "\n";
  return text;
}

}  // namespace ai_memory
