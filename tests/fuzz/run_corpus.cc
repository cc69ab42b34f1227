// Runs a fuzz target over the files named on the command line: what libFuzzer does, for compilers without it.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "%s: cannot be read\n", argv[i]);
      return 1;
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    // Every beginning of a short file too: text that breaks off is what parsers trip over.
    for (std::size_t size = text.size() < 2000 ? 0 : text.size(); size <= text.size(); ++size) {
      const std::string part = text.substr(0, size);
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(part.data()), part.size());
    }
  }
  return 0;
}
