// Text in the DOT language of Graphviz.
#pragma once

#include <string>
#include <string_view>

namespace ai_memory {

// A quoted name. Bytes that DOT cannot hold are written as visible() has them, so that two names stay two.
std::string dot_name(std::string_view text);
// A quoted label of one line, in which nothing is taken for an escape or for an entity of HTML.
std::string dot_label(std::string_view text);

}  // namespace ai_memory
