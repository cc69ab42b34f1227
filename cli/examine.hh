// All that `doctor` looks at: settings, wiki, pages, search index.
#pragma once

#include <vector>

#include "cli/context.hh"
#include "wiki/health.hh"

namespace ai_memory {

// Changes no page. Never throws for what is wrong: that is what it reports. `every_object`: as in examine_wiki.
std::vector<Finding> examine(Context& context, bool every_object);

}  // namespace ai_memory
