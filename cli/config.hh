// The settings: where they come from, what they are called, and which values they take.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "decay/retention.hh"
#include "dream/dream_config.hh"
#include "index/search_index.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

struct EmbeddingConfig {
  std::string provider = "local";
  std::string model_file;  // empty: where `embed --install` puts it
  int budget_ms = 200;
  // Of "openai"; see index/openai_embedder.hh.
  std::string base_url, model;
  int dimension = 0;  // 0: not said
  bool request_dimension = false;
  std::string api_key_env;  // the variable's name; empty: no key is sent
  std::string query_prefix, document_prefix;
  int batch_size = 32, timeout_secs = 30, query_timeout_secs = 5, retries = 2;
};

struct LlmFallback {
  std::string provider, base_url, model, api_key_env;
};

// A language model; see dream/model_config.hh. Nothing asks it unless another setting or command says so.
struct LlmConfig {
  std::string provider = "none", base_url, model, api_key_env;
  int context_tokens = 16'000;
  int timeout_secs = 120, connect_timeout_secs = 10, max_retries = 3;
  int max_calls_per_run = 50, max_tokens_per_run = 500'000;
  double temperature = 0.1;
  std::vector<LlmFallback> fallback;  // asked in this order where the model above fails for now
};

struct TopicsConfig {
  bool enabled = true;      // else `topics` refuses
  bool show_themes = true;  // `status` tells what `topics` found last
};

// How often `daemon` runs what it runs. That of dreams is dream.interval_secs.
struct DaemonConfig {
  int sweep_interval_secs = 21'600, lint_interval_secs = 86'400, embed_interval_secs = 600;
  int random_delay_secs = 60;  // what is overdue at the start waits for a random part of it
};

struct Config {
  WikiConfig wiki;
  bool commit_hand_edits = true;  // by a sweep
  DecayConfig decay;
  SearchConfig search;
  EmbeddingConfig embedding;
  LlmConfig llm;
  DreamConfig dream;  // whether there are any: decay.dream_cold_clusters
  DaemonConfig daemon;
  TopicsConfig topics;
  std::vector<std::string> secret_prefixes;  // beside those that find_secrets() knows

  std::map<std::string, std::string, std::less<>> origins;  // key -> "file:line" or the variable; others: default
  std::vector<std::string> warnings;                        // unknown keys
};

using Setting = std::variant<bool*, int*, double*, std::optional<int>*, std::optional<double>*, std::string*,
                             std::vector<std::string>*>;

// One key. Everything that is said about settings is made from the table of these.
struct ConfigKey {
  std::string_view name;  // "decay.cold_threshold"
  Setting (*setting)(Config& config);
  std::string_view unit;  // "days"; of a text its choices, "local|none"; may be empty
  double min, max;        // of numbers
  std::string_view help;

  std::string_view section() const { return name.substr(0, name.find('.')); }
  std::string_view key() const { return name.substr(name.find('.') + 1); }
  std::string type() const;                       // "number", "whole number", "true or false", "text", "list of texts"
  std::string range() const;                      // "0 to 10"; empty for what is no number
  std::string value(const Config& config) const;  // as TOML; empty if unset
  nlohmann::ordered_json json(const Config& config) const;  // null if unset
};
const std::vector<ConfigKey>& config_keys();

// $XDG_CONFIG_HOME/ai-memory/config.toml or ~/.config/…; empty if neither variable is set.
std::filesystem::path default_config_file();

// Each adds to `config`. A wrong type, range or syntax throws `usage` naming file and line, all of them at once, a line
// each; what is right counts all the same. An unknown key is a warning.
void read_config_file(Config& config, const std::filesystem::path& file);
// .ai-memory.toml of a project: may set [decay] and [search] only.
struct ProjectFile {
  std::filesystem::path path;
  std::string workspace, project;  // empty: not named
};
ProjectFile read_project_file(const std::filesystem::path& file);
void read_project_settings(Config& config, const std::filesystem::path& file);
// AI_MEMORY_DECAY__COLD_THRESHOLD=0.3; `environment` holds NAME=VALUE.
void read_environment(Config& config, const std::vector<std::string>& environment);

// The sections [[llm.fallback]] as TOML; empty if there are none.
std::string fallback_text(const Config& config);

// Every key with its help and default, as config.example.toml has it.
std::string example_config();

}  // namespace ai_memory
