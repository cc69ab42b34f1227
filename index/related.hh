// Automatic edges: pages that are near each other in meaning, though neither links to the other.
//
// Two pages are joined if each is among the kMostNear nearest of the other and their cosine reaches the embedder's
// threshold `related`. So a page has at most kMostNear edges, an edge goes both ways, and which edges there are does
// not depend on the order in which pages came.
#pragma once

#include <cstdint>
#include <vector>

#include "index/auto_edge.hh"
#include "index/embeddings.hh"
#include "index/near_lists.hh"
#include "index/page_vectors.hh"

namespace ai_memory {

class Related {
 public:
  // `from` above 1: no edges.
  Related(sqlite::Database& database, const Embeddings& embeddings, const Embedder& embedder, NearFrom from);

  bool is_current() const;  // nothing to catch up with
  // Brings vectors of pages and lists up to the embedded texts. Work grows with what is new: each new page is compared
  // with all. Throws conflict while another command writes.
  void catch_up();
  std::vector<AutoEdge> edges() const;  // by (a, b)

 private:
  std::string basis() const;
  void rebuild_if_another_basis();
  std::vector<std::int64_t> cut_short() const;
  void write_lists(const PackedVectors& all, const std::vector<std::size_t>& rows,
                   const std::vector<std::vector<Near>>& lists);
  void offer(const PackedVectors& all, const std::vector<std::pair<std::size_t, Near>>& offers);

  sqlite::Database& database_;
  const Embeddings& embeddings_;
  PageVectors vectors_;
  std::string embedder_;
  NearFrom from_;
};

// Counts `page` as read together with what the actor read within ten minutes before; a pair at most once in ten
// minutes. Call within a transaction.
void count_read(sqlite::Database& database, const std::string& page, const std::string& actor, Timestamp now);

}  // namespace ai_memory
