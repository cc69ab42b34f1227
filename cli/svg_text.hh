// Text and numbers as they may stand in an SVG file.
#pragma once

#include <string>
#include <string_view>

namespace ai_memory {

// Between tags, or between quotes: marks are escaped, and what XML cannot hold becomes U+FFFD.
std::string svg_text(std::string_view text);
// With at most one digit behind the point.
std::string svg_number(double value);

}  // namespace ai_memory
