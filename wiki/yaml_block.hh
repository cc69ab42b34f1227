// A block of YAML as its top-level entries. The only user of yaml-cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

struct YamlEntry {
  std::string key;
  std::size_t line = 0, column = 0;   // of the key, 0-based in the block
  std::optional<std::string> scalar;  // as typed; absent for null, lists and maps
  bool is_list = false;
  std::vector<std::string> items;  // the scalars of a list; lists in it are flattened
  std::string json;                // "key":value, scalars as strings
};

struct YamlBlock {
  // blank: nothing but white space and comments; other: a scalar or a list.
  enum class Kind { mapping, blank, other, broken };
  Kind kind = Kind::blank;
  bool flow = false;  // the whole block is one {…}
  std::vector<YamlEntry> entries;
  std::vector<std::size_t> key_lines;  // in order, of all keys: also of those that are no text (null, lists, maps)
  std::size_t error_line = 0;          // 0-based
  std::string error;
};

// Never throws for any text. Broken also means: control characters, not UTF-8, nesting over 100, several documents,
// aliases that expand to over 1 MB.
YamlBlock read_yaml_block(std::string_view block);

}  // namespace ai_memory
