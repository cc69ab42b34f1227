// The pages around search results: what they are linked with, and what is near them in meaning.
#pragma once

#include <string>
#include <vector>

#include "cli/context.hh"
#include "index/links.hh"

namespace ai_memory {

struct PageAround {
  RelatedPage page;
  std::string title;
};

// At most `depth` edges from one of `hits`, at most 50, those around the best hit first; none of the hits themselves.
std::vector<PageAround> pages_around(Context& context, const std::vector<Hit>& hits, std::size_t depth);

}  // namespace ai_memory
