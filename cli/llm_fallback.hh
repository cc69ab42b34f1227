// [[llm.fallback]] of the settings: models that are asked, in this order, where the one of [llm] is busy, gone or too
// slow.
#pragma once

#include <functional>
#include <string>
#include <toml++/toml.h>
#include <vector>

#include "cli/config.hh"

namespace ai_memory {

// `place` says where a node stands: "config.toml:7". What is known is read; an unknown key goes to `warn`. Throws
// `usage`.
std::vector<LlmFallback> read_fallbacks(const toml::node& node,
                                        const std::function<std::string(const toml::node&)>& place,
                                        const std::function<void(const toml::node&, const std::string&)>& warn);

}  // namespace ai_memory
