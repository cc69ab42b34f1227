// The settings of [llm].
#pragma once

#include <memory>
#include <string>

#include "cli/config.hh"
#include "dream/http_model.hh"
#include "index/search_index.hh"

namespace ai_memory {

// What is missing before a model can be asked, with what to set; empty: nothing.
std::string missing_for_model(const LlmConfig& settings);

// With the keys of the variables that the settings name. Throws `usage` naming the setting that is missing or wrong.
ModelConfig model_config(const LlmConfig& settings);

// `memory` keeps what each server was found to take; it must live as long as the model.
std::unique_ptr<LanguageModel> open_model(const LlmConfig& settings, SearchIndex& memory, Timestamp now);

}  // namespace ai_memory
