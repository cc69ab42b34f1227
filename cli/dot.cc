#include "cli/dot.hh"

#include "cli/output.hh"

namespace ai_memory {
namespace {

std::string quoted(std::string_view text, bool label) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
    if (c == '&' && label) out += "amp;";
  }
  return out + "\"";
}

}  // namespace

std::string dot_name(std::string_view text) {
  std::string name;
  for (const char c : visible(text))
    name += c == '\n' ? "\\x0a" : c == '\r' ? "\\x0d" : c == '\t' ? "\\x09" : std::string(1, c);
  return quoted(name, false);
}

std::string dot_label(std::string_view text) { return quoted(one_line(text), true); }

}  // namespace ai_memory
