#include "cli/open_model.hh"

#include <algorithm>
#include <random>

#include "cli/variable.hh"
#include "wiki/error.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

constexpr auto kServersChange = std::chrono::days(7);  // then it is found out anew what one takes

Protocol protocol_of(const std::string& provider) {
  if (provider == "anthropic") return Protocol::anthropic;
  return provider == "ollama" ? Protocol::ollama : Protocol::openai;
}

// Whoever put the key itself there must not see it in a message.
void refuse_key(const std::string& name, const std::string& setting) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  });
  if (!plain || name.size() > 64 || !find_secrets(name).empty())
    throw Error(ErrorKind::usage, setting + ": is no name of a variable (it is not shown, for it may be the key)",
                "put the key into a variable, and the variable's name there");
}

// A file that was made elsewhere leaves a carriage return, which no server takes and nobody sees.
void refuse_blanks(const std::string& key, const std::string& variable) {
  const bool plain = std::all_of(key.begin(), key.end(), [](char c) {
    return static_cast<unsigned char>(c) > 0x20 && static_cast<unsigned char>(c) != 0x7f;
  });
  if (!plain)
    throw Error(ErrorKind::usage, variable + ": holds a blank or a line end, which no key has (it is not shown)",
                "set it anew without; `tr -d '[:space:]'` takes them out");
}

// `setting`: what the names of its settings begin with.
ModelEndpoint endpoint(const LlmConfig& settings, const std::string& setting, const LlmFallback& said) {
  const std::string& key_variable = said.api_key_env;
  ModelEndpoint made;
  made.setting = setting;
  made.protocol = protocol_of(said.provider);
  made.base_url = said.base_url.empty() ? std::string(usual_base_url(made.protocol)) : said.base_url;
  made.model = said.model;
  made.temperature = settings.temperature;
  made.context_tokens = static_cast<std::size_t>(settings.context_tokens);
  if (made.model.empty())
    throw Error(ErrorKind::usage, setting + "model" + ": is not set",
                "what the server calls the model, as gpt-4o-mini or llama3.1");
  refuse_key(key_variable, setting + "api_key_env");
  made.key = variable(key_variable);
  if (!key_variable.empty() && made.key.empty())
    throw Error(ErrorKind::usage,
                key_variable + ": is not set, and " + setting + "api_key_env" + " says that the key is there",
                "put the key into that variable, not into a file of settings");
  refuse_blanks(made.key, key_variable);
  HttpRequest request;
  request.url = made.base_url;
  if (!made.key.empty()) request.headers.emplace_back("Authorization", made.key);
  if (const std::string why = fault_of_request(request); !why.empty())
    throw Error(ErrorKind::usage, setting + "base_url" + ": " + why,
                "a key goes over https, or to this machine (through a tunnel, say), only");
  return made;
}

}  // namespace

std::string missing_for_model(const LlmConfig& settings) {
  if (settings.provider == "none") return "no language model: llm.provider is \"none\"";
  try {
    model_config(settings);
  } catch (const Error& error) {
    return std::string(error.what()) + (error.hint().empty() ? "" : " (" + error.hint() + ")");
  }
  return {};
}

ModelConfig model_config(const LlmConfig& settings) {
  if (settings.provider == "none")
    throw Error(ErrorKind::usage, "llm.provider: is \"none\"",
                "set it to openai (any compatible server), anthropic or ollama; see `man ai-memory-config`");
  ModelConfig config;
  config.endpoint =
      endpoint(settings, "llm.", {settings.provider, settings.base_url, settings.model, settings.api_key_env});
  for (std::size_t i = 0; i < settings.fallback.size(); ++i)
    config.fallbacks.push_back(
        endpoint(settings, "[[llm.fallback]] " + std::to_string(i + 1) + ": ", settings.fallback[i]));
  config.timeout = std::chrono::seconds(settings.timeout_secs);
  config.connect_timeout = std::chrono::seconds(settings.connect_timeout_secs);
  config.retry.retries = settings.max_retries;
  config.retry.longest_wait = std::chrono::seconds(60);
  config.retry.total = 2 * config.timeout;
  config.retry.jitter = [random = std::mt19937(std::random_device{}())]() mutable {
    return std::uniform_real_distribution<double>(0, 1)(random);
  };
  config.budget.calls = static_cast<std::size_t>(settings.max_calls_per_run);
  config.budget.tokens = static_cast<std::size_t>(settings.max_tokens_per_run);
  config.ca_file = variable("SSL_CERT_FILE");
  return config;
}

std::unique_ptr<LanguageModel> open_model(const LlmConfig& settings, SearchIndex& memory, Timestamp now) {
  const auto key = [](const std::string& server) { return "model_takes " + server; };
  ModelMeans means{make_http, RetryClock::real()};
  means.recall = [&memory, key, now](const std::string& server) {
    const std::string said = memory.meta(key(server)).value_or("");  // "2026-12-01T10:00:00Z object"
    const auto blank = said.find(' ');
    const auto then = parse_time(said.substr(0, blank));
    const bool fresh = then && *then <= now && now - *then < kServersChange;
    return fresh && blank != said.npos ? said.substr(blank + 1) : std::string();
  };
  means.remember = [&memory, key, now](const std::string& server, const std::string& dialect) {
    try {
      memory.set_meta(key(server), format_time(now) + " " + dialect);
    } catch (const Error&) {  // the next run asks once more for nothing, that is all
    }
  };
  return make_http_model(model_config(settings), std::move(means));
}

}  // namespace ai_memory
