// Vectors made by somebody else: any server with an OpenAI-compatible /embeddings (OpenAI, Ollama, llama.cpp, vLLM).
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "index/embedder.hh"
#include "index/http_retry.hh"

namespace ai_memory {

struct OpenAiConfig {
  std::string base_url;  // "https://api.openai.com/v1"; /embeddings is added
  std::string model;
  int dimension = 0;               // numbers in a vector, 1 to 16384
  bool request_dimension = false;  // ask the model for that many
  std::string key;                 // empty: none is sent
  std::string ca_file;             // as HttpRequest's
  std::string query_prefix, document_prefix;
  std::size_t batch_size = 32;
  std::chrono::milliseconds timeout{30'000};       // of one request for documents
  std::chrono::milliseconds query_timeout{5'000};  // of a query with all attempts
  RetryConfig retry;
};

// What an OpenAiEmbedder works with. `http` is called when first needed; `warn` is told why a query has no vector.
struct OpenAiMeans {
  std::function<std::unique_ptr<Http>()> http;
  RetryClock clock = RetryClock::real();
  std::function<void(const std::string&)> warn;
};

// Its id is of the model, the dimension and document_prefix: the host that runs the model may change. Vectors are of
// unit length, with zeros up to a multiple of 32. Secrets in texts and queries are redacted before they leave.
//
// A text that the server cannot do, by itself, has no vector. embed_documents() throws `provider`, saying what to
// change, when it is not about the texts: nobody answers, the key or the model is refused, vectors are of another
// dimension. Once that was so, or three texts in a row failed, the other calls of a run throw without asking.
// A query that fails is not asked for again for 30 s.
std::unique_ptr<Embedder> make_openai_embedder(OpenAiConfig config, OpenAiMeans means);

// How many numbers the model gives, by asking it: for as many as `dimension` with request_dimension. Throws `provider`.
std::size_t ask_dimension(const OpenAiConfig& config, const OpenAiMeans& means);

}  // namespace ai_memory
