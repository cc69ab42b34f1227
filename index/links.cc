#include "index/links.hh"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "index/search_index_impl.hh"
#include "wiki/link_target.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kNames = R"sql(
SELECT p.path, p.title, f.aliases,
       CASE WHEN json_valid(p.front_matter) THEN json_extract(p.front_matter, '$.permalink') END
FROM pages p JOIN pages_fts f ON f.rowid = p.id
WHERE ?1 IS NULL OR p.id IN (SELECT value FROM json_each(?1)) ORDER BY p.path
)sql";

constexpr std::string_view kLinks = R"sql(
SELECT p.path, l.target, l.kind, l.line FROM links l JOIN pages p ON p.id = l.page
WHERE ?1 IS NULL OR p.id IN (SELECT value FROM json_each(?1)) ORDER BY p.path, l.line, l.rowid
)sql";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// `ids`: a JSON array of pages; absent: all.
std::vector<NamedPage> read_names(const sqlite::Database& database, const std::optional<std::string>& ids) {
  std::vector<NamedPage> pages;
  auto row = database.prepare(kNames);
  row.with(ids);
  while (row.step()) {
    auto aliases = lines_of(row.text(2));
    if (!aliases.empty()) aliases.pop_back();  // the file's name is indexed as the last of them
    pages.push_back({PagePath::existing(row.text(0)), row.text(1), std::move(aliases), row.text(3)});
  }
  return pages;
}

std::vector<PageLink> read_links(const sqlite::Database& database, const std::optional<std::string>& ids) {
  const LinkTargets targets(read_names(database, ids));
  std::vector<PageLink> links;
  auto row = database.prepare(kLinks);
  row.with(ids);
  while (row.step()) {
    const PagePath from = PagePath::existing(row.text(0));
    links.push_back(
        {from, targets.find(row.text(1), from), row.text(1), row.text(2), static_cast<std::size_t>(row.integer(3))});
  }
  return links;
}

// The edges of every page, by its name.
struct Neighbours {
  Neighbours(const std::vector<PageLink>& links, const std::vector<AutoEdge>& edges,
             const std::vector<std::string>& kinds) {
    const auto wanted = [&kinds](std::string_view kind) {
      return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    };
    for (const PageLink& link : links) {
      if (!link.to || *link.to == link.from || !wanted(link.kind)) continue;
      linked[link.from.str()].push_back(&link);
      linked[link.to->str()].push_back(&link);
    }
    if (!wanted(kAutoKind)) return;
    for (const AutoEdge& edge : edges) {
      near[edge.a.str()].push_back({&edge.b, edge.weight()});
      near[edge.b.str()].push_back({&edge.a, edge.weight()});
    }
  }
  template <class Edges>
  static const typename Edges::mapped_type& of(const Edges& edges, const PagePath& page) {
    static const typename Edges::mapped_type none;
    const auto found = edges.find(page.str());
    return found == edges.end() ? none : found->second;
  }
  std::unordered_map<std::string, std::vector<const PageLink*>> linked;
  std::unordered_map<std::string, std::vector<std::pair<const PagePath*, double>>> near;
};

// One step from `border` along links.
std::vector<RelatedPage> linked_level(const Neighbours& neighbours, const std::set<PagePath>& border,
                                      const std::set<PagePath>& seen, std::size_t distance) {
  std::map<std::tuple<bool, PagePath, std::string>, RelatedPage> level;  // inward, path, kind
  for (const PagePath& via : border) {
    for (const PageLink* link : Neighbours::of(neighbours.linked, via)) {
      const bool outward = link->from == via;
      const PagePath& other = outward ? *link->to : link->from;
      if (seen.contains(other)) continue;
      level.try_emplace({!outward, other, link->kind},
                        RelatedPage{other, distance, via, outward, link->kind, link->line, 0});
    }
  }
  std::vector<RelatedPage> pages;
  for (auto& [key, page] : level) pages.push_back(std::move(page));
  return pages;
}

// One step along automatic edges, to pages that no link leads to.
std::vector<RelatedPage> near_level(const Neighbours& neighbours, const std::set<PagePath>& border,
                                    const std::set<PagePath>& seen, std::size_t distance) {
  std::map<PagePath, RelatedPage> level;
  for (const PagePath& via : border) {
    for (const auto& [other, weight] : Neighbours::of(neighbours.near, via)) {
      if (seen.contains(*other)) continue;
      const RelatedPage page{*other, distance, via, true, kAutoKind, 0, weight};
      const auto [at, is_new] = level.try_emplace(*other, page);
      if (!is_new && at->second.weight < weight) at->second = page;
    }
  }
  std::vector<RelatedPage> pages;
  for (auto& [path, page] : level) pages.push_back(std::move(page));
  std::stable_sort(pages.begin(), pages.end(),
                   [](const RelatedPage& a, const RelatedPage& b) { return a.weight > b.weight; });
  return pages;
}

}  // namespace

std::vector<NamedPage> named_pages(const sqlite::Database& database) { return read_names(database, std::nullopt); }

std::vector<NamedPage> SearchIndex::named_pages() const { return ai_memory::named_pages(impl_->database()); }
std::vector<PageLink> SearchIndex::links() const { return read_links(impl_->database(), std::nullopt); }

std::string json_ids(const std::vector<std::int64_t>& ids) {
  std::string list = "[";
  for (const std::int64_t id : ids) list += (list.size() > 1 ? "," : "") + std::to_string(id);
  return list + "]";
}

std::vector<PageLink> links_among(const sqlite::Database& database, const std::vector<std::int64_t>& pages) {
  return read_links(database, json_ids(pages));
}

std::vector<RelatedPage> related_pages(const std::vector<PageLink>& links, const PagePath& start, std::size_t depth,
                                       const std::vector<AutoEdge>& edges, const std::vector<std::string>& kinds) {
  const Neighbours neighbours(links, edges, kinds);
  std::vector<RelatedPage> found;
  std::set<PagePath> seen = {start}, border = {start};
  for (std::size_t distance = 1; distance <= depth && !border.empty(); ++distance) {
    auto level = linked_level(neighbours, border, seen, distance);
    for (const RelatedPage& page : level) seen.insert(page.path);
    for (auto& page : near_level(neighbours, border, seen, distance)) level.push_back(std::move(page));
    border.clear();
    for (auto& page : level) {
      border.insert(page.path);
      found.push_back(std::move(page));
    }
    seen.insert(border.begin(), border.end());
  }
  return found;
}

}  // namespace ai_memory
