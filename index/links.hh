// Which page links to which.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "index/auto_edge.hh"
#include "index/database.hh"
#include "wiki/page_path.hh"

namespace ai_memory {

struct NamedPage;  // wiki/link_target.hh

struct PageLink {
  PagePath from;
  std::optional<PagePath> to;  // absent: no such page
  std::string target;          // as link_path() has it
  std::string kind;            // "link", the word of a relation, or the key of the front matter
  std::size_t line = 0;        // of the file
};

// Every page with the names that a link may call it by.
std::vector<NamedPage> named_pages(const sqlite::Database& database);

// `ids` as a JSON list, for json_each.
std::string json_ids(const std::vector<std::int64_t>& ids);

// The links that some pages have to each other; ambiguous names are resolved among these alone.
std::vector<PageLink> links_among(const sqlite::Database& database, const std::vector<std::int64_t>& pages);

// An edge between a page and one that is nearer to where the search began.
struct RelatedPage {
  PagePath path;
  std::size_t distance = 0;  // edges from the start; 1 is next to it
  PagePath via;              // the nearer page
  bool outward = true;       // the link is on `via`; else on `path`. Of an automatic edge: true, and it says nothing
  std::string kind;          // as of PageLink; kAutoKind: nobody wrote this edge
  std::size_t line = 0;      // 0 for an automatic edge
  double weight = 0;         // of an automatic edge, see AutoEdge::weight(); else 0
};
inline constexpr const char* kAutoKind = "auto";

// The pages within `depth` edges of `start`, whichever way the links point, the nearest first; of one distance those
// that are linked to before those that link, each by path, then those that only an automatic edge leads to, the
// heaviest first. A page is there once for each way and kind, with the first link of that sort; links of a page to
// itself do not count. `kinds`: the only kinds of edges that are gone along; empty: all.
std::vector<RelatedPage> related_pages(const std::vector<PageLink>& links, const PagePath& start, std::size_t depth,
                                       const std::vector<AutoEdge>& edges = {},
                                       const std::vector<std::string>& kinds = {});

}  // namespace ai_memory
