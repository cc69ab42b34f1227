// When a page that was imported had been written where it came from. The bytes of the page stay as they are, so its
// import's commit keeps the times, as the reason of the page's change; from there every clone and rebuilt index has
// them.
#pragma once

#include <map>
#include <string>

#include "wiki/wiki.hh"

namespace ai_memory {

struct SourceTimes {
  Timestamp created{}, changed{};
  auto operator<=>(const SourceTimes&) const = default;
};

// "created 2024-03-01T10:00:00Z, changed 2025-01-02T08:30:00Z"
std::string source_times_reason(const SourceTimes& times);

// By path; empty for a commit that is no import. Times after the commit's own count as it.
std::map<std::string, SourceTimes> source_times(const CommitInfo& commit);

// "from -dash.md": the place in its source of a page that could not have its name. Stands after the times.
std::string source_place_reason(std::string_view place);

// By path: the pages of an import that have other names than their files.
std::map<std::string, std::string> source_places(const CommitInfo& commit);

}  // namespace ai_memory
