// How the file of a glossary begins, and where its parts lie: the header, a 32-bit offset for each entry in the order
// of their words' bytes, the entries, and who made the dictionary. An entry: Entry, the word, its English.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ai_memory::glossary {

struct Header {
  char magic[8];
  std::uint32_t version, entries;
  std::uint64_t size;      // of the whole file
  std::uint32_t checksum;  // CRC-32 of what follows the header
  std::uint32_t longest;   // characters of the longest word
  std::uint32_t unused[8];
};
static_assert(sizeof(Header) == 64);

struct Entry {
  std::uint8_t word, english, cost;  // bytes of the two texts; what the word costs, in 20ths
};

inline constexpr char kMagic[8] = "AIMGLOS";
inline constexpr std::uint32_t kVersion = 1;
inline constexpr double kCostUnit = 20;

}  // namespace ai_memory::glossary
