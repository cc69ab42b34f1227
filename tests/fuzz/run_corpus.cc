// Runs a fuzz target over the files of a folder: what libFuzzer does with a corpus, for compilers without it.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/fuzz.hh"

namespace fs = std::filesystem;

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  int files = 0;
  for (const auto& entry : fs::directory_iterator(argv[1])) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::fprintf(stderr, "%s\n", entry.path().c_str());  // the last one, if it comes to a stop
    check(text);
    // Of a file that a person named every beginning too: text that breaks off is what parsers trip over.
    const bool by_hand = entry.path().has_extension() && text.size() < 2000;
    for (std::size_t size = 0; by_hand && size < text.size(); ++size) check(std::string(text, 0, size));
    ++files;
  }
  return files > 0 ? 0 : 1;
}
