#include "cli/embedding_server.hh"

#include "cli/variable.hh"
#include "wiki/error.hh"

namespace ai_memory {

OpenAiConfig server_config(const EmbeddingConfig& settings) {
  if (settings.base_url.empty())
    throw Error(ErrorKind::usage, "embedding.base_url: is not set, and embedding.provider is \"openai\"",
                "Ollama is at http://127.0.0.1:11434/v1, OpenAI at https://api.openai.com/v1");
  if (settings.model.empty())
    throw Error(ErrorKind::usage, "embedding.model: is not set, and embedding.provider is \"openai\"",
                "what the server calls the model, as nomic-embed-text");
  OpenAiConfig config;
  config.base_url = settings.base_url;
  config.model = settings.model;
  config.dimension = settings.dimension;
  config.request_dimension = settings.request_dimension;
  config.key = variable(settings.api_key_env);
  config.ca_file = variable("SSL_CERT_FILE");
  config.query_prefix = settings.query_prefix;
  config.document_prefix = settings.document_prefix;
  config.batch_size = static_cast<std::size_t>(settings.batch_size);
  config.timeout = std::chrono::seconds(settings.timeout_secs);
  config.query_timeout = std::chrono::seconds(settings.query_timeout_secs);
  config.retry.retries = settings.retries;
  HttpRequest request;
  request.url = config.base_url;
  if (!config.key.empty()) request.headers.emplace_back("Authorization", config.key);
  if (const std::string why = fault_of_request(request); !why.empty())
    throw Error(ErrorKind::usage, "embedding.base_url: " + why,
                "a key goes over https, or to this machine (through a tunnel, say), only");
  return config;
}

OpenAiMeans server_means(std::function<void(const std::string&)> warn) {
  return {make_http, RetryClock::real(), std::move(warn)};
}

}  // namespace ai_memory
