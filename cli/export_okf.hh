// A bundle of the Open Knowledge Format, version 0.2: the pages as they are, each with a `type`, and a list of them.
#pragma once

#include <string>
#include <vector>

#include "cli/export_folder.hh"
#include "wiki/page_path.hh"

namespace ai_memory {

struct ExportedPage {
  PagePath path;
  std::string name;  // below the folder
  std::string text;
};

// Pages keep every byte, but that `type`, which the format asks for, is added where a page states none (its kind).
// Names that the format keeps for itself (index.md, log.md) get another one; pages whose front matter cannot be read or
// that are no text are left out. Both go into the report. The list is the bundle's index.md.
std::vector<ExportFile> okf_bundle(const std::vector<ExportedPage>& pages, ExportReport& report);

}  // namespace ai_memory
