// How pages and commits look as JSON, the same in every command.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "index/search_index.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

nlohmann::ordered_json to_json(const IndexedPage& page);
nlohmann::ordered_json to_json(const CommitInfo& commit);
nlohmann::ordered_json json_commit(const CommitId& commit);              // null if empty
nlohmann::ordered_json json_time(const std::optional<Timestamp>& time);  // null if absent

}  // namespace ai_memory
