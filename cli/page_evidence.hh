// What supports a page, and what speaks against it, as far as links and front matter say so.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "cli/context.hh"
#include "decay/belief.hh"

namespace ai_memory {

struct PageEvidence {
  std::set<PagePath> sessions;        // episodic pages that it names as evidence, or that link to it
  std::set<PagePath> further;         // other pages that it names
  std::set<std::string> sources;      // what it names that is no page
  std::set<PagePath> contradictions;  // pages that a `contradicts` joins it with, whichever has the link
  std::optional<Timestamp> newest;    // of the pages; without any, when this one was made; absent without evidence
  BeliefTerms terms;
};

// Evidence is named by the front matter keys evidence, derived_from and source.
PageEvidence page_evidence(Context& context, const PagePath& path);

}  // namespace ai_memory
