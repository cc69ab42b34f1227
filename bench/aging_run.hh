// A wiki aged by sweeps, as many as it takes until there is nothing left to do.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "cli/run_sweep.hh"

namespace ai_memory {

struct Aged {
  std::size_t sweeps = 0;  // that did something
  std::size_t compacted = 0, merged = 0, evicted = 0;
  std::size_t refused = 0;  // cold pages that stay as they are, for their compaction would not save enough
};

// A sweep a day from `now` on. `most`: pages a sweep may change in a project; absent: the configured bound. Throws
// `failed` if there is no end to it.
Aged age(Wiki& wiki, SearchIndex& index, const DecayConfig& config, std::optional<int> most, Timestamp now);

// Every page's text by its path. Commit ids, which differ between two runs, are left out of restore commands.
std::map<PagePath, std::string> comparable_pages(const Wiki& wiki);
std::uintmax_t bytes_of_pages(const Wiki& wiki);

}  // namespace ai_memory
