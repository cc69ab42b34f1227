// Which page a file of a folder becomes.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "cli/import_plan.hh"
#include "wiki/page_path.hh"

namespace ai_memory {

// `relative` ("ideas/What?.md", '/'-separated) as a page path below `project`: the same name if a page may have it;
// else the parts that are refused become slugs.
PagePath page_path_for(const Project& project, const std::string& relative);

// Gives each file of one import a page of its own.
class PageNames {
 public:
  explicit PageNames(Project project) : project_(std::move(project)) {}

  // page_path_for(), or the first of path-2, path-3, … where another file has that, or one that differs in case or
  // Unicode form alone.
  PagePath take(const std::string& relative);
  // How the page for `relative` is called and why, if not as the file is.
  std::optional<RenamedFile> renaming(const std::string& relative, const PagePath& page) const;

 private:
  Project project_;
  std::set<std::string> taken_;
};

}  // namespace ai_memory
