#include "wiki/pack_index.hh"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <git2/indexer.h>
#include <unistd.h>

#include "wiki/git.hh"
#include "wiki/work_tree.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = 1 << 20;

// libgit2 has none that takes plain bytes: what git names its objects by, and ends its files with (FIPS 180-4).
class Sha1 {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) put(static_cast<unsigned char>(byte));
    length_ += bytes.size();
  }
  std::string finish() {
    put(0x80);
    while (filled_ != 56) put(0);
    for (int shift = 56; shift >= 0; shift -= 8) put(static_cast<unsigned char>((length_ * 8) >> shift));
    std::string sum;
    for (const std::uint32_t word : state_)
      for (int shift = 24; shift >= 0; shift -= 8) sum.push_back(static_cast<char>(word >> shift & 0xff));
    return sum;
  }

 private:
  void put(unsigned char byte) {
    words_[filled_ / 4] = words_[filled_ / 4] << 8 | byte;
    if (++filled_ == 64) mix();
  }
  static std::uint32_t choose(std::size_t round, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999u;
    if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1u;
    if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu;
    return (b ^ c ^ d) + 0xca62c1d6u;
  }
  void mix() {
    std::array<std::uint32_t, 80> w{};
    std::copy(words_.begin(), words_.end(), w.begin());
    for (std::size_t i = 16; i < w.size(); ++i) w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    auto [a, b, c, d, e] = state_;
    for (std::size_t i = 0; i < w.size(); ++i) {
      const std::uint32_t next = std::rotl(a, 5) + choose(i, b, c, d) + e + w[i];
      e = d, d = c, c = std::rotl(b, 30), b = a, a = next;
    }
    state_ = {state_[0] + a, state_[1] + b, state_[2] + c, state_[3] + d, state_[4] + e};
    filled_ = 0;
  }

  std::array<std::uint32_t, 5> state_ = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
  std::array<std::uint32_t, 16> words_{};
  std::size_t filled_ = 0;
  std::uint64_t length_ = 0;
};

// False if the file cannot be read to its end.
bool read_pieces(const fs::path& file, const std::function<void(std::string_view)>& use) {
  std::ifstream in(file, std::ios::binary);
  std::string piece(kPiece, '\0');
  while (in) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    use(std::string_view(piece).substr(0, static_cast<std::size_t>(in.gcount())));
  }
  return in.eof();
}

// A file of git that begins with `magic` and ends with the sum of all before.
bool has_own_sum(const fs::path& file, std::string_view magic) {
  Sha1 sum;
  std::string start, held;  // held back: what may be the sum at the end
  const bool read = read_pieces(file, [&](std::string_view piece) {
    if (start.size() < magic.size()) start += piece.substr(0, magic.size() - start.size());
    held += piece;
    if (held.size() <= GIT_OID_RAWSZ) return;
    sum.add(std::string_view(held).substr(0, held.size() - GIT_OID_RAWSZ));
    held.erase(0, held.size() - GIT_OID_RAWSZ);
  });
  return read && start == magic && held == sum.finish();
}

}  // namespace

bool is_sound_pack_index(const fs::path& index) { return has_own_sum(index, "\377tOc"); }

bool is_sound_pack(const fs::path& pack) { return has_own_sum(pack, "PACK"); }

std::vector<fs::path> packs_without_index(const fs::path& objects) {
  std::error_code none;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(objects / "pack", none)) {
    const fs::path pack = entry.path();
    if (pack.extension() == ".pack" && !is_sound_pack_index(fs::path(pack).replace_extension(".idx")))
      found.push_back(pack);
  }
  std::sort(found.begin(), found.end());
  return found;
}

void make_pack_index(const fs::path& pack, const fs::path& draft) {
  fs::create_directories(draft);
  const auto indexer = git::make<git::Handle<git_indexer, git_indexer_free>>(
      pack.string(), git_indexer_new, draft.c_str(), 0u, static_cast<git_odb*>(nullptr),
      static_cast<git_indexer_options*>(nullptr));
  git_indexer_progress progress{};
  const bool read = read_pieces(pack, [&](std::string_view piece) {
    git::check(git_indexer_append(indexer.get(), piece.data(), piece.size(), &progress), pack.string());
  });
  if (!read) throw Error(ErrorKind::failed, pack.string() + ": cannot be read");
  git::check(git_indexer_commit(indexer.get(), &progress), pack.string());
  for (const auto& entry : fs::directory_iterator(draft)) {
    if (entry.path().extension() != ".idx") continue;
    const FileDescriptor handle(::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC));
    if (!handle.open() || ::fsync(handle.get()) != 0) throw_errno(entry.path().string());
    fs::rename(entry.path(), fs::path(pack).replace_extension(".idx"));
    break;
  }
  fs::remove_all(draft);
}

}  // namespace ai_memory
