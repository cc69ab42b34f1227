// Where the text of a page comes from, as far as pages say so.
#pragma once

#include <set>
#include <vector>

#include "cli/context.hh"
#include "wiki/observations.hh"

namespace ai_memory {

struct PageOrigins {
  // Pages whose text it took in, or that name it as what replaces them; also such as are gone since. They may be
  // evidence too.
  std::set<PagePath> merged;
  std::vector<Observation> observations;  // those that say where they come from, with lines of the file
};

PageOrigins page_origins(Context& context, const PagePath& path);

}  // namespace ai_memory
