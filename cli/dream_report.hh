// What a dream did or would do, as JSON, and that for a person.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/output.hh"
#include "cli/scope.hh"
#include "dream/dream.hh"

namespace ai_memory {

nlohmann::ordered_json json_dream(const DreamReport& report);

// `report` as json_dream() made it, now or for an earlier run.
void print_dream(Output& out, const nlohmann::ordered_json& report, const Scope& scope);

}  // namespace ai_memory
