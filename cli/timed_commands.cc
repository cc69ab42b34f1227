#include "cli/timed_commands.hh"

#include <cstdlib>
#include <string_view>

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKeyFile = "%h/.config/ai-memory/environment";  // in systemd's words

fs::path path_in(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? fs::path() : fs::path(value);
}

using Variables = std::map<std::string, std::string>;

// Without these the wiki, the settings, git's own settings, the encoder or a server's certificate would be looked for
// elsewhere. A folder that is not absolute counts nowhere, so it must not be made to count there.
Variables needed_variables() {
  Variables variables;
  for (const char* const name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "SSL_CERT_FILE"}) {
    const fs::path value = path_in(name);
    const bool counts = name == std::string_view("SSL_CERT_FILE") ? !value.empty() : value.is_absolute();
    if (counts) variables[name] = fs::absolute(value).lexically_normal().string();
  }
  return variables;
}

// What the program takes there if nothing is named. Empty: HOME is not set, so everything has to be.
fs::path found_there(const Variables& variables, const char* base, const char* below_home, const char* name) {
  if (const auto set = variables.find(base); set != variables.end()) return fs::path(set->second) / name;
  const fs::path home = path_in("HOME");  // which systemd and cron set
  return home.empty() ? home : fs::absolute(home) / below_home / name;
}

// The program with the options without which it would look elsewhere when the shell's other variables are gone.
std::vector<std::string> program_words(Context& context, const Variables& variables) {
  std::vector<std::string> words = {fs::read_symlink("/proc/self/exe").string(), "--quiet"};
  const fs::path home = found_there(variables, "XDG_DATA_HOME", ".local/share", "ai-memory");
  if (home.empty() || context.home() != fs::weakly_canonical(home))
    words.insert(words.end(), {"--home", context.home().string()});
  const fs::path config = context.config_file();
  const fs::path usual = found_there(variables, "XDG_CONFIG_HOME", ".config", "ai-memory/config.toml");
  const bool counts = !context.options().config.empty() || (!config.empty() && fs::exists(config));
  if (counts && fs::absolute(config).lexically_normal() != usual.lexically_normal())
    words.insert(words.end(), {"--config", fs::absolute(config).lexically_normal().string()});
  return words;
}

std::vector<std::string> model_keys(const Config& config) {
  std::vector<std::string> keys;
  if (!config.llm.api_key_env.empty()) keys.push_back(config.llm.api_key_env);
  for (const LlmFallback& one : config.llm.fallback)
    if (!one.api_key_env.empty()) keys.push_back(one.api_key_env);
  return keys;
}

std::vector<std::string> embedding_keys(const Config& config) {
  const auto& embedding = config.embedding;
  if (embedding.provider != "openai" || embedding.api_key_env.empty()) return {};
  return {embedding.api_key_env};
}

TimedCommand timed(Context& context, const std::string& name, const std::string& about, const std::string& command,
                   int interval) {
  const Variables variables = needed_variables();
  TimedCommand made{name,
                    about,
                    program_words(context, variables),
                    std::chrono::seconds(interval),
                    std::chrono::seconds(context.config().daemon.random_delay_secs),
                    variables,
                    needed_keys(context.config()).empty() ? "" : kKeyFile};
  made.words.push_back(command);
  return made;
}

}  // namespace

std::set<std::string> needed_keys(const Config& config) {
  const auto embedding = embedding_keys(config), model = model_keys(config);
  std::set<std::string> keys(embedding.begin(), embedding.end());
  if (config.decay.dream_cold_clusters) keys.insert(model.begin(), model.end());
  return keys;
}

std::vector<TimedCommand> timed_commands(Context& context) {
  const Config& config = context.config();
  std::vector<TimedCommand> list = {timed(context, kSweepTimer, "take pages away that are over or that nobody reads",
                                          "forget-sweep", config.daemon.sweep_interval_secs)};
  if (config.decay.dream_cold_clusters)
    list.push_back(
        timed(context, kDreamTimer, "join cold pages that say the same", "dream", config.dream.interval_secs));
  return list;
}

}  // namespace ai_memory
