// Words as people write them in text and code, cut into the parts they are searched by.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "index/unicode.hh"

namespace ai_memory {

struct WordPart {
  std::string text;                  // folded
  std::uint32_t begin = 0, end = 0;  // bytes
  // Other names at the same place: ".net"; "count" of "count++"; "json2xml" and "parsejson" of parseJSON2XML.
  std::vector<std::string> also;
};

// Neighbouring letters and digits, e.g. `retentionScore`: a part or more. `whole` is empty when there is one part.
struct WordRun {
  std::size_t first_part = 0, last_part = 0;
  std::string whole;
};

// Runs joined by single - _ . & ' as in `pre-commit`, `config.example.toml`, `AT&T`: `whole` is `precommit`, empty when
// there is one run, when it would be very long, or where leaving out the dot would make another number of it (2.3).
struct WordChain {
  std::vector<WordPart> parts;
  std::vector<WordRun> runs;
  std::string whole;
  std::size_t next = 0;  // the first character behind the chain
};

// Reads the chain that starts at chars[at], a letter or digit.
void read_chain(std::span<const FoldedChar> chars, std::size_t at, WordChain& chain);

}  // namespace ai_memory
