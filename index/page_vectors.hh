// One vector a page, in the sidecar: what pages are compared by as wholes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "index/database.hh"
#include "index/embeddings.hh"
#include "index/thresholds.hh"
#include "wiki/page_path.hh"

namespace ai_memory {

struct PageVector {
  std::int64_t id = 0;  // of the page
  PagePath path;
  Script script{};
  Vector vector;  // of unit length: the mean of the page's chunks
};

// Many vectors as rows of 8-bit integers. Their lengths fall out of a cosine, so integers are all that is kept, and the
// cosine of two rows is the same on every machine and whichever comes first.
struct PackedVectors {
  int dimension = 0;  // a multiple of 32
  std::vector<std::int64_t> ids;
  std::vector<std::string> paths;  // of the pages
  std::vector<Script> scripts;
  std::vector<std::int8_t> values;  // size() * dimension
  std::vector<double> squares;      // of each row: Σ v²

  std::size_t size() const { return ids.size(); }
  // `values`: `dimension` of them.
  void add(std::int64_t id, std::string path, Script script, const std::string& values);
};
std::string pack_vector(const Vector& vector);  // a byte a number

// The table page_vectors. Rows of texts that a page no longer has are not seen, and go with drop_stale().
class PageVectors {
 public:
  PageVectors(sqlite::Database& database, std::string embedder, int dimension);

  // Within a transaction: rows that are not of the text, the name and the embedder of now.
  void drop_stale();
  // Within a transaction: makes those that are not there yet; the ids of their pages.
  std::vector<std::int64_t> add_missing(const Embeddings& embeddings);
  bool is_current() const;  // nothing is stale or missing

  PackedVectors all() const;  // by path

 private:
  std::vector<std::int64_t> missing() const;
  void put(std::int64_t page, const Vector& vector);

  sqlite::Database& database_;
  std::string embedder_;
  int dimension_;
};

}  // namespace ai_memory
