// The vectors of one embedder by the hash of their text: rows in the sidecar say where in the vector file each lies.
// The file holds a tag of the hash beside each, so that one which was lost or swapped is noticed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "index/database.hh"
#include "index/vector_file.hh"

namespace ai_memory {

class VectorStore {
 public:
  // `embedder`: its id.
  VectorStore(sqlite::Database& database, std::filesystem::path state_dir, std::string embedder, int dimension,
              bool writable);

  static std::uint32_t tag_of(std::int64_t hash) { return static_cast<std::uint32_t>(hash) | 1U; }

  // Takes the file that is the right one now: compact() of another process puts a new one in its place. Called before
  // the others, and by a writer within its transaction.
  const VectorFile& refresh() const;
  const VectorFile& file() const { return file_; }
  bool has(std::int64_t hash) const;
  std::size_t size() const;  // rows in the sidecar

  // Within a transaction. Nothing if it is there.
  void put(std::int64_t hash, const Vector& vector);
  void flush() { file_.flush(); }  // before the commit

  // Within a transaction: writes a new file with nothing but `live`. It counts from the commit on, together with its
  // rows. How many went.
  std::size_t compact(const std::set<std::int64_t>& live);
  // Within a transaction: removes what compact() left, or a killed one.
  void remove_old_files() const;

 private:
  std::filesystem::path path(std::int64_t generation) const;
  std::int64_t generation_now() const;
  VectorFile open(std::int64_t generation) const { return {path(generation), dimension_, writable_}; }

  sqlite::Database& database_;
  std::filesystem::path state_dir_;
  std::string embedder_;
  int dimension_;
  bool writable_;
  mutable std::int64_t generation_;
  mutable VectorFile file_;
};

}  // namespace ai_memory
