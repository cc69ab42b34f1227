// Text and numbers as they may stand in an SVG file.
#pragma once

#include <string>
#include <string_view>

namespace ai_memory {

// Between tags, or between quotes: marks are escaped, and what XML cannot hold becomes U+FFFD.
std::string svg_text(std::string_view text);
// With at most one digit behind the point.
std::string svg_number(double value);
// A whole file, without scripts: `style` is CSS, `body` elements on a ground of class "paper".
std::string svg_file(std::string_view title, double width, double height, std::string_view style,
                     std::string_view body);

}  // namespace ai_memory
