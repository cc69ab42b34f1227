#include "index/embedder.hh"

namespace ai_memory {

std::size_t fits_in_bytes(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text.size();
  const auto space = text.substr(0, most).find_last_of(" \n\t");
  if (space != std::string_view::npos && space > 0) return space;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return end > 0 ? end : most;
}

}  // namespace ai_memory
