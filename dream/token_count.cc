#include "dream/token_count.hh"

namespace ai_memory {

std::size_t estimated_tokens(std::string_view text) {
  std::size_t ascii = 0, other = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80)
      ++ascii;
    else if (byte >= 0xc0)  // the first byte of a character
      ++other;
  }
  return (ascii + 3) / 4 + other;
}

}  // namespace ai_memory
