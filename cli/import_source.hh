// What an import reads, by the format of each source.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/context.hh"
#include "cli/import_plan.hh"
#include "cli/progress.hh"

namespace ai_memory {

struct ImportOptions {
  std::vector<std::string> sources;
  std::string format = "auto";
  std::string into;  // a folder of the project, for markdown
  bool overwrite = false, again = false;
};

// Throws `usage` for a source that is in the wiki, of no known format, or with an `into` that is no folder's name.
ImportRead read_source(Context& context, const std::filesystem::path& source, const ImportOptions& options,
                       Progress& progress);

}  // namespace ai_memory
