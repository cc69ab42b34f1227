// One search result, for programs and for people.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/context.hh"

namespace ai_memory {

nlohmann::ordered_json json_hit(const Hit& hit);

// `explain`: with what its score is made of.
void print_hit(Context& context, const Hit& hit, bool explain);

}  // namespace ai_memory
