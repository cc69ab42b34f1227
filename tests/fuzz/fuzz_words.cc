// Any text in a shell's line: quoted it is one word that reads back, and half a line is split without fail.
#include "cli/shell_line.hh"
#include "cli/shell_quote.hh"
#include "tests/fuzz/fuzz.hh"

using namespace ai_memory;

void check(std::string_view text) {
  const std::string word = shell_quote(text);
  require(!word.empty() && word.find('\x1b') == word.npos && word.find('\n') == word.npos);
  const auto line = split_line(text, ":=");
  require(!line.words.empty() && line.kept <= text.size());
  if (!word.starts_with('"') && text.find('\0') == text.npos) {
    const auto again = split_line("x " + word);
    require(again.words.size() == 2 && again.words[1] == text && again.quote == 0);
  }
  for (const char quote : {'\0', '\'', '"'}) bash_quoted(text, quote);
}
