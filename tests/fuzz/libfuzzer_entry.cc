// Runs a target under libFuzzer. Some inputs are looked at a second time, repeated to 64 KB: that is how work that
// grows with the square of the text shows itself (A16).
#include <cstdint>
#include <ctime>

#include "tests/fuzz/fuzz.hh"

namespace {

constexpr std::size_t kRepeatedSize = 64u << 10;
// Of the processor, in a build that is some 20 times slower than the real one: what takes no longer is not looked into.
constexpr double kSoonEnough = 20;
// More than that makes a fuzzer of little use, whatever it grows with, and on a busy machine too.
constexpr double kMostSeconds = 200;
// What grows with the text alone takes 4 times as long for 4 times the text; what grows with its square, 16 times.
constexpr double kMostGrowth = 9;

// One input in 1024, the same ones each time.
bool is_repeated(std::string_view bytes) {
  std::uint32_t hash = 2166136261u;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
  return !bytes.empty() && bytes.size() < 512 && (hash >> 20) % 1024 == 0;
}

double seconds_for(std::string_view bytes) {
  const std::clock_t start = std::clock();
  check(bytes);
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void check_in_time(std::string_view bytes) {
  const double seconds = seconds_for(bytes);
  if (seconds <= kSoonEnough) return;
  const double quarter = seconds_for(bytes.substr(0, bytes.size() / 4));
  if (seconds <= kMostSeconds && seconds <= kMostGrowth * quarter) return;
  std::fprintf(stderr, "%zu bytes that begin as the input take %.1f s, a quarter of them %.1f s\n", bytes.size(),
               seconds, quarter);
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
