// [[llm.fallback]] of the settings: models that are asked, in this order, where the one of [llm] is busy, gone or too
// slow.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

#include "cli/config.hh"

namespace ai_memory {

// `place` says where a node stands: "config.toml:7". What is known is read; an unknown key goes to `warn`. Throws
// `usage`.
std::vector<LlmFallback> read_fallbacks(const toml::node& node,
                                        const std::function<std::string(const toml::node&)>& place,
                                        const std::function<void(const toml::node&, const std::string&)>& warn);

// What to write in place of llm.`key`, one of the keys for the only other model that there could be once
// ("fallback_model"); empty: it is none of them.
std::string in_place_of_old(std::string_view key);

}  // namespace ai_memory
