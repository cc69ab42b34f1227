// All that `doctor` looks at: settings, wiki, pages, search index.
#pragma once

#include <vector>

#include "cli/context.hh"
#include "wiki/health.hh"

namespace ai_memory {

struct Examination {
  std::vector<Finding> findings;
  std::vector<std::string> repairs;                 // what repair() would do, a line each
  std::vector<std::filesystem::path> drafts_to_go;  // texts of killed edits that their pages have
  bool index_is_wrong = false;                      // one of them: the search index is made anew
};

// Changes no page. Never throws for what is wrong: that is what it reports. `every_object`: as in examine_wiki.
Examination examine(Context& context, bool every_object);

// Does what `found.repairs` says. Throws what stands in the way.
void repair(Context& context, const Examination& found);

}  // namespace ai_memory
