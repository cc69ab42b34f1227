// A command line as a shell keeps it while it is being typed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

struct ShellLine {
  std::vector<std::string> words;  // without quotes and backslashes; the last one is being typed and may be empty
  char quote = 0;                  // the quote that is open at the end: ' or " or 0
  // How many bytes of the last word the shell keeps as they are: what stands before the last unquoted character of
  // `breaks` (bash's COMP_WORDBREAKS, where ':' and '=' are), that one included.
  std::size_t kept = 0;
};

ShellLine split_line(std::string_view line, std::string_view breaks = {});

// `word` as it must stand in a bash line where `quote` is open: special characters escaped, the closing quote left out.
std::string bash_quoted(std::string_view word, char quote);

}  // namespace ai_memory
