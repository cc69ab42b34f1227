#include "cli/usage_error.hh"

#include <algorithm>

#include "cli/nearest.hh"
#include "cli/output.hh"

namespace ai_memory {
namespace {

std::string help_hint(const CommandInfo& info) {
  if (info.command == nullptr) return "`ai-memory --help` lists the commands, each of which has its own options";
  return "`ai-memory " + std::string(info.command->name) + " --help` lists what it takes";
}

Error refuse(const CommandInfo& info, const std::string& what, const std::string& hint) {
  const std::string prefix = info.command == nullptr ? "" : std::string(info.command->name) + ": ";
  return Error(ErrorKind::usage, prefix + one_line(what), hint);
}

Error no_such_option(const CommandInfo& info, const std::string& typed) {
  std::vector<std::string> names;
  for (const auto& option : info.options)
    if (!option.positional && !option.name.empty()) names.push_back("--" + option.name);
  const std::string hint = did_you_mean(typed, names);
  return refuse(info, typed + ": no such option", hint.empty() ? help_hint(info) : hint);
}

Error wrong_value(const CommandInfo& info, const std::string& name, const std::string& value) {
  const auto* option = info.find(name);
  if (option == nullptr)
    for (const auto* positional : info.positionals())
      if (positional->name == name) option = positional;
  if (option == nullptr) return refuse(info, name + ": not a value it takes: " + value, help_hint(info));
  std::string hint = did_you_mean(value, option->choices);
  std::string all;
  for (const auto& choice : option->choices) all += (all.empty() ? "it is one of " : ", ") + choice;
  hint += (hint.empty() ? "" : " ") + all;
  return refuse(info, name + ": not a value it takes: " + value, hint.empty() ? help_hint(info) : hint);
}

// In "-qpx": where the letter stands that ends the row of flags, for it is none, takes a value or is the last. Absent
// for a long option.
std::optional<std::size_t> last_letter(const CommandInfo& info, const std::string& typed) {
  if (typed.starts_with("--")) return std::nullopt;
  std::size_t at = 1;
  while (at + 1 < typed.size()) {
    const auto* flag = info.find("-" + typed.substr(at, 1));
    if (flag == nullptr || !flag->value.empty()) break;
    ++at;
  }
  return at;
}

// "<before><cut><behind>"
bool split(std::string text, std::string_view cut, std::string& before, std::string& behind) {
  const auto at = text.find(cut);
  if (at == std::string::npos) return false;
  before = text.substr(0, at);
  behind = text.substr(at + cut.size());
  return true;
}

}  // namespace

std::optional<Error> find_usage_error(const CommandInfo& info, const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  bool only_words = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& typed = arguments[i];
    if (only_words || typed.size() < 2 || typed[0] != '-') {
      words.push_back(typed);
      continue;
    }
    if (typed == "--") {
      only_words = true;
      continue;
    }
    const auto letter = last_letter(info, typed);
    const std::string name = letter ? "-" + typed.substr(*letter, 1) : typed.substr(0, typed.find('='));
    const auto* option = info.find(name);
    if (option == nullptr) return no_such_option(info, name);
    const bool joined = letter ? *letter + 1 < typed.size() : name.size() < typed.size();
    if (option->value.empty()) {
      if (joined) return refuse(info, name + ": takes no value", help_hint(info));
    } else if (!joined && ++i == arguments.size()) {
      return refuse(info, name + ": its value is missing", "usage: " + name + " " + option->value);
    }
  }
  const auto positionals = info.positionals();
  const auto usage = "usage: " + info.usage();
  if (words.size() < positionals.size() && positionals[words.size()]->required)
    return refuse(info, positionals[words.size()]->name + " is missing", usage);
  const bool open = std::any_of(positionals.begin(), positionals.end(), [](const auto* one) { return one->repeated; });
  if (words.size() > positionals.size() && !open)
    return refuse(info, words[positionals.size()] + ": one argument too many",
                  usage + "   (a name with spaces stands in quotes)");
  return std::nullopt;
}

Error usage_error(const CommandInfo& info, const std::string& message) {
  std::string first, second, value;
  if (split(message, " not in {", first, second) && split(first, ": ", first, value))
    return wrong_value(info, first, value);
  if (split(message, " excludes ", first, second))
    return refuse(info, first + " and " + second + ": not both", "give one of them");
  if (split(message, " requires ", first, second))
    return refuse(info, first + ": needs " + second + " beside it", help_hint(info));
  if (split(message, ": At Most 1 required", first, second))
    return refuse(info, first + ": given more than once", "give it once");
  if (split(message, "Could not convert: ", first, second) && split(second, " = ", first, value))
    return refuse(info, first + ": not a number it takes: " + value, help_hint(info));
  if (split(message, "; it takes ", first, second)) return refuse(info, first, "it takes " + second);
  return refuse(info, message, help_hint(info));
}

}  // namespace ai_memory
