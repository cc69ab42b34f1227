// What supports pages, and what speaks against them, as far as links and front matter say so.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "decay/belief.hh"
#include "index/database.hh"
#include "wiki/page_path.hh"

namespace ai_memory {

// Evidence is named by the front matter keys evidence, derived_from and source.
struct PageEvidence {
  // Episodic pages that it names as evidence, or that link to it; a page that supersedes it is none.
  std::set<PagePath> sessions;
  std::set<PagePath> further;         // other pages that it names
  std::set<std::string> sources;      // what it names that is no page
  std::set<PagePath> contradictions;  // pages that a `contradicts` joins it with, whichever has the link
  std::optional<Timestamp> newest;    // of the pages; without any, when this one was made; absent without evidence
  BeliefTerms terms;
};

// One for each of these pages, by its id. Reads no file: a few statements, however many pages are asked for. The links
// of all sessions are gone through.
std::map<std::int64_t, PageEvidence> evidence_of(const sqlite::Database& database,
                                                 const std::vector<std::int64_t>& pages, Timestamp now);

}  // namespace ai_memory
