// What the parts of SearchIndex share; for index/*.cc only.
#pragma once

#include "index/embeddings.hh"
#include "index/search_index.hh"
#include "index/sidecar.hh"

namespace ai_memory {

struct NearFrom;  // index/near_lists.hh

constexpr int kReadWaitMs = 200;  // a read is not held up by a writer for longer

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

  // Does `work` in one transaction, or not at all where another command writes for long or the folder is read-only: a
  // count lost is a small thing beside a read refused.
  template <class Work>
  void write_if_free(const Work& work) noexcept {
    if (!sidecar.writable) return;
    database().wait_for_locks(kReadWaitMs);
    try {
      sqlite::Transaction transaction(database());
      work();
      transaction.commit();
    } catch (...) {
    }
    database().wait_as_usual();
  }
};

}  // namespace ai_memory
