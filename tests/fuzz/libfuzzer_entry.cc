// Runs a target under libFuzzer. Some inputs are looked at a second time, repeated to 64 KB: that is how work that
// grows with the square of the text shows itself (A16).
#include <cstdint>
#include <ctime>

#include "tests/fuzz/fuzz.hh"

namespace {

constexpr std::size_t kRepeatedSize = 64u << 10;
// Of the processor, for text of any size that libFuzzer makes, in a build that is some 20 times slower than the real
// one. What grows with the text alone, and link rewriting with all that it may parse, takes half of it at most.
constexpr double kMostSeconds = 20;

// One input in 1024, the same ones each time.
bool is_repeated(std::string_view bytes) {
  std::uint32_t hash = 2166136261u;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
  return !bytes.empty() && bytes.size() < 512 && (hash >> 20) % 1024 == 0;
}

void check_in_time(std::string_view bytes) {
  const std::clock_t start = std::clock();
  check(bytes);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (seconds <= kMostSeconds) return;
  std::fprintf(stderr, "%zu bytes that begin as the input take %.1f s\n", bytes.size(), seconds);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_in_time(bytes);
  if (!is_repeated(bytes)) return 0;
  std::string text;
  while (text.size() < kRepeatedSize) text += bytes;
  check_in_time(text);
  return 0;
}
