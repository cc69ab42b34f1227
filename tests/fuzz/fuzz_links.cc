// Any body: the outline is made, its lines lie within the body, every link leads to a path or nowhere, and tags and
// observations hold something.
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_links.cc
//     wiki/{error,page_path,slug,markdown,markdown_source,inline_tags,observations,wikilink,link_path}.cc
//     -lutf8proc -lcmark-gfm -lcmark-gfm-extensions -o fuzz_links
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wiki/markdown.hh"
#include "wiki/observations.hh"

using namespace ai_memory;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  const auto breaks = std::count_if(body.begin(), body.end(), [](char byte) { return byte == '\n' || byte == '\r'; });
  const auto lines = static_cast<std::size_t>(breaks) + 1;
  const auto from = PagePath::existing("a/b/notes/x.md");
  const auto parts = outline(body);
  for (const auto& heading : parts.headings)
    if (heading.line < 1 || heading.line > lines || heading.level < 1 || heading.level > 6) std::abort();
  for (const auto& link : parts.links) {
    if (link.line < 1 || link.line > lines) std::abort();
    const auto path = link_path(link, from);
    if (("/" + path).find("/../") != std::string::npos || path.starts_with('/')) std::abort();
  }
  for (const auto& tag : parts.tags)
    if (tag.empty() || tag.find(' ') != std::string::npos) std::abort();
  for (const auto& item : parts.bracketed) {
    if (item.line < 1 || item.line > lines) std::abort();
    const auto found = parse_observation(item.text);
    if (found && (found->text.empty() || found->category.empty())) std::abort();
  }
  return 0;
}
