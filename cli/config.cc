#include "cli/config.hh"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <toml++/toml.h>

#include "cli/nearest.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

toml::table parse_text(const std::string& text, const std::string& name) {
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    const auto& place = error.source().begin;
    throw Error(ErrorKind::usage,
                name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " +
                    std::string(error.description()),
                "the file is TOML: `key = value` lines under [section] lines");
  }
}

toml::table parse_file(const fs::path& file) {
  // A cloned project may hold anything under this name: a pipe that never ends must not be read.
  std::error_code unknown;
  if (fs::exists(file, unknown) && !fs::is_regular_file(file, unknown))
    throw Error(ErrorKind::usage, file.string() + ": not a file", "settings are read from plain files only");
  if (!fs::exists(file, unknown)) throw Error(ErrorKind::usage, file.string() + ": no such file");
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in || in.bad()) throw Error(ErrorKind::failed, file.string() + ": cannot be read");
  return parse_text(text.str(), file.string());
}

std::vector<std::string> key_names(std::string_view section) {
  std::vector<std::string> names;
  for (const auto& key : config_keys())
    if (section.empty() || key.section() == section) names.emplace_back(section.empty() ? key.name : key.key());
  return names;
}

std::vector<std::string> section_names() {
  std::vector<std::string> names;
  for (const auto& key : config_keys())
    if (names.empty() || names.back() != key.section()) names.emplace_back(key.section());
  return names;
}

const ConfigKey* find_key(std::string_view name) {
  for (const auto& key : config_keys())
    if (key.name == name) return &key;
  return nullptr;
}

[[noreturn]] void refuse(const ConfigKey& key, const std::string& origin) {
  std::string wanted = (key.type() == "true or false" ? "" : "a ") + key.type();
  if (!key.range().empty()) wanted += ", " + key.range();
  if (!key.unit.empty()) wanted += " (" + std::string(key.unit) + ")";
  throw Error(ErrorKind::usage, origin + ": " + std::string(key.name) + ": needs " + wanted);
}

double number(const ConfigKey& key, const toml::node& node, const std::string& origin) {
  const auto value = node.is_number() ? node.value<double>() : std::nullopt;
  if (!value || !std::isfinite(*value) || *value < key.min || *value > key.max) refuse(key, origin);
  return *value;
}

int whole(const ConfigKey& key, const toml::node& node, const std::string& origin) {
  if (!node.is_integer()) refuse(key, origin);
  return static_cast<int>(number(key, node, origin));
}

std::vector<std::string> texts(const ConfigKey& key, const toml::node& node, const std::string& origin) {
  const auto* array = node.as_array();
  if (array == nullptr) refuse(key, origin);
  std::vector<std::string> items;
  for (const auto& item : *array) {
    if (!item.is_string()) refuse(key, origin);
    items.push_back(item.as_string()->get());
  }
  return items;
}

// Puts a value of the right type and range in its place.
struct Assign {
  const ConfigKey& key;
  const toml::node& node;
  const std::string& origin;

  void operator()(bool* field) const {
    if (!node.is_boolean()) refuse(key, origin);
    *field = node.as_boolean()->get();
  }
  void operator()(int* field) const { *field = whole(key, node, origin); }
  void operator()(double* field) const { *field = number(key, node, origin); }
  void operator()(std::optional<int>* field) const { *field = whole(key, node, origin); }
  void operator()(std::optional<double>* field) const { *field = number(key, node, origin); }
  void operator()(std::vector<std::string>* field) const { *field = texts(key, node, origin); }
};

void assign(Config& config, const ConfigKey& key, const toml::node& node, const std::string& origin) {
  std::visit(Assign{key, node, origin}, key.setting(config));
  config.origins[std::string(key.name)] = origin;
}

void warn_unknown(Config& config, const std::string& origin, const std::string& what, std::string_view name,
                  const std::vector<std::string>& known) {
  const std::string hint = did_you_mean(name, known);
  config.warnings.push_back(origin + ": unknown " + what + (hint.empty() ? "" : "; " + hint));
}

std::string at(const fs::path& file, const toml::node& node) {
  return file.string() + ":" + std::to_string(node.source().begin.line);
}

// What is wrong, so that a person hears of all of it at once.
class Faults {
 public:
  template <class Action>
  void collect(std::size_t line, Action action) {
    try {
      action();
    } catch (const Error& error) {
      found_.emplace_back(line, error.what());
    }
  }
  // By line, however the document keeps them.
  void throw_if_any() {
    if (found_.empty()) return;
    std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string text;
    for (const auto& [line, fault] : found_) text += (text.empty() ? "" : "\n") + fault;
    throw Error(ErrorKind::usage, text, "`man ai-memory-config` tells what each setting takes");
  }

