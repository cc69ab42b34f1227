// The settings of [llm].
#pragma once

#include <memory>
#include <string>

#include "cli/config.hh"
#include "dream/http_model.hh"

namespace ai_memory {

// What is missing before a model can be asked, with what to set; empty: nothing.
std::string missing_for_model(const LlmConfig& settings);

// With the keys of the variables that the settings name. Throws `usage` naming the setting that is missing or wrong.
ModelConfig model_config(const LlmConfig& settings);

std::unique_ptr<LanguageModel> open_model(const LlmConfig& settings);

}  // namespace ai_memory
