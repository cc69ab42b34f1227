// How the model file begins, and where its parts lie: each part starts at a multiple of kAlign, in the order in which
// convert() writes them and Model::open() reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ai_memory::minilm {

struct Header {
  char magic[8];
  std::uint32_t version, pieces;
  std::uint64_t size;      // of the whole file
  std::uint32_t checksum;  // CRC-32 of what follows the header
  std::uint32_t unused[9];
};
static_assert(sizeof(Header) == 64);

inline constexpr char kMagic[8] = "AIMMLM6";
inline constexpr std::uint32_t kVersion = 2;  // 1: weights without steps
inline constexpr std::size_t kAlign = 64;
inline constexpr std::uint32_t kSlots = 1U << 16;  // of the hash table of pieces: FNV-1a, next slot when taken

inline std::uint32_t slot_of(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash & (kSlots - 1);
}

inline constexpr std::size_t aligned(std::size_t at) { return (at + kAlign - 1) / kAlign * kAlign; }

}  // namespace ai_memory::minilm
