// When the text of a page was written, where its commit's own times do not say so: of a page that was imported, and of
// one edited by hand some time before the commit. The bytes of the page stay as they are, so the commit keeps the
// times, as the reason of the page's change; from there every clone and rebuilt index has them.
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

// "edited 2026-01-03T15:30:00Z"
std::string edit_time_reason(Timestamp edited);

// By path: when pages of a commit of hand edits were written, where that is not the commit's author time; for all of
// them share that, however long the commit was in coming. Times after the commit's own count as it.
std::map<std::string, Timestamp> edit_times(const CommitInfo& commit);

// "from -dash.md": the place in its source of a page that could not have its name. Stands after the times.
std::string source_place_reason(std::string_view place);

// By path: the pages of an import that have other names than their files.
std::map<std::string, std::string> source_places(const CommitInfo& commit);

}  // namespace ai_memory
