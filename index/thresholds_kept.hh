// What `embed --calibrate` measured, in the sidecar.
#pragma once

#include <string>

#include "index/database.hh"
#include "index/thresholds.hh"

namespace ai_memory {

ThresholdSettings kept_thresholds(const sqlite::Database& database, const std::string& embedder, Script script);
// Within a transaction; instead of what was kept before.
void keep_thresholds(sqlite::Database& database, const std::string& embedder, Script script,
                     const ThresholdSettings& values);

}  // namespace ai_memory
