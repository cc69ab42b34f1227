// The parts of link_path() (markdown.hh) that writing a link needs too.
#pragma once

#include <string>
#include <string_view>

namespace ai_memory {

// "mailto:", "https:": a letter, then letters, digits, '+', '.', '-', before the first ':'.
bool has_scheme(std::string_view target);

std::string percent_decoded(std::string_view text);

// "a/../b" -> "b"; empty if it leads out of the wiki.
std::string normalised(std::string_view path);

// "a/b/" of "a/b/c.md"; empty at the top.
std::string folder_with_slash(std::string_view path);

}  // namespace ai_memory
