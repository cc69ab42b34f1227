// Language models behind HTTP.
#pragma once

#include <functional>
#include <memory>

#include "dream/language_model.hh"
#include "dream/model_config.hh"
#include "index/http.hh"
#include "index/http_retry.hh"

namespace ai_memory {

// What a test replaces.
struct ModelMeans {
  std::function<std::unique_ptr<Http>()> http;  // asked once, when a request is made first
  RetryClock clock;
  // What a server was found to take, from run to run; empty: nothing is known, or nothing kept.
  std::function<std::string(const std::string& server)> recall = {};
  std::function<void(const std::string& server, const std::string& dialect)> remember = {};
};

// Asks config.endpoint, and config.fallbacks in turn where those before fail for now. Keeps the budget: what would go
// beyond it is not sent. No error has a key in it.
std::unique_ptr<LanguageModel> make_http_model(ModelConfig config, ModelMeans means);

}  // namespace ai_memory
