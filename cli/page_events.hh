// What happened to a page, commit by commit, in words for a person.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "wiki/history.hh"

namespace ai_memory {

struct PageEvent {
  Version version;
  std::string what;  // "written", "edited by hand", "compacted", "merged into another page", …
};

// One for each version, in their order: newest first, all that there are.
std::vector<PageEvent> page_events(std::vector<Version> versions);

// Of a page that a sweep made short or merged into another one: the version that has its whole text, if that is still
// what happened to it last but for moves, pins and the like. Absent for any other page.
std::optional<Version> whole_text(const std::vector<PageEvent>& events, bool compacted, bool superseded);

// Of a page that is gone: the last version that has a text.
std::optional<Version> last_text(const std::vector<PageEvent>& events);

// What feedback said of it that is bad, newest first, back to the last time that it was helpful: indexes of `events`.
std::vector<std::size_t> bad_feedback(const std::vector<PageEvent>& events);

}  // namespace ai_memory
