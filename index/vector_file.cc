#include "index/vector_file.hh"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
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

// False: the file ends before.
bool read_at(int fd, void* bytes, std::size_t size, std::size_t at) {
  char* into = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t done = ::pread(fd, into, size, static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    into += done;
    at += static_cast<std::size_t>(done);
    size -= static_cast<std::size_t>(done);
  }
  return true;
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

struct VectorFile::Row {
  std::vector<std::int8_t> values;
  float scale = 0;
  std::uint32_t tag = 0;
};

std::size_t VectorFile::block_bytes() const {
  return kBlockRows * (static_cast<std::size_t>(dimension_) + sizeof(float) + sizeof(std::uint32_t));
}

void VectorFile::write(std::size_t row, const Row& from) {
  if (!file_.open()) make();
  const auto dimension = static_cast<std::size_t>(dimension_);
  const std::size_t block = sizeof(Header) + row / kBlockRows * block_bytes(), in_block = row % kBlockRows;
  const std::string what = path_.string();
  struct stat info {};
  if (::fstat(file_.get(), &info) != 0) throw_errno(what);
  if (static_cast<std::size_t>(info.st_size) < block + block_bytes() &&
      ::ftruncate(file_.get(), static_cast<off_t>(block + block_bytes())) != 0)
    throw_errno(what);
  write_at(file_.get(), from.values.data(), dimension, block + in_block * dimension, what);
  const std::size_t scales = block + kBlockRows * dimension, tags = scales + kBlockRows * sizeof(float);
  write_at(file_.get(), &from.scale, sizeof from.scale, scales + in_block * sizeof from.scale, what);
  write_at(file_.get(), &from.tag, sizeof from.tag, tags + in_block * sizeof from.tag, what);
}

bool VectorFile::read(std::size_t row, Row& into) const {
  if (row >= rows()) return false;
  const auto dimension = static_cast<std::size_t>(dimension_);
  const std::size_t block = sizeof(Header) + row / kBlockRows * block_bytes(), in_block = row % kBlockRows;
  const std::size_t scales = block + kBlockRows * dimension, tags = scales + kBlockRows * sizeof(float);
  into.values.resize(dimension);
  return read_at(file_.get(), into.values.data(), dimension, block + in_block * dimension) &&
         read_at(file_.get(), &into.scale, sizeof into.scale, scales + in_block * sizeof into.scale) &&
         read_at(file_.get(), &into.tag, sizeof into.tag, tags + in_block * sizeof into.tag);
}

void VectorFile::put(std::size_t row, const Vector& vector, std::uint32_t tag) {
  Row made{std::vector<std::int8_t>(static_cast<std::size_t>(dimension_)), 0, tag};
  float peak = 0;
  for (const float value : vector) peak = std::max(peak, std::fabs(value));
  made.scale = peak / 127.0F;
  for (std::size_t i = 0; i < made.values.size(); ++i)
    made.values[i] = static_cast<std::int8_t>(made.scale > 0 ? std::lrint(vector[i] / made.scale) : 0);
  write(row, made);
}

void VectorFile::copy(std::size_t row, const VectorFile& other, std::size_t from) {
  Row found;
  if (other.dimension_ == dimension_ && other.read(from, found) && found.tag != 0) write(row, found);
}

void VectorFile::flush() {
  if (file_.open() && ::fdatasync(file_.get()) != 0) throw_errno(path_.string());
}

std::size_t VectorFile::rows() const {
  struct stat info {};
  if (!file_.open() || ::fstat(file_.get(), &info) != 0) return 0;
  const auto size = static_cast<std::size_t>(info.st_size);
  return size <= sizeof(Header) ? 0 : (size - sizeof(Header)) / block_bytes() * kBlockRows;
}

std::uint32_t VectorFile::tag(std::size_t row) const {
  if (row >= rows()) return 0;
  const std::size_t block = sizeof(Header) + row / kBlockRows * block_bytes();
  const std::size_t tags = block + kBlockRows * (static_cast<std::size_t>(dimension_) + sizeof(float));
  std::uint32_t tag = 0;
  return read_at(file_.get(), &tag, sizeof tag, tags + row % kBlockRows * sizeof tag) ? tag : 0;
}

Vector VectorFile::row(std::size_t row) const {
  Row found;
  if (!read(row, found)) return {};
  Vector vector(found.values.size());
  for (std::size_t i = 0; i < vector.size(); ++i) vector[i] = static_cast<float>(found.values[i]) * found.scale;
  return vector;
}

VectorFile::Products VectorFile::products(const Vector& query) const {
  const std::size_t count = rows();
  Products out{std::vector<float>(count), std::vector<std::uint32_t>(count)};
  if (query.size() != static_cast<std::size_t>(dimension_)) return out;
  const auto& kernels = minilm::best_kernels();
  const std::vector<float> ones(query.size(), 1.0F), zeros(kBlockRows);
  std::vector<std::int16_t> whole(query.size());
  float scale = 0;
  kernels.quantize(query.data(), ones.data(), 1, dimension_, whole.data(), &scale);
  // The kernel's sums of 32 bits have room for this many columns at full precision.
  constexpr int kColumns = minilm::kMostOfRow / 127;
  if (const int shrink = (dimension_ + kColumns - 1) / kColumns; shrink > 1) {
    for (std::int16_t& value : whole) value = static_cast<std::int16_t>(value / shrink);
    scale *= static_cast<float>(shrink);
  }
  const minilm::Int16Rows asked{whole.data(), &scale, 1, dimension_};
  // A block at a time, which stays in the processor's cache.
  std::vector<char> bytes(block_bytes());
  for (std::size_t first = 0; first < count; first += kBlockRows) {
    if (!read_at(file_.get(), bytes.data(), bytes.size(), sizeof(Header) + first / kBlockRows * bytes.size())) break;
    const auto* values = reinterpret_cast<const std::int8_t*>(bytes.data());
    const auto* scales = reinterpret_cast<const float*>(bytes.data() + kBlockRows * query.size());
    kernels.linear(asked, {.weights = {values, scales, kBlockRows, dimension_}, .bias = zeros.data()},
                   out.values.data() + first);
    std::memcpy(out.tags.data() + first, scales + kBlockRows, kBlockRows * sizeof(std::uint32_t));
  }
  return out;
}

VectorFile::Products VectorFile::squares() const {
  const std::size_t count = rows();
  Products out{std::vector<float>(count), std::vector<std::uint32_t>(count)};
  const auto dimension = static_cast<std::size_t>(dimension_);
  std::vector<char> bytes(block_bytes());
  for (std::size_t first = 0; first < count; first += kBlockRows) {
    if (!read_at(file_.get(), bytes.data(), bytes.size(), sizeof(Header) + first / kBlockRows * bytes.size())) break;
    const auto* values = reinterpret_cast<const std::int8_t*>(bytes.data());
    const auto* scales = reinterpret_cast<const float*>(bytes.data() + kBlockRows * dimension);
    for (std::size_t row = 0; row < kBlockRows; ++row, values += dimension) {
      int sum = 0;  // at most 2^14 numbers of at most 2^14
      for (std::size_t i = 0; i < dimension; ++i) sum += values[i] * values[i];
      out.values[first + row] = static_cast<float>(sum) * scales[row] * scales[row];
    }
    std::memcpy(out.tags.data() + first, scales + kBlockRows, kBlockRows * sizeof(std::uint32_t));
  }
  return out;
}

}  // namespace ai_memory
