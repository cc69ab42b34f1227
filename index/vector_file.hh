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
  VectorFile(const std::filesystem::path& file, int dimension, bool writable);
  VectorFile(VectorFile&&) = delete;
  ~VectorFile();

  // Makes the file if there is none that is right. Throws `failed` when the system refuses.
  // `dimension` is a multiple of 32; the vector has that many numbers. `tag` is not 0 and comes back from tag().
  void put(std::size_t row, const Vector& vector, std::uint32_t tag);
  // Forces what was put to the disk.
  void flush();

  std::size_t rows() const;  // room for; 0 where nothing was put
  std::uint32_t tag(std::size_t row) const;
  Vector row(std::size_t row) const;
  // The dot product of `query` with each of rows(), in order.
  std::vector<float> products(const Vector& query) const;

 private:
  void make();
  void map() const;
  std::size_t block_bytes() const;

  std::filesystem::path path_;
  FileDescriptor file_;
  int dimension_;
  mutable const char* bytes_ = nullptr;
  mutable std::size_t size_ = 0;
};

}  // namespace ai_memory
