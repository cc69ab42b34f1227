// The settings of embedding.provider = "openai".
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/config.hh"
#include "index/openai_embedder.hh"

namespace ai_memory {

// With the key of the variable that the settings name. Throws `usage` naming the setting that is missing or wrong;
// a dimension of 0 is let through.
OpenAiConfig server_config(const EmbeddingConfig& settings);

OpenAiMeans server_means(std::function<void(const std::string&)> warn);

}  // namespace ai_memory
