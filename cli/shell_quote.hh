// Text as one word of a shell command that a person copies.
#pragma once

#include <string>
#include <string_view>

namespace ai_memory {

// As it is if no shell takes any of it for its own; else between single quotes; with what a terminal would not show as
// it is (controls, bytes that are no UTF-8), as "$(printf '…')", which every shell reads. That takes line ends off the
// end; no page's name ends in one.
std::string shell_quote(std::string_view text);

}  // namespace ai_memory
