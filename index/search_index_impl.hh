// What the parts of SearchIndex share; for index/*.cc only.
#pragma once

#include "index/search_index.hh"
#include "index/sidecar.hh"

namespace ai_memory {

struct SearchIndex::Impl {
  std::filesystem::path file;
  SearchConfig config;
  Sidecar sidecar;

  sqlite::Database& database() { return sidecar.database; }
};

}  // namespace ai_memory
