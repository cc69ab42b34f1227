#include "cli/svg_text.hh"

#include <cmath>
#include <cstdio>

#include "index/unicode.hh"

namespace ai_memory {
namespace {

// Char of XML 1.0 §2.2; decode_utf8() gives U+FFFD for what is no UTF-8.
bool is_xml(char32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code < 0xd800 || (code >= 0xe000 && code != 0xfffe && code != 0xffff && code <= 0x10ffff);
}

}  // namespace

std::string svg_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    char32_t code = 0;
    const std::size_t bytes = decode_utf8(text.substr(at), code);
    at += bytes;
    switch (code) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        append_utf8(out, is_xml(code) ? code : U'\ufffd');
    }
  }
  return out;
}

std::string svg_number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.1f", std::round(value * 10) / 10 + 0.0);
  std::string number = text;
  if (number.ends_with(".0")) number.resize(number.size() - 2);
  return number == "-0" ? "0" : number;
}

std::string svg_file(std::string_view title, double width, double height, std::string_view style,
                     std::string_view body) {
  const std::string wide = svg_number(width), high = svg_number(height);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                    wide + "\" height=\"" + high + "\" viewBox=\"0 0 " + wide + " " + high +
                    "\" role=\"img\">\n<title>" + svg_text(title) + "</title>\n<style>";
  out.append(style).append("</style>\n<rect class=\"paper\" width=\"" + wide + "\" height=\"" + high + "\"/>\n");
  return out.append(body).append("</svg>\n");
}

}  // namespace ai_memory
