// [[…]] in running text, and the words of typed relations.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "wiki/markdown.hh"

namespace ai_memory {

struct FoundWikilink {
  std::size_t begin = 0, end = 0;  // of [[…]] with its brackets
  Link link;                       // without line and relation
};

// The first link at or behind `from`. Of nested brackets the innermost counts; "[[]]" and "[[|x]]" are no links.
std::optional<FoundWikilink> find_wikilink(std::string_view text, std::size_t from);

// The relation that the words before a list item's link name ("part of" -> "part_of"); another single word gives
// "related_to:word". `alone`: nothing but a remark follows the link; then two or three words name one too.
std::string relation_name(std::string_view words, bool alone);

}  // namespace ai_memory
