#include <doctest/doctest.h>

#include "support/temp_wiki.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"

using namespace ai_memory;
using ai_memory::test::kNow;
using ai_memory::test::TempWiki;

namespace {

std::filesystem::path object_file(const TempWiki& t, const std::string& revision) {
  const std::string id = t.git("rev-parse " + revision).substr(0, 40);
  return t.wiki.root() / ".git/objects" / id.substr(0, 2) / id.substr(2);
}

std::string slurp(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void replace(const std::filesystem::path& file, const std::string& bytes) {
  std::filesystem::remove(file);
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("an object cut at any byte, or with any byte changed, is told with its file and never read for ever (A27)") {
  for (const char* revision : {"HEAD:a.md", "HEAD:", "HEAD~1:a.md"}) {
    TempWiki t;
    t.write("a.md", "one, and text enough to be compressed: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n");
    t.write("a.md", "two\n");
    const auto file = object_file(t, revision);
    const std::string whole = slurp(file);
    for (std::size_t at = 1; at < whole.size(); ++at) {
      CAPTURE(revision);
      CAPTURE(at);
      for (const bool cut : {true, false}) {
        std::string bytes = whole;
        if (cut)
          bytes.resize(at);
        else
          bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
        replace(file, bytes);
        const Wiki wiki = Wiki::open(t.home, kNow);
        bool told = false;
        try {
          for (const Version& version : versions(wiki, PagePath::existing("a.md"), 10)) wiki.blob(version.blob);
        } catch (const Error& error) {
          told = true;
        }
        CHECK((told || !cut || std::string(revision) == "HEAD:"));
      }
    }
    replace(file, whole);
    const Wiki wiki = Wiki::open(t.home, kNow);
    CHECK(versions(wiki, PagePath::existing("a.md"), 10).size() == 2);
  }
}

TEST_CASE("objects of every size and kind read the same as git reads them") {
  TempWiki t;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{50}, std::size_t{64}, std::size_t{1000}, std::size_t{3'000'000}}) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>(size == 3'000'000 ? 'x' : 'a' + i * 7 % 26);
    t.write("s" + std::to_string(size) + ".md", text);
    const Wiki wiki = Wiki::open(t.home, kNow);
    const auto found = versions(wiki, PagePath::existing("s" + std::to_string(size) + ".md"), 1);
    REQUIRE(found.size() == 1);
    CHECK(wiki.blob(found[0].blob) == text);
  }
}
