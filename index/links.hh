// Which page links to which.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wiki/page_path.hh"

namespace ai_memory {

struct PageLink {
  PagePath from;
  std::optional<PagePath> to;  // absent: no such page
  std::string target;          // as link_path() has it
  std::string kind;            // "link", the word of a relation, or the key of the front matter
  std::size_t line = 0;        // of the file
};

// A link between a page and one that is nearer to where the search began.
struct RelatedPage {
  PagePath path;
  std::size_t distance = 0;  // links from the start; 1 is next to it
  PagePath via;              // the nearer page
  bool outward = true;       // the link is on `via`; else on `path`
  std::string kind;
  std::size_t line = 0;
};

// The pages within `depth` links of `start`, whichever way the links point, the nearest first; of one distance those
// that are linked to before those that link, then by path. A page is there once for each way and kind, with the first
// link of that sort; links of a page to itself do not count.
std::vector<RelatedPage> related_pages(const std::vector<PageLink>& links, const PagePath& start, std::size_t depth);

}  // namespace ai_memory
