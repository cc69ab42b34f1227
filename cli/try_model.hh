// Whether the language model of the settings answers.
#pragma once

#include "cli/config.hh"
#include "wiki/health.hh"

namespace ai_memory {

// Sends one small request, without a second attempt where the server is busy.
Finding try_model(const LlmConfig& settings);

}  // namespace ai_memory
