#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/nearest.hh"
#include "cli/settings_error.hh"

namespace ai_memory {
namespace {

constexpr const char* kFallback = "llm.fallback";

bool is_fallback_wanted(const std::string& wanted) { return wanted.empty() || wanted == "llm" || wanted == kFallback; }

struct ConfigOptions {
  std::string action = "show", key;
  bool defaults = false;
};

std::string origin(const Config& config, const ConfigKey& key) {
  const auto found = config.origins.find(key.name);
  return found == config.origins.end() ? "default" : found->second;
}

// A setting, or all of a section.
bool is_wanted(const ConfigKey& key, const std::string& wanted) {
  return wanted.empty() || wanted == key.name || wanted == key.section();
}

void check_wanted(const std::string& wanted) {
  std::vector<std::string> names;
  if (wanted == kFallback) return;
  for (const auto& key : config_keys()) {
    if (is_wanted(key, wanted)) return;
    names.emplace_back(key.name);
  }
  names.emplace_back(kFallback);
  const std::string hint = did_you_mean(wanted, names);
  throw Error(ErrorKind::usage, one_line(wanted) + ": no such setting",
              hint.empty() ? "`ai-memory config show` lists them" : hint);
}

void show_json(Context& context, const std::string& wanted) {
  const Config defaults;
  auto document = json_document();
  for (const auto& key : config_keys())
    if (is_wanted(key, wanted))
      document["settings"].push_back({{"name", key.name},
                                      {"value", key.json(context.config())},
                                      {"default", key.json(defaults)},
                                      {"origin", origin(context.config(), key)},
                                      {"type", key.type()},
                                      {"unit", key.unit},
                                      {"range", key.range()},
                                      {"help", key.help}});
  if (is_fallback_wanted(wanted)) {
    document["llm_fallback"] = nlohmann::ordered_json::array();
    for (const LlmFallback& one : context.config().llm.fallback)
      document["llm_fallback"].push_back({{"provider", one.provider},
                                          {"base_url", one.base_url},
                                          {"model", one.model},
                                          {"api_key_env", one.api_key_env}});
  }
  context.out().json(document);
}

void show_defaults(Context& context) {
  if (!context.options().json) return context.out().print(example_config());
  auto document = json_document();
  for (const auto& key : config_keys()) document["settings"][std::string(key.name)] = key.json(Config());
  context.out().json(document);
}

void show(Context& context, const std::string& wanted) {
  const Config& config = context.config();  // read before anything is printed: it may be wrong
  auto& out = context.out();
  std::string_view section;
  for (const auto& key : config_keys()) {
    if (!is_wanted(key, wanted)) continue;
    if (wanted == key.name) return out.line(key.value(config));  // the value alone, for scripts
    if (key.section() != section) {
      if (!section.empty()) out.line("");
      section = key.section();
      out.line("[" + std::string(section) + "]");
    }
    const std::string value = key.value(config);
    const std::string line =
        value.empty() ? "# " + std::string(key.key()) + " =" : std::string(key.key()) + " = " + value;
    out.line(fit(line, std::max<std::size_t>(36, text_width(line))) +
             out.paint(Style::faint, "  # " + origin(config, key)));
  }
  if (is_fallback_wanted(wanted)) out.print(fallback_text(config));
}

// Also of files with faults, which other commands refuse.
std::optional<std::string> project_file_path(Context& context) {
  try {
    if (const auto& file = context.project_file()) return file->path.string();
  } catch (const Error& error) {
    context.out().warn(error.what());
  }
  return std::nullopt;
}

void show_paths(Context& context) {
  const auto file = context.config_file();
  const auto project_file = project_file_path(context);
  if (context.options().json) {
    auto document = json_document();
    document["file"] = file.string();
    document["exists"] = std::filesystem::exists(file);
    document["project_file"] = project_file.value_or("");
    return context.out().json(document);
  }
  context.out().line(file.string());
  if (project_file) context.out().line(*project_file);
}

void print_check(Context& context, const std::vector<std::string>& warnings, const std::string& errors) {
  auto document = json_document();
  document["errors"] = nlohmann::ordered_json::array();
  std::istringstream lines(errors);
  for (std::string line; std::getline(lines, line);) document["errors"].push_back(line);
  document["warnings"] = warnings;
  context.out().json(document);
}

// Warnings are told on stderr when the settings are read, errors by whoever catches them.
int check(Context& context) {
  const bool json = context.options().json;
  try {
    context.config();
  } catch (const SettingsError& error) {
    if (json) print_check(context, error.warnings(), error.what());
    throw;
  }
  const auto& warnings = context.config().warnings;
  if (json) {
    print_check(context, warnings, {});
  } else {
    context.out().say(warnings.empty() ? "ok" : std::to_string(warnings.size()) + " to look at");
  }
  return warnings.empty() ? kExitOk : kExitWithWarnings;
}

int config(Context& context, const ConfigOptions& options) {
  if (!options.key.empty() && (options.action != "show" || options.defaults))
    throw Error(ErrorKind::usage, "config: " + one_line(options.key) + ": only `config show` takes a setting");
  if (options.action == "check") return check(context);
  if (!options.key.empty()) check_wanted(options.key);
  if (options.action == "path")
    show_paths(context);
  else if (options.defaults)
    show_defaults(context);
  else if (context.options().json)
    show_json(context, options.key);
  else
    show(context, options.key);
  return kExitOk;
}

}  // namespace

Runner setup_config(CLI::App& app) {
  auto options = std::make_shared<ConfigOptions>();
  app.add_option("ACTION", options->action, "show (each setting and where it comes from), path, or check")
      ->check(CLI::IsMember({"show", "path", "check"}))
      ->capture_default_str();
  app.add_option("KEY", options->key, "show: only this setting (its value alone), or this section");
  app.add_flag("--defaults", options->defaults, "show: every setting with its help and default, as a settings file");
  return [options](Context& context) { return config(context, *options); };
}

}  // namespace ai_memory
