// Which page has which vectors. A page's chunks are embedded some time after its text was indexed: until then it is
// found by its words. A text that once had a vector is never embedded again by the same embedder.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "index/chunks.hh"
#include "index/database.hh"
#include "index/embedder.hh"
#include "index/vector_file.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

struct EmbedReport {
  std::size_t pages = 0, chunks = 0;     // looked at
  std::size_t embedded = 0, failed = 0;  // texts that got a vector now; that gave none
  std::size_t waiting = 0;               // pages still without
};

// One row of the vector file that stands for a part of a page as it is now.
struct ChunkMatch {
  std::int64_t page = 0;
  double cosine = 0;
  std::size_t line = 0;  // of the file
};

class Embeddings {
 public:
  Embeddings(sqlite::Database& database, const std::filesystem::path& state_dir, Embedder& embedder, bool writable);

  // Pages whose text has no vectors of this embedder yet.
  std::size_t waiting() const;
  std::size_t embedded() const;  // pages that have
  void forget();                 // all of this embedder's
  // Embeds waiting pages, newest first, until `go_on` is false; at least one. What gave no vector is tried again by a
  // later call. Throws conflict while another command writes.
  EmbedReport catch_up(const Wiki& wiki, const std::function<bool()>& go_on);

  // The best chunk of each page that `wanted` says yes to, best first: `count` pages, and then all of `always` (which
  // are not asked about).
  std::vector<ChunkMatch> nearest(const Vector& query, std::size_t count, const std::set<std::int64_t>& always,
                                  const std::function<bool(std::int64_t page)>& wanted) const;
  // The normalised mean of a page's chunks; empty if it has none.
  Vector page_vector(std::int64_t page) const;

 private:
  struct Waiting {
    std::int64_t id;
    std::string path, blob;
  };
  struct Embedded {
    Waiting waiting;
    std::vector<Chunk> chunks;
    std::map<std::int64_t, Vector> vectors;  // by the chunk's hash; those that were not there yet
  };
  std::vector<Waiting> next_pages(std::size_t count, const std::set<std::int64_t>& done) const;
  bool has_vector(std::int64_t hash) const;
  std::optional<Embedded> embed(const Wiki& wiki, const Waiting& waiting, EmbedReport& report);
  void write(const std::vector<Embedded>& pages);
  std::optional<ChunkMatch> best_of(std::int64_t page, const std::vector<float>& products) const;

  sqlite::Database& database_;
  Embedder& embedder_;
  VectorFile file_;
};

}  // namespace ai_memory
