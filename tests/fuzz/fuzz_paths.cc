// Any text as a title gives a name that a new page may have; any text as a path is taken or refused.
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_paths.cc
//     wiki/{error,page_path,slug}.cc -lutf8proc -o fuzz_paths
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wiki/error.hh"
#include "wiki/page_path.hh"

using namespace ai_memory;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto name = slug(text);
    require(PagePath::create(name + ".md").stem() == name);
    require(name.size() <= 100);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage && std::string_view(error.what()).starts_with("title"));
  }
  twin_key(text);
  for (const auto& path : {std::string(text), std::string(text) + ".md"}) {
    if (is_page_name(path)) require(PagePath::existing(path).str() == path);
    try {
      const auto page = PagePath::create(path);
      require(is_page_name(path) && page.in_project().ends_with(page.stem() + ".md"));
    } catch (const Error& error) {
      require(error.kind() == ErrorKind::usage);
    }
  }
  return 0;
}
