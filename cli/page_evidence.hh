// Evidence as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>

#include "index/page_evidence.hh"

namespace ai_memory {

nlohmann::ordered_json json_evidence(const PageEvidence& evidence);
nlohmann::ordered_json json_paths(const std::set<PagePath>& pages);

}  // namespace ai_memory
