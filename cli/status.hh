// Where things stand, and what to do next.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/context.hh"
#include "cli/themes.hh"

namespace ai_memory {

struct NextStep {
  std::string command;  // to be typed as it stands
  std::string why;
};

// Of the whole wiki.
struct LastSweep {
  std::string time, run;  // the run is empty if nothing was done
  std::size_t removed = 0, waiting = 0, kept = 0, skipped = 0;
  std::string text;  // all of it, as a sentence
};
struct LastError {
  std::string time, source, message;
};

struct Status {
  std::map<std::string, std::size_t> tiers;  // of the project
  std::size_t project_pages = 0, all_pages = 0, pinned_pages = 0, protected_pages = 0;
  std::vector<std::string> protected_shown;  // a line each, with file and line
  std::optional<PagePath> first_protected;
  bool first_is_text = false;         // else no command of ours can mend it
  std::vector<HandEdit> edits;        // not those that git ignores
  std::vector<std::string> problems;  // of edited pages that are not protected
  std::size_t due = 0, waiting = 0;   // pages of the project that a sweep would remove now, and in later runs
  std::optional<LastSweep> last_sweep;
  std::optional<LastError> last_error, last_dream_error;  // of the last sweep and dream, if they failed
  std::string blocked_by;
  std::optional<Themes> themes;   // of the project, as `topics` found them last
  std::size_t proposals = 0;      // of dreams, that wait for a person's word
  std::size_t unembedded = 0;     // pages that search by meaning does not know yet
  std::size_t loose_objects = 0;  // about
  std::vector<NextStep> next;     // the most pressing first
};

// The note of the last dream's failure, as parse_last_error() reads it; "" or absent if it had none.
inline constexpr const char* kLastDreamError = "last_dream_error";

// Looks at the wiki as it is now; changes nothing.
Status collect_status(Context& context);

// From what a sweep leaves behind in the search index; absent for other text.
std::optional<LastSweep> parse_last_sweep(const std::string& text);
std::optional<LastError> parse_last_error(const std::string& text);

}  // namespace ai_memory
