#include "cli/open_model.hh"

#include <algorithm>
#include <random>

#include "cli/variable.hh"
#include "wiki/error.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

std::string named(const std::string& prefix, const char* key) { return "llm." + prefix + key; }

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

ModelEndpoint endpoint(const LlmConfig& settings, const std::string& prefix, const std::string& provider,
                       const std::string& base_url, const std::string& model, const std::string& key_variable) {
  ModelEndpoint made;
  made.protocol = protocol_of(provider);
  made.base_url = base_url.empty() ? std::string(usual_base_url(made.protocol)) : base_url;
  made.model = model;
  made.temperature = settings.temperature;
  made.context_tokens = static_cast<std::size_t>(settings.context_tokens);
  if (model.empty())
    throw Error(ErrorKind::usage, named(prefix, "model") + ": is not set",
                "what the server calls the model, as gpt-4o-mini or llama3.1");
  refuse_key(key_variable, named(prefix, "api_key_env"));
  made.key = variable(key_variable);
  if (!key_variable.empty() && made.key.empty())
    throw Error(ErrorKind::usage,
                key_variable + ": is not set, and " + named(prefix, "api_key_env") + " says that the key is there",
                "put the key into that variable, not into a file of settings");
  HttpRequest request;
  request.url = made.base_url;
  if (!made.key.empty()) request.headers.emplace_back("Authorization", made.key);
  if (const std::string why = fault_of_request(request); !why.empty())
    throw Error(ErrorKind::usage, named(prefix, "base_url") + ": " + why,
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
  config.endpoint = endpoint(settings, "", settings.provider, settings.base_url, settings.model, settings.api_key_env);
  if (settings.fallback_provider != "none")
    config.fallback = endpoint(settings, "fallback_", settings.fallback_provider, settings.fallback_base_url,
                               settings.fallback_model, settings.fallback_api_key_env);
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

std::unique_ptr<LanguageModel> open_model(const LlmConfig& settings) {
  return make_http_model(model_config(settings), {make_http, RetryClock::real()});
}

}  // namespace ai_memory
