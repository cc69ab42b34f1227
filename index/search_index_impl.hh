// What the parts of SearchIndex share; for index/*.cc only.
#pragma once

#include "index/embeddings.hh"
#include "index/search_index.hh"
#include "index/sidecar.hh"

namespace ai_memory {

struct NearFrom;  // index/near_lists.hh

struct SearchIndex::Impl {
  std::filesystem::path file;
  SearchConfig config;
  Sidecar sidecar;
  std::function<std::unique_ptr<Embedder>()> make_embedder;
  std::unique_ptr<Embedder> embedder;
  std::unique_ptr<Embeddings> embeddings;  // with `embedder`

  // Null without an embedder.
  Embeddings* meaning();
  // Brings the automatic edges up to the embedded texts. Throws conflict while another command writes.
  void relate(const NearFrom& from);

  sqlite::Database& database() { return sidecar.database; }
};

}  // namespace ai_memory
