// What a page states as list items of the form "- [category] text #tag (context)", as basic-memory writes them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

struct Observation {
  std::string category;           // "decision", as spelled
  std::string text;               // with its tags, without the context
  std::vector<std::string> tags;  // without #
  std::string context;            // of the closing (…), may be empty
  std::size_t line = 0;           // 1-based within the body
};

// In the order of the page; none from code, quotes of code or HTML. Tasks (`- [ ]`, `- [x]`, `- [-]`) are none, nor are
// links and footnotes.
std::vector<Observation> observations(std::string_view body);

// One list item's text on one line; absent if it is no observation.
std::optional<Observation> parse_observation(std::string_view item);

}  // namespace ai_memory
