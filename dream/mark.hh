// What tells a model where somebody else's text begins and ends. Pure.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace ai_memory {

// Whether text cannot close its block with `mark`: 16 or more letters and digits, which must then be in none of the
// texts. Chosen anew for each request, so that no page can know it.
inline bool is_mark(std::string_view mark) {
  return mark.size() >= 16 && std::all_of(mark.begin(), mark.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
         });
}

// A page between its marks; `facts`: one line of JSON.
inline std::string marked_block(std::string_view mark, const std::string& facts, std::string_view text) {
  const std::string sign(mark);
  std::string block = "\n" + sign + " BEGIN\n" + facts + "\n\n" + std::string(text);
  if (!text.ends_with('\n')) block += '\n';
  return block + sign + " END\n";
}

}  // namespace ai_memory
