// Where an entry of a YAML block stands, byte for byte.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "wiki/yaml_block.hh"

namespace ai_memory {

// Offsets in the block. The value is [value, value_end) on the key's line or on from it, and then the whole lines
// [tail, tail_end) below (a block scalar's text, a nested list). A comment behind the value is in neither.
struct YamlSpan {
  std::size_t line = 0;   // start of the key's line
  std::size_t colon = 0;  // just behind the ':'
  std::size_t value = 0, value_end = 0;
  std::size_t tail = 0, tail_end = 0;
  std::size_t end = 0;  // behind the last line that holds something of the entry
};

// Absent when the bytes are not what is expected of entry `index`, so that nobody edits on a guess.
std::optional<YamlSpan> locate_entry(std::string_view block, const YamlBlock& yaml, std::size_t index);

}  // namespace ai_memory