 private:
  std::vector<std::pair<std::size_t, std::string>> found_;
};

void read_section(Config& config, Faults& faults, const fs::path& file, const std::string& section,
                  const toml::table& table) {
  for (const auto& [name, node] : table) {
    const std::string key_name(name.str());
    if (const auto* key = find_key(section + "." + key_name))
      faults.collect(node.source().begin.line, [&, &value = node] { assign(config, *key, value, at(file, value)); });
    else
      warn_unknown(config, at(file, node), "key `" + key_name + "` in [" + section + "]", key_name, key_names(section));
  }
}

// Reads those sections of `document` that `sections` lists; says so of all other entries but `others`.
void read_sections(Config& config, const fs::path& file, const toml::table& document,
                   const std::vector<std::string>& sections, const std::vector<std::string>& others) {
  const auto listed = [](const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  Faults faults;
  for (const auto& [key, node] : document) {
    const std::string name(key.str());
    if (listed(others, name)) continue;
    if (listed(sections, name)) {
      faults.collect(node.source().begin.line, [&, &section = node] {
        if (!section.is_table())
          throw Error(ErrorKind::usage, at(file, section) + ": " + name + ": needs a section, [" + name + "]");
        read_section(config, faults, file, name, *section.as_table());
      });
    } else if (listed(section_names(), name)) {
      config.warnings.push_back(at(file, node) + ": [" + name + "] cannot be set here; it belongs in config.toml");
    } else {
      warn_unknown(config, at(file, node), node.is_table() ? "section [" + name + "]" : "key `" + name + "`", name,
                   sections);
    }
  }
  faults.throw_if_any();
}

std::string text_value(const toml::table& document, const fs::path& file, const char* key) {
  const auto* node = document.get(key);
  if (node == nullptr) return {};
  if (!node->is_string()) throw Error(ErrorKind::usage, at(file, *node) + ": " + key + ": needs a text");
  return node->as_string()->get();
}

// The value of a variable, as TOML.
void assign_text(Config& config, const ConfigKey& key, const std::string& value, const std::string& variable) {
  toml::table document;
  try {
    document = toml::parse("value = " + value, variable);
  } catch (const toml::parse_error&) {
    refuse(key, variable);
  }
  if (document.size() != 1) refuse(key, variable);
  assign(config, key, *document.get("value"), variable);
}

// AI_MEMORY_DECAY__COLD_THRESHOLD -> decay.cold_threshold; empty if it is no variable of this form.
std::string key_of_variable(std::string_view variable) {
  constexpr std::string_view prefix = "AI_MEMORY_";
  if (!variable.starts_with(prefix)) return {};
  variable.remove_prefix(prefix.size());
  const auto split = variable.find("__");
  if (split == std::string_view::npos) return {};
  std::string name = std::string(variable.substr(0, split)) + "." + std::string(variable.substr(split + 2));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

}  // namespace

fs::path default_config_file() {
  const auto from = [](const char* name) {
    return std::getenv(name) != nullptr ? fs::path(std::getenv(name)) : fs::path();
  };
  if (const auto base = from("XDG_CONFIG_HOME"); base.is_absolute()) return base / "ai-memory/config.toml";
  if (const auto home = from("HOME"); !home.empty()) return home / ".config/ai-memory/config.toml";
  return {};
}

void read_config_file(Config& config, const fs::path& file) {
  read_sections(config, file, parse_file(file), section_names(), {});
}

ProjectFile read_project_file(const fs::path& file) {
  const auto document = parse_file(file);
  return {file, text_value(document, file, "workspace"), text_value(document, file, "project")};
}

void read_project_settings(Config& config, const fs::path& file) {
  read_sections(config, file, parse_file(file), {"decay", "search"}, {"workspace", "project"});
}

void read_environment(Config& config, const std::vector<std::string>& environment) {
  Faults faults;
  for (const auto& entry : environment) {
    const auto equals = entry.find('=');
    const std::string variable = entry.substr(0, equals);
    const std::string name = key_of_variable(variable);
    if (name.empty() || equals == std::string::npos) continue;
    if (const auto* key = find_key(name))
      faults.collect(0, [&] { assign_text(config, *key, entry.substr(equals + 1), variable); });
    else
      warn_unknown(config, variable, "setting `" + name + "`", name, key_names(""));
  }
  faults.throw_if_any();
}

}  // namespace ai_memory
