#include "cli/config.hh"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <toml++/toml.h>

#include "cli/llm_fallback.hh"
#include "cli/nearest.hh"
#include "cli/output.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

// "Error while parsing array: encountered end-of-file", and what stands twice: "… cannot redefine existing integer
// 'mu'".
std::string syntax_fault(std::string text) {
  if (const auto twice = text.find("cannot redefine existing "); twice != std::string::npos) {
    const auto begin = text.find('\'', twice), end = text.rfind('\'');
    if (begin < end) return "`" + text.substr(begin + 1, end - begin - 1) + "` stands twice";
  }
  constexpr std::string_view prefix = "Error while parsing ";
  if (text.starts_with(prefix)) text.erase(0, prefix.size());
  return "not TOML: " + text;
}

toml::table parse_text(const std::string& text, const std::string& name) {
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    const auto& place = error.source().begin;
    throw Error(ErrorKind::usage,
                name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " +
                    one_line(syntax_fault(std::string(error.description()))),
                "the file is TOML: `key = value` lines under [section] lines, texts in quotes");
  }
}

toml::table parse_file(const fs::path& file) {
  // A cloned project may hold anything under this name: a pipe that never ends must not be read.
  std::error_code unknown;
  if (fs::exists(file, unknown) && !fs::is_regular_file(file, unknown))
    throw Error(ErrorKind::usage, file.string() + ": not a file", "settings are read from plain files only");
  if (!fs::exists(file, unknown)) throw Error(ErrorKind::not_found, file.string() + ": no such file");
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

std::string as_typed(const toml::node& node) {
  std::ostringstream text;
  node.visit([&text](const auto& value) { text << value; });
  return text.str();
}

// "not 11", where a message has told what is wanted.
std::string but_not(const std::string& typed) {
  const std::string shown = cut_to_width(one_line(typed), 40);
  return shown.empty() ? ", not an empty value" : ", not " + shown;
}

[[noreturn]] void refuse(const ConfigKey& key, const std::string& typed, const std::string& origin) {
  std::string wanted = (key.type() == "true or false" ? "" : "a ") + key.type();
  if (!key.range().empty()) wanted += ", " + key.range();
  if (!key.unit.empty()) wanted += " (" + std::string(key.unit) + ")";
  throw Error(ErrorKind::usage, origin + ": " + std::string(key.name) + ": needs " + wanted + but_not(typed));
}

[[noreturn]] void refuse(const ConfigKey& key, const toml::node& node, const std::string& origin) {
  refuse(key, as_typed(node), origin);
}

double number(const ConfigKey& key, const toml::node& node, const std::string& origin) {
  const auto value = node.is_number() ? node.value<double>() : std::nullopt;
  if (!value || !std::isfinite(*value) || *value < key.min || *value > key.max) refuse(key, node, origin);
  return *value;
}

int whole(const ConfigKey& key, const toml::node& node, const std::string& origin) {
  if (!node.is_integer()) refuse(key, node, origin);
  return static_cast<int>(number(key, node, origin));
}

std::string text(const ConfigKey& key, const toml::node& node, const std::string& origin) {
  if (!node.is_string()) refuse(key, node, origin);
  const std::string& value = node.as_string()->get();
  const std::string choices = "|" + std::string(key.unit) + "|";
  if (!key.unit.empty() && choices.find("|" + value + "|") == std::string::npos) refuse(key, node, origin);
  return value;
}

std::vector<std::string> texts(const ConfigKey& key, const toml::node& node, const std::string& origin) {
  const auto* array = node.as_array();
  if (array == nullptr) refuse(key, node, origin);
  std::vector<std::string> items;
  for (const auto& item : *array) {
    if (!item.is_string()) refuse(key, item, origin);
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
    if (!node.is_boolean()) refuse(key, node, origin);
    *field = node.as_boolean()->get();
  }
  void operator()(int* field) const { *field = whole(key, node, origin); }
  void operator()(double* field) const { *field = number(key, node, origin); }
  void operator()(std::optional<int>* field) const { *field = whole(key, node, origin); }
  void operator()(std::optional<double>* field) const { *field = number(key, node, origin); }
  void operator()(std::string* field) const { *field = text(key, node, origin); }
  void operator()(std::vector<std::string>* field) const { *field = texts(key, node, origin); }
};

void assign(Config& config, const ConfigKey& key, const toml::node& node, const std::string& origin) {
  std::visit(Assign{key, node, origin}, key.setting(config));
  config.origins[std::string(key.name)] = origin;
}

std::string at(const fs::path& file, const toml::node& node) {
  return file.string() + ":" + std::to_string(node.source().begin.line);
}

// What a file may hold.
struct Allowed {
  std::vector<std::string> sections, others;  // others: keys above all sections
};

bool has(const std::vector<std::string>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Where a key belongs that stands in the wrong section, or above all of them; empty if it is known nowhere.
std::string right_place(const std::string& name, const Allowed& allowed) {
  if (has(allowed.others, name)) return "it belongs above all sections";
  if (name == "project" || name == "workspace") return "it belongs in the .ai-memory.toml of a project's folder";
  for (const auto& key : config_keys()) {
    if (key.key() != name) continue;
    const std::string section(key.section());
    return "it belongs below [" + section + "]" + (has(allowed.sections, section) ? "" : " of config.toml");
  }
  return {};
}

// What may have been meant; `here`: the names that are known in its place.
std::string unknown(const std::string& what, const std::string& name, const std::vector<std::string>& here,
                    const Allowed& allowed) {
  std::string hint = right_place(name, allowed);
  if (hint.empty()) hint = did_you_mean(name, here);
  if (hint.empty()) {
    std::vector<std::string> keys;
    for (const auto& key : config_keys())
      if (has(allowed.sections, std::string(key.section()))) keys.emplace_back(key.key());
    if (const auto key = nearest(name, keys); !key.empty())
      hint = "did you mean `" + key + "`? " + right_place(key, allowed);
  }
  return "unknown " + what + (hint.empty() ? "" : "; " + hint);
}

// What is wrong, so that a person hears of all of it at once, by line, however the document keeps it.
class Findings {
 public:
  template <class Action>
  void collect(std::size_t line, Action action) {
    try {
      action();
    } catch (const Error& error) {
      faults_.emplace_back(line, one_line(error.what()));
    }
  }
  void warn(std::size_t line, const std::string& text) { warnings_.emplace_back(line, one_line(text)); }

  // Hands the warnings on, and throws if there is a fault.
  void settle(Config& config) {
    sort(warnings_);
    for (const auto& [line, warning] : warnings_) config.warnings.push_back(warning);
    if (faults_.empty()) return;
    sort(faults_);
    std::string text;
    for (const auto& [line, fault] : faults_) text += (text.empty() ? "" : "\n") + fault;
    throw Error(ErrorKind::usage, text, "`man ai-memory-config` tells what each setting takes");
  }

 private:
  using Lines = std::vector<std::pair<std::size_t, std::string>>;
  static void sort(Lines& lines) {
    std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  Lines faults_, warnings_;
};

// Reads one file, as far as `allowed` says; tells of all other entries.
class FileReader {
 public:
  FileReader(Config& config, const fs::path& file, Allowed allowed)
      : config_(config), file_(file), allowed_(std::move(allowed)) {}

  void read(const toml::table& document) {
    for (const auto& [key, node] : document) read_entry(std::string(key.str()), node);
    findings_.settle(config_);
  }

 private:
  void read_entry(const std::string& name, const toml::node& node) {
    const auto line = node.source().begin.line;
    if (has(allowed_.others, name)) return;
    if (has(allowed_.sections, name)) {
      findings_.collect(line, [&] {
        if (!node.is_table())
          throw Error(ErrorKind::usage, at(file_, node) + ": " + name + ": needs a section, [" + name + "]");
        read_section(name, *node.as_table());
      });
    } else if (has(section_names(), name)) {
      findings_.warn(line, at(file_, node) + ": [" + name + "] cannot be set here; it belongs in config.toml");
    } else if (node.is_table()) {
      const std::string hint = did_you_mean(name, allowed_.sections);
      findings_.warn(line, at(file_, node) + ": unknown section [" + name + "]" + (hint.empty() ? "" : "; " + hint));
    } else {
      findings_.warn(line, at(file_, node) + ": " + unknown("key `" + name + "`", name, allowed_.others, allowed_));
    }
  }

  std::string unknown_in(const std::string& section, const std::string& key) const {
    const std::string what = "key `" + key + "` in [" + section + "]";
    const std::string renamed = section == "llm" ? in_place_of_old(key) : "";
    return renamed.empty() ? unknown(what, key, key_names(section), allowed_) : "unknown " + what + "; " + renamed;
  }

  void read_fallback(const toml::node& node) {
    const auto warn = [&](const toml::node& one, const std::string& what) {
      findings_.warn(one.source().begin.line, at(file_, one) + ": " + what);
    };
    config_.llm.fallback = read_fallbacks(
        node, [&](const toml::node& one) { return at(file_, one); }, warn);
  }

  void read_section(const std::string& section, const toml::table& table) {
    for (const auto& [name, value] : table) {
      const std::string key_name(name.str());
      const auto line = value.source().begin.line;
      if (section == "llm" && key_name == "fallback") {
        findings_.collect(line, [&, &node = value] { read_fallback(node); });
        continue;
      }
      if (const auto* key = find_key(section + "." + key_name))
        findings_.collect(line, [&, &node = value] { assign(config_, *key, node, at(file_, node)); });
      else
        findings_.warn(line, at(file_, value) + ": " + unknown_in(section, key_name));
    }
  }

  Config& config_;
  const fs::path file_;
  const Allowed allowed_;
  Findings findings_;
};

std::string text_value(const toml::table& document, const fs::path& file, const char* key) {
  const auto* node = document.get(key);
  if (node == nullptr) return {};
  if (!node->is_string())
    throw Error(ErrorKind::usage, at(file, *node) + ": " + key + ": needs a text" + but_not(as_typed(*node)));
  return node->as_string()->get();
}

// The value of a variable, as TOML.
void assign_text(Config& config, const ConfigKey& key, const std::string& value, const std::string& variable) {
  toml::table document;
  if (key.type() == "text") return assign(config, key, toml::value<std::string>(value), variable);  // as it stands
  try {
    document = toml::parse("value = " + value, variable);
  } catch (const toml::parse_error&) {
    refuse(key, value, variable);
  }
  if (document.size() != 1) refuse(key, value, variable);
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

// Variables that settings do not come from, and the form of those that they come from.
std::vector<std::string> variable_names() {
  std::vector<std::string> names = {"HOME", "PROJECT", "WORKSPACE", "ACTOR", "NOW", "PAGER"};
  for (const auto& key : config_keys()) {
    std::string name = std::string(key.section()) + "__" + std::string(key.key());
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    names.push_back(std::move(name));
  }
  return names;
}

// A variable that is none of ours but looks like one; others may be somebody else's.
std::string misspelt_variable(const std::string& variable) {
  constexpr std::string_view prefix = "AI_MEMORY_";
  if (!variable.starts_with(prefix)) return {};
  const std::string name = variable.substr(prefix.size());
  const auto known = variable_names();
  if (has(known, name)) return {};
  const std::string near = nearest(name, known);
  return near.empty() ? near : variable + ": unknown variable; did you mean `" + std::string(prefix) + near + "`?";
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
  FileReader(config, file, {section_names(), {}}).read(parse_file(file));
}

ProjectFile read_project_file(const fs::path& file) {
  const auto document = parse_file(file);
  return {file, text_value(document, file, "workspace"), text_value(document, file, "project")};
}

void read_project_settings(Config& config, const fs::path& file) {
  FileReader(config, file, {{"decay", "search"}, {"workspace", "project"}}).read(parse_file(file));
}

void read_environment(Config& config, const std::vector<std::string>& environment) {
  Findings findings;
  auto entries = environment;
  std::sort(entries.begin(), entries.end());  // the order of messages should not be chance
  for (const auto& entry : entries) {
    const auto equals = entry.find('=');
    if (equals == std::string::npos) continue;
    const std::string variable = entry.substr(0, equals);
    const std::string name = key_of_variable(variable);
    if (const auto* key = find_key(name)) {
      findings.collect(0, [&] { assign_text(config, *key, entry.substr(equals + 1), variable); });
    } else if (!name.empty()) {
      const std::string renamed = name.starts_with("llm.") ? in_place_of_old(name.substr(4)) : "";
      const std::string hint = renamed.empty() ? did_you_mean(name, key_names("")) : renamed;
      findings.warn(0, variable + ": unknown setting `" + name + "`" + (hint.empty() ? "" : "; " + hint));
    } else if (const auto warning = misspelt_variable(variable); !warning.empty()) {
      findings.warn(0, warning);
    }
  }
  findings.settle(config);
}

}  // namespace ai_memory
