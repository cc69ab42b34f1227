// Any page: reading never throws; an edit either fails cleanly or changes what was asked and nothing of the body.
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_front_matter.cc
//     wiki/{error,page_path,slug,time,yaml_block,yaml_span,yaml_scalar,front_matter,front_matter_edit,page,
//     markdown,markdown_source,wikilink}.cc -lyaml-cpp -lutf8proc -lcmark-gfm -lcmark-gfm-extensions -o
//     fuzz_front_matter
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wiki/error.hh"
#include "wiki/page.hh"

using namespace ai_memory;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void edit(std::string_view text, const std::optional<std::string>& value) {
  std::string edited;
  try {
    edited = edit_front_matter(text, {{"tier", value}});
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::failed);
    return;
  }
  require(FrontMatter::parse(edited).text("tier") == value);
  require(split_front_matter(edited).body == split_front_matter(text).body);
  require(edit_front_matter(edited, {{"tier", value}}) == edited);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto page = parse_page(PagePath::existing("notes/x.md"), text);
  require(!page.title.empty());
  is_ledger(PagePath::existing("log.md"), text);
  edit(text, "a: b # c");
  edit(text, std::nullopt);
  const auto as_value = edit_front_matter("body", {{"title", std::string("x")}});
  require(as_value == "---\ntitle: x\n---\nbody");
  if (is_utf8(text) && size < 1000)
    require(FrontMatter::parse("---\nk: " + yaml_scalar(text) + "\n---\n").text("k").value_or("") == text);
  return 0;
}
