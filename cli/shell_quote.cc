#include "cli/shell_quote.hh"

#include <algorithm>
#include <cstdio>

#include "cli/output.hh"

namespace ai_memory {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_./:@%+,-").find(c) != std::string_view::npos;
}

// Every byte outside printable ASCII as octal, which a digit behind it cannot lengthen; what the quotes and printf take
// for their own as well. Dash knows no $'…'.
std::string printed(std::string_view text) {
  std::string quoted = "\"$(printf '";
  for (const char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool option = c == '-' && &c == text.data();
    if (byte >= 0x20 && byte < 0x7f && c != '\'' && c != '\\' && c != '%' && !option) {
      quoted += c;
    } else {
      char octal[8];
      std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(byte));
      quoted += octal;
    }
  }
  return quoted + "')\"";
}

}  // namespace

std::string shell_quote(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  if (visible(text) != text || text.find_first_of("\n\t\r") != std::string_view::npos) return printed(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace ai_memory
