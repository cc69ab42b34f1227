#include "decay/lint_target.hh"

#include "wiki/lines.hh"

namespace ai_memory {
namespace {

std::string stem_key(const Project& project, std::string_view stem) { return project.str() + '\n' + twin_key(stem); }

// Empty for a name of blanks alone, which has no slug.
std::string slug_key(const Project& project, std::string_view stem) {
  return trim(stem).empty() ? std::string() : project.str() + '\n' + slug(stem);
}

}  // namespace

LintTargets::LintTargets(const std::vector<PagePath>& pages, const std::map<std::string, std::string>& moved)
    : moved_(moved) {
  for (const auto& page : pages) {
    pages_.emplace(page.str(), page);
    add(stems_, stem_key(page.project(), page.stem()), page);
    add(slugs_, slug_key(page.project(), page.stem()), page);
  }
  for (const auto& [from, to] : moved) {
    if (!is_page_name(from)) continue;
    const PagePath old = PagePath::existing(from);
    if (const auto now = after_moves(from)) add(moved_names_, stem_key(old.project(), old.stem()), *now);
  }
}

void LintTargets::add(Names& names, std::string name, const PagePath& page) {
  Only& entry = names[std::move(name)];
  entry.several = entry.several || (entry.page && *entry.page != page);
  entry.page = page;
}

std::optional<PagePath> LintTargets::only(const Names& names, const std::string& name, const PagePath& from) {
  const auto found = names.find(name);
  if (found == names.end() || found->second.several || *found->second.page == from) return std::nullopt;
  return found->second.page;
}

// Moves may go round in circles, but no longer than there are moves.
std::optional<PagePath> LintTargets::after_moves(std::string path) const {
  for (std::size_t steps = 0; steps <= moved_.size(); ++steps) {
    if (const auto page = pages_.find(path); page != pages_.end()) return page->second;
    const auto next = moved_.find(path);
    if (next == moved_.end()) break;
    path = next->second;
  }
  return std::nullopt;
}

std::optional<PagePath> LintTargets::find(std::string_view target, const PagePath& from) const {
  const bool is_path = target.find('/') != std::string_view::npos;
  if (is_path) {
    std::string path(target);
    if (!path.ends_with(".md")) path += ".md";
    if (auto page = after_moves(path)) return *page == from ? std::nullopt : page;
    if (!is_page_name(path)) return std::nullopt;
    const PagePath meant = PagePath::existing(path);
    if (auto page = only(stems_, stem_key(meant.project(), meant.stem()), from)) return page;
    if (stems_.contains(stem_key(meant.project(), meant.stem()))) return std::nullopt;
    return only(slugs_, slug_key(meant.project(), meant.stem()), from);
  }
  const std::string_view name = target.ends_with(".md") ? target.substr(0, target.size() - 3) : target;
  if (auto page = only(moved_names_, stem_key(from.project(), name), from)) return page;
  return only(slugs_, slug_key(from.project(), name), from);
}

}  // namespace ai_memory
