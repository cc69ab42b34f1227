// Which page a file of a folder becomes.
#pragma once

#include <map>
#include <string>

#include "cli/import_plan.hh"
#include "wiki/page_path.hh"

namespace ai_memory {

// `relative` ("ideas/What?.md", '/'-separated) as a page path below `project`: the same name if a page may have it;
// else the parts that are refused become slugs.
PagePath page_path_for(const Project& project, const std::string& relative);

// Which file of its source each page was that an import brought, by the wiki's history.
struct ImportedFiles {
  std::map<std::string, std::string> place_of;  // by page path: the newest file that came in under that name
  std::map<std::string, std::string> page_of;   // by place below the project, "ideas/What?.md": its newest page
};

// Gives each file of one import (a page with a place) a page of its own, whatever other files there are now or were:
//   1. the page that it became in an earlier import;
//   2. its own name, if a page may have it and it is no other file's;
//   3. else the first of its name as page_path_for() has it, that-2, that-3, … that no other file and no page has or
//      that holds this very text. Names that differ only in case or Unicode form count as one.
// What the pages are called otherwise than their files, and why, goes to `read.renamed`.
void name_pages(ImportRead& read, const Project& project, const ImportedFiles& known, const ImportTarget& target);

}  // namespace ai_memory
