// What the imported pages hold that people look for afterwards: links that work and that do not, relations,
// observations, tags.
#pragma once

#include <string>
#include <vector>

#include "cli/import_plan.hh"

namespace ai_memory {

struct ImportSurvey {
  std::size_t links = 0;  // to pages; not those to attachments and the web
  std::vector<ImportNote>
      nowhere;  // of these, the ones that no imported page answers. what: the page, why: "[[x]], line 3"
  std::size_t relations = 0, observations = 0;
  std::size_t tags = 0;  // different ones
};

ImportSurvey survey(const std::vector<ImportedPage>& pages);

}  // namespace ai_memory
