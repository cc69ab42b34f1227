// Where a link that leads nowhere was meant to lead. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/page_path.hh"

namespace ai_memory {

class LintTargets {
 public:
  // `pages`: all that there are. `moved`: old path -> the next one, as history tells.
  LintTargets(const std::vector<PagePath>& pages, const std::map<std::string, std::string>& moved);

  // The one page that `target` (as link_path() has it) on page `from` can only have meant: the one that history says it
  // moved to; else the only one of that project whose file has the same name, or the same but for case, blanks, hyphens
  // and underscores. Absent if there is none, or a choice.
  std::optional<PagePath> find(std::string_view target, const PagePath& from) const;

 private:
  // No page, one, or several of a name.
  struct Only {
    std::optional<PagePath> page;
    bool several = false;
  };
  using Names = std::map<std::string, Only, std::less<>>;

  static void add(Names& names, std::string name, const PagePath& page);
  static std::optional<PagePath> only(const Names& names, const std::string& name, const PagePath& from);
  std::optional<PagePath> after_moves(std::string path) const;

  std::map<std::string, PagePath, std::less<>> pages_;
  const std::map<std::string, std::string>& moved_;
  Names moved_names_;    // stem of an old path -> where that page is now
  Names stems_, slugs_;  // project and stem, project and slug of the stem
};

}  // namespace ai_memory
