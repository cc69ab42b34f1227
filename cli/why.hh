// What a person may want to know of a page before relying on it, gathered from where each is known.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cli/context.hh"
#include "cli/next_sweep.hh"
#include "cli/page_events.hh"
#include "cli/page_origins.hh"
#include "decay/lint.hh"
#include "index/page_evidence.hh"

namespace ai_memory {

struct Why {
  PagePath path;
  bool there = false;
  std::optional<PageEvidence> evidence = {};   // absent for a page that is gone
  PageOrigins origins = {};                    // likewise
  std::vector<LintFinding> findings = {};      // what lint says against it
  std::vector<std::size_t> bad_feedback = {};  // indexes of `events`
  std::string superseded_by = {};              // as its front matter has it
  std::optional<Timestamp> over_since = {};    // its valid_until, if that is past
  std::vector<PageEvent> events = {};          // all of them, newest first
  bool uncommitted = false;                    // its bytes on disk are in no commit
  std::optional<NextSweep> next = {};          // absent for a page that is gone
  std::optional<Version> whole = {};           // its whole text, of a page that is gone, compacted or merged
  std::optional<PagePath> moved_to = {};       // of a page that is gone: only its name is
};

// Throws not_found for a name that never was a page, and for a file that is none. Counts as no access.
Why find_why(Context& context, const std::string& typed);

// The latest `limit` events.
void print_why(Context& context, const Why& why, std::size_t limit);
void print_why_json(Context& context, const Why& why, std::size_t limit);

}  // namespace ai_memory
