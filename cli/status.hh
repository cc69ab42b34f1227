// Where things stand, and what to do next.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/context.hh"

namespace ai_memory {

struct NextStep {
  std::string command;  // to be typed as it stands
  std::string why;
};

struct Status {
  std::map<std::string, std::size_t> tiers;  // of the project
  std::size_t project_pages = 0, all_pages = 0, pinned_pages = 0, protected_pages = 0;
  std::vector<std::string> protected_shown;  // the first few, with file and line
  std::string first_protected;               // as one would type it
  std::vector<HandEdit> edits;               // not those that git ignores
  std::vector<std::string> problems;         // of edited pages that are not protected
  std::size_t due = 0, waiting = 0;          // pages of the project that a sweep would remove now, and in later runs
  std::string last_sweep, last_error, blocked_by;
  std::size_t loose_objects = 0;  // about
  std::vector<NextStep> next;     // the most pressing first
};

// Looks at the wiki as it is now; changes nothing.
Status collect_status(Context& context);

}  // namespace ai_memory
