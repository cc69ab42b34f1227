// The words, phrases and filters a person typed, before they become a search.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

struct QueryItem {
  enum class Kind { word, phrase, filter };
  Kind kind = Kind::word;
  std::string text;    // of a filter: its value
  std::string filter;  // "title", "path", "tag", "kind", "tier" or "project"
  bool excluded = false;
  bool prefix = false;  // written with a * behind it, which is not in `text`
};

// Every item has a letter, a digit or an emoji in its text. Control characters and bytes that are not UTF-8 are left
// out.
std::vector<QueryItem> read_query_items(std::string_view text);

}  // namespace ai_memory
