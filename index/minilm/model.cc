#include "index/minilm/model.hh"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <zlib.h>

#include "index/minilm/layout.hh"
#include "wiki/error.hh"

namespace ai_memory::minilm {
namespace {

// Hands out the parts one after the other; remembers whether all were within the file.
class Reader {
 public:
  Reader(const char* bytes, std::size_t size) : bytes_(bytes), size_(size) {}

  template <class Value>
  const Value* take(std::size_t count) {
    at_ = aligned(at_);
    const std::size_t length = count * sizeof(Value);
    if (at_ > size_ || length > size_ - at_) whole_ = false;
    const char* const part = whole_ ? bytes_ + at_ : nullptr;
    at_ += length;
    return reinterpret_cast<const Value*>(part);
  }
  Int8Rows rows(int rows, int columns) {
    const auto* values = take<std::int8_t>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    return {values, take<float>(static_cast<std::size_t>(rows)), rows, columns};
  }
  Linear linear(int rows, int columns) {
    Linear layer{.weights = this->rows(rows, columns)};
    layer.steps = take<std::uint8_t>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns / kGroup));
    layer.balance = take<float>(static_cast<std::size_t>(columns));
    layer.bias = take<float>(static_cast<std::size_t>(rows));
    return layer;
  }
  Norm norm() {
    const float* gain = take<float>(kHidden);
    return {gain, take<float>(kHidden)};
  }
  bool at_end() const { return whole_ && at_ == size_; }

 private:
  const char* bytes_;
  std::size_t size_, at_ = sizeof(Header);
  bool whole_ = true;
};

const Header& header(const char* bytes) { return *reinterpret_cast<const Header*>(bytes); }

}  // namespace

Model::Model(Model&& other) noexcept
    : bytes_(std::exchange(other.bytes_, nullptr)),
      size_(other.size_),
      words_(other.words_),
      word_balance_(other.word_balance_),
      positions_(other.positions_),
      embedding_norm_(other.embedding_norm_),
      layers_(other.layers_),
      slots_(other.slots_),
      starts_(other.starts_),
      letters_(other.letters_) {}

Model::~Model() {
  if (bytes_) ::munmap(const_cast<char*>(bytes_), size_);
}

Model Model::open(const std::filesystem::path& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat info {};
  if (fd < 0 || ::fstat(fd, &info) != 0) {
    const int cause = errno;
    if (fd >= 0) ::close(fd);
    throw Error(ErrorKind::failed, file.string() + ": " + std::strerror(cause), "ai-memory embed --install");
  }
  Model model;
  model.size_ = static_cast<std::size_t>(info.st_size);
  void* const bytes =
      model.size_ < sizeof(Header) ? MAP_FAILED : ::mmap(nullptr, model.size_, PROT_READ, MAP_PRIVATE, fd, 0);
  ::close(fd);
  if (bytes != MAP_FAILED) model.bytes_ = static_cast<const char*>(bytes);
  model.read(file.string());
  return model;
}

void Model::read(std::string_view name) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::failed, std::string(name) + ": " + why,
                "make it anew: ai-memory embed --install \"$(scripts/weights)\"");
  };
  if (!bytes_ || std::memcmp(header(bytes_).magic, kMagic, sizeof kMagic) != 0) refuse("is no model file of ai-memory");
  if (const std::uint32_t version = header(bytes_).version; version != kVersion)
    refuse("was made by " + std::string(version < kVersion ? "an older" : "a newer") + " ai-memory (version " +
           std::to_string(version) + " of the file, not " + std::to_string(kVersion) + ")");
  const std::uint32_t pieces = header(bytes_).pieces;
  if (header(bytes_).size != size_ || pieces >= kSlots) refuse("is cut short");
  Reader reader(bytes_, size_);
  words_ = reader.rows(static_cast<int>(pieces), kHidden);
  word_balance_ = reader.take<float>(kHidden);
  positions_ = reader.take<float>(std::size_t{kMaxPieces} * kHidden);
  embedding_norm_ = reader.norm();
  for (Layer& layer : layers_) {
    for (Linear* part : {&layer.query, &layer.key, &layer.value, &layer.output})
      *part = reader.linear(kHidden, kHidden);
    layer.after_attention = reader.norm();
    layer.inner = reader.linear(kInner, kHidden);
    layer.outer = reader.linear(kHidden, kInner);
    layer.after_inner = reader.norm();
  }
  slots_ = reader.take<std::uint32_t>(kSlots);
  starts_ = reader.take<std::uint32_t>(pieces + 1);
  if (!starts_) refuse("is cut short");
  letters_ = reader.take<char>(starts_[pieces]);
  if (!reader.at_end()) refuse("is cut short");
}

std::optional<int> Model::piece(std::string_view text) const {
  for (std::uint32_t slot = slot_of(text); slots_[slot] != 0; slot = (slot + 1) % kSlots) {
    const std::uint32_t id = slots_[slot] - 1;
    if (std::string_view(letters_ + starts_[id], starts_[id + 1] - starts_[id]) == text) return static_cast<int>(id);
  }
  return std::nullopt;
}

std::string Model::damage() const {
  const auto* content = reinterpret_cast<const Bytef*>(bytes_ + sizeof(Header));
  const auto sum = ::crc32(0, content, static_cast<uInt>(size_ - sizeof(Header)));
  return sum == header(bytes_).checksum ? std::string() : "its bytes are not those that were written";
}

}  // namespace ai_memory::minilm
