#include <doctest/doctest.h>

#include "cli/output.hh"

using namespace ai_memory;

namespace {

struct Row {
  const char *text, *shown;
};

}  // namespace

TEST_CASE("what could steer a terminal or turn its text around is shown as an escape") {
  for (const auto& [text, shown] : {
           Row{"", ""},
           Row{"plain\n\ttext\n", "plain\n\ttext\n"},
           Row{"\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"},
           Row{"bell\x07 back\x08 del\x7f", "bell\\x07 back\\x08 del\\x7f"},
           Row{"C1 \xc2\x9b and \xc2\x80", "C1 \\u009b and \\u0080"},
           Row{"bidi \xe2\x80\xae and \xe2\x81\xa6", "bidi \\u202e and \\u2066"},
           Row{"over\rwritten", "over\\x0dwritten"},
           Row{"dos\r\nlines\r\n", "dos\r\nlines\r\n"},
           Row{"at the end\r", "at the end\\x0d"},
           Row{"caf\xe9 \x9b", "caf\\xe9 \\x9b"},
           Row{"照明 é 🐘 \xc2\xa0", "照明 é 🐘 \xc2\xa0"},
       })
    CHECK(visible(text) == shown);
  CHECK(visible(std::string_view("a\0b", 3)) == "a\\x00b");
}

TEST_CASE("one line has no control characters at all") {
  CHECK(one_line("a\x1b[1mb\nc\td\xe2\x80\xae") == "a [1mb c d ");
  CHECK(one_line("caf\xe9") == "caf\xef\xbf\xbd");
  CHECK(one_line("照明 é") == "照明 é");
}
