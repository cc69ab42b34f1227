#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/context.hh"

namespace ai_memory {
namespace {

struct ConfigOptions {
  std::string action = "show";
  bool defaults = false;
};

std::string origin(const Config& config, const ConfigKey& key) {
  const auto found = config.origins.find(key.name);
  return found == config.origins.end() ? "default" : found->second;
}

void show_json(Context& context) {
  const Config defaults;
  auto document = json_document();
  for (const auto& key : config_keys())
    document["settings"].push_back({{"name", key.name},
                                    {"value", key.value(context.config())},
                                    {"default", key.value(defaults)},
                                    {"origin", origin(context.config(), key)},
                                    {"type", key.type()},
                                    {"unit", key.unit},
                                    {"range", key.range()},
                                    {"help", key.help}});
  context.out().json(document);
}

void show_defaults(Context& context) {
  if (!context.options().json) return context.out().print(example_config());
  auto document = json_document();
  for (const auto& key : config_keys()) document["settings"][std::string(key.name)] = key.json(Config());
  context.out().json(document);
}

void show(Context& context) {
  auto& out = context.out();
  std::string_view section;
  for (const auto& key : config_keys()) {
    if (key.section() != section) {
      if (!section.empty()) out.line("");
      section = key.section();
      out.line("[" + std::string(section) + "]");
    }
    const std::string value = key.value(context.config());
    const std::string line =
        value.empty() ? "# " + std::string(key.key()) + " =" : std::string(key.key()) + " = " + value;
    out.line(fit(line, std::max<std::size_t>(36, text_width(line))) +
             out.paint(Style::faint, "  # " + origin(context.config(), key)));
  }
}

void show_paths(Context& context) {
  const auto file = context.config_file();
  const auto& project_file = context.project_file();
  if (context.options().json) {
    auto document = json_document();
    document["file"] = file.string();
    document["exists"] = std::filesystem::exists(file);
    document["project_file"] = project_file ? project_file->path.string() : "";
    return context.out().json(document);
  }
  context.out().line(file.string());
  if (project_file) context.out().line(project_file->path.string());
}

int check(Context& context) {
  const auto& warnings = context.config().warnings;  // told on stderr when the settings were read
  if (context.options().json) {
    auto document = json_document();
    document["warnings"] = warnings;
    context.out().json(document);
  } else {
    context.out().say(warnings.empty() ? "ok" : std::to_string(warnings.size()) + " to look at");
  }
  return warnings.empty() ? kExitOk : kExitWithWarnings;
}

int config(Context& context, const ConfigOptions& options) {
  if (options.action == "check") return check(context);
  if (options.action == "path")
    show_paths(context);
  else if (options.defaults)
    show_defaults(context);
  else if (context.options().json)
    show_json(context);
  else
    show(context);
  return kExitOk;
}

}  // namespace

Runner setup_config(CLI::App& app) {
  auto options = std::make_shared<ConfigOptions>();
  app.add_option("ACTION", options->action, "show (each setting and where it comes from), path, or check")
      ->check(CLI::IsMember({"show", "path", "check"}))
      ->capture_default_str();
  app.add_flag("--defaults", options->defaults, "show: every setting with its help and default, as a settings file");
  return [options](Context& context) { return config(context, *options); };
}

}  // namespace ai_memory
