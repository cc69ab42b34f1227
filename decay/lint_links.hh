// What links between pages tell. Pure.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "decay/lint.hh"
#include "wiki/page.hh"
#include "wiki/time.hh"

namespace ai_memory {

struct LintLink {
  std::string target;          // as link_path() has it: a path in the wiki, or a bare name
  std::optional<PagePath> to;  // absent: no such page
  std::string kind;            // "link", the word of a relation, or the key of the front matter
  std::size_t line = 0;        // of the file
};

// A page among others, without its text.
struct LintPage {
  PagePath path;
  std::string title;
  std::string kind;
  Tier tier = Tier::semantic;
  bool pinned = false;
  bool superseded = false;  // has a superseded_by
  std::optional<Timestamp> valid_until;
  std::vector<LintLink> links;  // in the order of lines
};

// What the wiki's folders and history say of paths that are no page.
struct LintPaths {
  std::map<std::string, std::string> moved;         // old path -> the next one; that may have moved on
  std::set<std::string> removed;                    // once pages, no more
  std::function<bool(const std::string&)> is_file;  // some other file of the wiki; may be empty: none is
};

// broken_link, stub_chain, stale_context, orphan, and contradiction where a link says so (`- contradicts [[x]]`).
// `pages`: all of the wiki, in any order.
std::vector<LintFinding> lint_links(const std::vector<LintPage>& pages, const LintPaths& paths, Timestamp now);

}  // namespace ai_memory
