// Which page a link means, given the pages that there are. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "wiki/page_path.hh"

namespace ai_memory {

struct Link;

struct NamedPage {
  PagePath path;
  std::string title;
  std::vector<std::string> aliases;
  std::string permalink;  // front matter `permalink`, may be empty
};

class LinkTargets {
 public:
  explicit LinkTargets(std::vector<NamedPage> pages);

  // `target` as link_path() gives it: an in-wiki path ("default/shop/notes/plan.md") or a bare name ("plan").
  // A path: that page; else the one whose path differs in case alone; else, as Obsidian writes partial paths, the page
  // of the project whose path ends with it; else the one with that permalink.
  // A bare name, within the project of `from`, then within the _global project of its workspace: the file stem, else
  // an alias, a title, a permalink or what slug() makes of the name; compared case-folded in NFC.
  // Of several: one in the folder of `from`, then with the fewest folders, then as spelled, then the first by path.
  std::optional<PagePath> find(std::string_view target, const PagePath& from) const;
  // The same for a link on page `from`, whose form also tells a page at the top of the wiki (":plan") from a bare name.
  std::optional<PagePath> find(const Link& link, const PagePath& from) const;

  bool has(std::string_view path) const { return by_path_.contains(std::string(path)); }

 private:
  using Pages = std::vector<std::size_t>;  // indexes into pages_, ascending by path
  enum class Key : char { path, stem, alias, title, permalink };

  static std::string key(Key kind, std::string_view project, std::string_view name);
  void add(Key kind, std::string_view project, std::string_view name, std::size_t page);
  const Pages* look_up(Key kind, std::string_view project, std::string_view name) const;
  std::optional<PagePath> find_path(std::string_view target, const PagePath& from) const;
  std::optional<PagePath> find_name(std::string_view name, const PagePath& from) const;
  const PagePath* named(std::string_view name, std::string_view project, const PagePath& from) const;
  const PagePath* ending_with(std::string_view path, std::string_view project, const PagePath& from) const;
  const PagePath* best(const Pages& pages, std::string_view spelled, const PagePath& from) const;

  std::vector<NamedPage> pages_;  // sorted by path
  std::unordered_map<std::string, std::size_t> by_path_;
  std::unordered_map<std::string, Pages> by_name_;
};

}  // namespace ai_memory
