#include <array>
#include <cstdio>

#include "wiki/front_matter.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

// How many bytes at the front of `text` are one character that a reader would not see or would take for a line end:
// controls, U+0080..9F, U+2028, U+2029 and U+FEFF. 0 for all others. `code` is its number.
std::size_t hidden_character(std::string_view text, unsigned& code) {
  const auto byte = static_cast<unsigned char>(text.front());
  code = byte;
  if (byte < 0x20 || byte == 0x7f) return 1;
  if (byte == 0xc2 && text.size() > 1) {
    code = static_cast<unsigned char>(text[1]);
    return code >= 0x80 && code < 0xa0 ? 2 : 0;
  }
  const auto three = text.substr(0, 3);
  if (three == "\xe2\x80\xa8") code = 0x2028;
  if (three == "\xe2\x80\xa9") code = 0x2029;
  if (three == "\xef\xbb\xbf") code = 0xfeff;
  return code > 0xff ? 3 : 0;
}

bool holds_hidden(std::string_view value) {
  unsigned code = 0;
  for (; !value.empty(); value.remove_prefix(1))
    if (hidden_character(value, code) > 0) return true;
  return false;
}

std::string quoted(std::string_view value) {
  std::string out = "\"";
  while (!value.empty()) {
    unsigned code = 0;
    const auto hidden = hidden_character(value, code);
    if (hidden == 0) {
      if (value.front() == '"' || value.front() == '\\') out += '\\';
      out += value.front();
    } else if (code == '\n' || code == '\t' || code == '\r') {
      out += code == '\n' ? "\\n" : code == '\t' ? "\\t" : "\\r";
    } else {
      std::array<char, 12> escape{};
      std::snprintf(escape.data(), escape.size(), code < 0x80 ? "\\x%02x" : "\\u%04x", code);
      out += escape.data();
    }
    value.remove_prefix(std::max<std::size_t>(hidden, 1));
  }
  return out + '"';
}

// Stricter than yaml-cpp, so that other readers agree on what the text is.
bool may_be_plain(std::string_view value) {
  if (value.empty() || trim(value) != value || holds_hidden(value)) return false;
  if (std::string_view(",[]{}#&*!|>'\"%@`").find(value.front()) != std::string_view::npos) return false;
  if (std::string_view("-?:").find(value.front()) != std::string_view::npos && (value.size() == 1 || value[1] == ' '))
    return false;
  if (value.starts_with("---") || value.starts_with("...") || value.ends_with(':')) return false;
  return value.find(": ") == std::string_view::npos && value.find(" #") == std::string_view::npos;
}

}  // namespace

std::string yaml_scalar(std::string_view value) {
  if (may_be_plain(value)) {
    const auto read = read_yaml_block("k: " + std::string(value));
    if (read.entries.size() == 1 && read.entries[0].scalar == value) return std::string(value);
  }
  return quoted(value);
}

}  // namespace ai_memory
