#include "index/vector_file.hh"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "index/minilm/kernels.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kBlockRows = 256;

struct Header {
  char magic[8];
  std::uint32_t dimension;
  std::uint32_t unused[13];
};
static_assert(sizeof(Header) == 64);
constexpr char kMagic[8] = "AIMVEC1";

void write_at(int fd, const void* bytes, std::size_t size, std::size_t at, const std::string& what) {
  const char* from = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t done = ::pwrite(fd, from, size, static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw_errno(what);
    from += done;
    at += static_cast<std::size_t>(done);
    size -= static_cast<std::size_t>(done);
  }
}

}  // namespace

VectorFile::VectorFile(const std::filesystem::path& file, int dimension, bool writable)
    : path_(file), file_(::open(file.c_str(), (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC)), dimension_(dimension) {
  Header header{};
  const bool ours = file_.open() && ::pread(file_.get(), &header, sizeof header, 0) == sizeof header &&
                    std::memcmp(header.magic, kMagic, sizeof kMagic) == 0 &&
                    header.dimension == static_cast<std::uint32_t>(dimension);
  if (!ours) file_ = FileDescriptor();
}

// Whoever reads an old file may go on: it is not shortened under them.
void VectorFile::make() {
  ::unlink(path_.c_str());
  file_ = FileDescriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file_.open()) throw_errno(path_.string());
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.dimension = static_cast<std::uint32_t>(dimension_);
  write_at(file_.get(), &header, sizeof header, 0, path_.string());
}

VectorFile::~VectorFile() {
  if (bytes_) ::munmap(const_cast<char*>(bytes_), size_);
}

std::size_t VectorFile::block_bytes() const {
  return kBlockRows * (static_cast<std::size_t>(dimension_) + sizeof(float) + sizeof(std::uint32_t));
}

void VectorFile::put(std::size_t row, const Vector& vector, std::uint32_t tag) {
  if (!file_.open()) make();
  const auto dimension = static_cast<std::size_t>(dimension_);
  float peak = 0;
  for (const float value : vector) peak = std::max(peak, std::fabs(value));
  const float scale = peak / 127.0F;
  std::vector<std::int8_t> whole(dimension);
  for (std::size_t i = 0; i < dimension; ++i)
    whole[i] = static_cast<std::int8_t>(scale > 0 ? std::lrint(vector[i] / scale) : 0);
  const std::size_t block = sizeof(Header) + row / kBlockRows * block_bytes(), in_block = row % kBlockRows;
  const std::string what = path_.string();
  struct stat info {};
  if (::fstat(file_.get(), &info) != 0) throw_errno(what);
  if (static_cast<std::size_t>(info.st_size) < block + block_bytes() &&
      ::ftruncate(file_.get(), static_cast<off_t>(block + block_bytes())) != 0)
    throw_errno(what);
  write_at(file_.get(), whole.data(), dimension, block + in_block * dimension, what);
  const std::size_t scales = block + kBlockRows * dimension, tags = scales + kBlockRows * sizeof(float);
  write_at(file_.get(), &scale, sizeof scale, scales + in_block * sizeof scale, what);
  write_at(file_.get(), &tag, sizeof tag, tags + in_block * sizeof tag, what);
}

void VectorFile::flush() {
  if (file_.open() && ::fdatasync(file_.get()) != 0) throw_errno(path_.string());
}

// The file only grows; what was mapped stays right as far as it goes.
void VectorFile::map() const {
  struct stat info {};
  if (!file_.open() || ::fstat(file_.get(), &info) != 0) return;
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size == size_ || size <= sizeof(Header)) return;
  if (bytes_) ::munmap(const_cast<char*>(bytes_), size_);
  void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file_.get(), 0);
  bytes_ = bytes == MAP_FAILED ? nullptr : static_cast<const char*>(bytes);
  size_ = bytes_ ? size : 0;
}

std::size_t VectorFile::rows() const {
  map();
  return size_ <= sizeof(Header) ? 0 : (size_ - sizeof(Header)) / block_bytes() * kBlockRows;
}

std::uint32_t VectorFile::tag(std::size_t row) const {
  if (row >= rows()) return 0;
  const char* const block = bytes_ + sizeof(Header) + row / kBlockRows * block_bytes();
  std::uint32_t tag = 0;
  const std::size_t tags = kBlockRows * (static_cast<std::size_t>(dimension_) + sizeof(float));
  std::memcpy(&tag, block + tags + row % kBlockRows * sizeof tag, sizeof tag);
  return tag;
}

Vector VectorFile::row(std::size_t row) const {
  if (row >= rows()) return {};
  const auto dimension = static_cast<std::size_t>(dimension_);
  const char* const block = bytes_ + sizeof(Header) + row / kBlockRows * block_bytes();
  float scale = 0;
  std::memcpy(&scale, block + kBlockRows * dimension + row % kBlockRows * sizeof scale, sizeof scale);
  const auto* whole = reinterpret_cast<const std::int8_t*>(block + row % kBlockRows * dimension);
  Vector vector(dimension);
  for (std::size_t i = 0; i < dimension; ++i) vector[i] = static_cast<float>(whole[i]) * scale;
  return vector;
}

std::vector<float> VectorFile::products(const Vector& query) const {
  const std::size_t count = rows();
  std::vector<float> out(count);
  if (query.size() != static_cast<std::size_t>(dimension_)) return out;
  const auto& kernels = minilm::best_kernels();
  const std::vector<float> ones(query.size(), 1.0F), zeros(kBlockRows);
  std::vector<std::int16_t> whole(query.size());
  float scale = 0;
  kernels.quantize(query.data(), ones.data(), 1, dimension_, whole.data(), &scale);
  const minilm::Int16Rows asked{whole.data(), &scale, 1, dimension_};
  for (std::size_t block = 0; block * kBlockRows < count; ++block) {
    const char* const from = bytes_ + sizeof(Header) + block * block_bytes();
    const auto* values = reinterpret_cast<const std::int8_t*>(from);
    const auto* scales = reinterpret_cast<const float*>(from + kBlockRows * query.size());
    kernels.linear(asked, {{values, scales, kBlockRows, dimension_}, zeros.data(), nullptr},
                   out.data() + block * kBlockRows);
  }
  return out;
}

}  // namespace ai_memory
