// Runs a target under libFuzzer. Some inputs are looked at a second time, repeated to 64 KB, and must then take no
// longer than a page may: that is how work that grows with the square of the text shows itself (A16).
#include <cstdint>
#include <ctime>

#include "tests/fuzz/fuzz.hh"

namespace {

constexpr std::size_t kRepeatedSize = 64u << 10;
constexpr double kMostSeconds = 5;  // of the processor, in a build that is some 20 times slower than the real one

// One input in 1024, the same ones each time.
bool is_repeated(std::string_view bytes) {
  std::uint32_t hash = 2166136261u;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
  return !bytes.empty() && bytes.size() < 512 && (hash >> 20) % 1024 == 0;
}

void check_repeated(std::string_view bytes) {
  std::string text;
  while (text.size() < kRepeatedSize) text += bytes;
  const std::clock_t start = std::clock();
  check(text);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (seconds > kMostSeconds) std::fprintf(stderr, "repeated to 64 KB it takes %.1f s\n", seconds);
  require(seconds <= kMostSeconds);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(bytes);
  if (is_repeated(bytes)) check_repeated(bytes);
  return 0;
}
