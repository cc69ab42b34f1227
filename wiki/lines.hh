// Text line by line, whatever ends the lines: LF, CRLF or a lone CR.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace ai_memory {

struct Line {
  std::size_t begin = 0;
  std::size_t end = 0;   // of the text, before the line end
  std::size_t next = 0;  // start of the next line; text.size() after the last
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

// The line that starts at `begin`.
inline Line line_at(std::string_view text, std::size_t begin) {
  const auto end = std::min(text.find_first_of("\r\n", begin), text.size());
  auto next = end;
  if (next < text.size() && text[next] == '\r') ++next;
  if (next < text.size() && text[next] == '\n' && (next == end || text[end] == '\r')) ++next;
  return {begin, end, next};
}

inline std::string_view trim(std::string_view text, std::string_view blanks = " \t\r\n") {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace ai_memory
