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
#include "index/vector_store.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

struct EmbedReport {
  std::size_t pages = 0, chunks = 0;     // looked at
  std::size_t embedded = 0, failed = 0;  // texts that got a vector now; that gave none
  std::size_t waiting = 0;               // pages still without
  std::string why_failed;                // of the last of `failed`; may be empty
  std::string fault, hint;               // why it ended early: nobody could be asked; empty: it did not
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
  std::size_t embedded() const;  // pages that have, one at least
  bool any() const;              // embedded() > 0, at once
  std::size_t failed() const;    // texts that gave no vector when last tried
  std::size_t damaged() const;   // rows that hold no vector of the text they are for; reads all of the file
  std::string fault() const;     // of the last catch_up(), or of an earlier process
  void forget();                 // all of this embedder's
  // Embeds waiting pages, newest first, until `go_on` is false, at least one text; a page waits until all of its texts
  // are known, and those made so far are not asked about again. Then what gave no vector earlier, each text once; those
  // that failed often wait for a call without `go_on`, which does all. An embedder that throws ends it: see `fault`.
  // Throws conflict while another command writes.
  EmbedReport catch_up(const Wiki& wiki, const std::function<bool()>& go_on);
  // Gives waiting pages the vectors that their texts had before, as far as all are there; asks nobody: how many.
  std::size_t attach(const Wiki& wiki);
  // Removes the vectors of texts that no page has any more, if they are a quarter of all and no page waits: how many.
  // Killed at any point it leaves either the old or the new ones.
  std::size_t compact();
  void remove_old_files();  // that compact() made needless; after its commit has reached the disk

  // The best chunk of each page that `wanted` says yes to, best first: `count` pages, and then all of `always` (which
  // are not asked about).
  std::vector<ChunkMatch> nearest(const Vector& query, std::size_t count, const std::set<std::int64_t>& always,
                                  const std::function<bool(std::int64_t page)>& wanted) const;
  // The normalised mean of a page's chunks; empty if it has none.
  Vector page_vector(std::int64_t page) const;

  const VectorFile& file() const { return store_.refresh(); }

 private:
  struct Waiting {
    std::int64_t id;
    std::string path, blob;
  };
  struct Prepared {
    Waiting waiting;
    std::vector<Chunk> chunks;
  };
  // What came of the texts of some pages; those of which nothing is known are in neither.
  struct Made {
    std::map<std::int64_t, Vector> vectors;  // by the chunk's hash
    std::set<std::int64_t> failed;
  };
  struct Run;  // one catch_up()

  std::vector<Waiting> next_pages(std::size_t count, const std::set<std::int64_t>& done) const;
  std::vector<Waiting> failed_pages(bool all) const;
  std::optional<Prepared> prepare(const Wiki& wiki, const Waiting& waiting) const;
  void embed_pages(Run& run, const std::vector<Waiting>& pages);
  bool embed_texts(Run& run, std::map<std::int64_t, std::string>& texts, Made& made);
  void write(const std::vector<Prepared>& pages, const Made& made);
  void write_page(const Prepared& page);
  void keep(std::string_view key, const std::string& value);
  std::optional<ChunkMatch> best_of(std::int64_t page, const VectorFile::Products& products) const;

  sqlite::Database& database_;
  Embedder& embedder_;
  VectorStore store_;
};

}  // namespace ai_memory
