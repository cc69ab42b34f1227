// Vectors in one flat file, scanned from end to end: at the size of a wiki that beats every index that must be loaded.
// Row r lies in block r / 256; a block holds its rows as 8-bit integers, then a scale and a tag for each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "index/embedder.hh"
#include "wiki/work_tree.hh"

namespace ai_memory {

class VectorFile {
 public:
  // A missing file, one of another dimension and one cut short are as one with no rows in the part that is not there.
  // It may be cut short at any time: rows are read, not mapped.
  VectorFile(const std::filesystem::path& file, int dimension, bool writable);
  VectorFile(VectorFile&&) = default;
  VectorFile& operator=(VectorFile&&) = default;

  // Makes the file if there is none that is right. Throws `failed` when the system refuses.
  // `dimension` is a multiple of 32; the vector has that many numbers. `tag` is not 0 and comes back from tag().
  void put(std::size_t row, const Vector& vector, std::uint32_t tag);
  // As row `from` of `other` has it, to the bit; nothing if there is none.
  void copy(std::size_t row, const VectorFile& other, std::size_t from);
  // Forces what was put to the disk.
  void flush();

  std::size_t rows() const;  // room for; 0 where nothing was put
  std::uint32_t tag(std::size_t row) const;
  Vector row(std::size_t row) const;  // empty if there is none
  // Of each of rows(), in order: the dot product with `query`, and the tag, 0 where nothing was put.
  struct Products {
    std::vector<float> values;
    std::vector<std::uint32_t> tags;
  };
  Products products(const Vector& query) const;
  Products squares() const;  // each row's dot product with itself: about 1, unless it was damaged
  const std::filesystem::path& path() const { return path_; }

 private:
  struct Row;
  void make();
  std::size_t block_bytes() const;
  bool read(std::size_t row, Row& into) const;
  void write(std::size_t row, const Row& from);

  std::filesystem::path path_;
  FileDescriptor file_;
  int dimension_;
};

}  // namespace ai_memory
