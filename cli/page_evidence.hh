// What supports a page, and what speaks against it, as far as links and front matter say so.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/context.hh"
#include "decay/belief.hh"
#include "wiki/observations.hh"

namespace ai_memory {

struct PageEvidence {
  std::set<PagePath> sessions;        // episodic pages that it names as evidence, or that link to it
  std::set<PagePath> further;         // other pages that it names
  std::set<std::string> sources;      // what it names that is no page
  std::set<PagePath> contradictions;  // pages that a `contradicts` joins it with, whichever has the link
  // Pages whose text it took in, or that name it as what replaces them; also such as are gone since. They count as
  // evidence if one of the sets above has them too.
  std::set<PagePath> merged;
  std::vector<Observation> observations;  // those that say where they come from, with lines of the file
  std::optional<Timestamp> newest;        // of the pages; without any, when this one was made; absent without evidence
  BeliefTerms terms;
};

// Evidence is named by the front matter keys evidence, derived_from and source.
PageEvidence page_evidence(Context& context, const PagePath& path);

// As `explain` has it: without the pages merged and the observations.
nlohmann::ordered_json json_evidence(const PageEvidence& evidence);
nlohmann::ordered_json json_paths(const std::set<PagePath>& pages);

}  // namespace ai_memory
