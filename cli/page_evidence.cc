#include "cli/page_evidence.hh"

#include <nlohmann/json.hpp>

#include "cli/page_json.hh"

namespace ai_memory {

nlohmann::ordered_json json_paths(const std::set<PagePath>& pages) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& page : pages) list.push_back(page.str());
  return list;
}

nlohmann::ordered_json json_evidence(const PageEvidence& evidence) {
  return {{"sessions", json_paths(evidence.sessions)},
          {"pages", json_paths(evidence.further)},
          {"sources", evidence.sources},
          {"contradictions", json_paths(evidence.contradictions)},
          {"newest", json_time(evidence.newest)},
          {"support", evidence.terms.support},
          {"amount", evidence.terms.amount},
          {"fresh", evidence.terms.fresh}};
}

}  // namespace ai_memory
