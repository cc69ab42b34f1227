#include "cli/timed_commands.hh"

#include <cstdlib>

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKeyFile = "%h/.config/ai-memory/environment";  // in systemd's words

// What systemd and cron start knows HOME and no other variable of the shell's.
fs::path home_folder() {
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home != '\0' ? fs::absolute(home) : fs::path();
}

// The program with the options without which it would look elsewhere when the shell's variables are gone.
std::vector<std::string> program_words(Context& context) {
  std::vector<std::string> words = {fs::read_symlink("/proc/self/exe").string(), "--quiet"};
  const fs::path home = home_folder(), config = context.config_file();
  if (home.empty() || context.home() != fs::weakly_canonical(home / ".local/share/ai-memory"))
    words.insert(words.end(), {"--home", context.home().string()});
  const bool counts = !context.options().config.empty() || (!config.empty() && fs::exists(config));
  if (counts && (home.empty() || fs::absolute(config) != home / ".config/ai-memory/config.toml"))
    words.insert(words.end(), {"--config", fs::absolute(config).lexically_normal().string()});
  return words;
}

// Without these the encoder, or a server's certificate, would be looked for elsewhere.
std::map<std::string, std::string> needed_variables() {
  std::map<std::string, std::string> variables;
  for (const char* const name : {"XDG_DATA_HOME", "SSL_CERT_FILE"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value != '\0') variables[name] = fs::absolute(value).lexically_normal().string();
  }
  return variables;
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
  TimedCommand made{name,
                    about,
                    program_words(context),
                    std::chrono::seconds(interval),
                    std::chrono::seconds(context.config().daemon.random_delay_secs),
                    needed_variables(),
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
