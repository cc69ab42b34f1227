#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>

#include "cli/shell_quote.hh"
#include "tests/support/temp_folder.hh"

using namespace ai_memory;
using test::TempFolder;
namespace fs = std::filesystem;

TEST_CASE("a quoted word is one word of any shell again, byte for byte") {
  CHECK(shell_quote("default/web/notes/plan.md") == "default/web/notes/plan.md");
  CHECK(shell_quote("a b.md") == "'a b.md'");
  CHECK(shell_quote("it's") == "'it'\\''s'");
  CHECK(shell_quote("") == "''");
  CHECK(shell_quote("a\nb") == "\"$(printf 'a\\012b')\"");
  const TempFolder folder;
  for (const std::string text : {"plan.md",
                                 "a b",
                                 "it's",
                                 "$HOME `id` \"x\"",
                                 "-rf",
                                 "~",
                                 "*?[a]",
                                 "#x",
                                 "a|b;c&d>e<f(g)",
                                 "会議",
                                 "\\n",
                                 "!x",
                                 "a\nb",
                                 "a\tb\rc",
                                 "bell\a\x1b[31m",
                                 "caf\xe9 1",
                                 "\u202eabc",
                                 "x'\n\\'y",
                                 "100%\t%s %%",
                                 "\a$HOME `id` \"x\"",
                                 "\x01-x7",
                                 "-rf\t",
                                 "a=b",
                                 "{a,b}"}) {
    const std::string quoted = shell_quote(text);
    CAPTURE(quoted);
    for (const char c : quoted) CHECK(static_cast<unsigned char>(c) >= 0x20);
    const fs::path script = folder.path / "script";
    std::ofstream(script, std::ios::binary) << "printf %s " << quoted << " > '" << folder.path.string() << "/out'\n";
    for (const std::string shell : {"bash", "sh"}) {
      REQUIRE(std::system((shell + " '" + script.string() + "'").c_str()) == 0);
      CHECK(folder.read("out") == text);
    }
  }
}
