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
FROM pages p JOIN pages_fts f ON f.rowid = p.id ORDER BY p.path
)sql";

constexpr std::string_view kLinks = R"sql(
SELECT p.path, l.target, l.kind, l.line FROM links l JOIN pages p ON p.id = l.page ORDER BY p.path, l.line, l.rowid
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

// The links of every page, by its name.
struct Neighbours {
  explicit Neighbours(const std::vector<PageLink>& links) {
    for (const PageLink& link : links) {
      if (!link.to || *link.to == link.from) continue;
      of[link.from.str()].push_back(&link);
      of[link.to->str()].push_back(&link);
    }
  }
  std::unordered_map<std::string, std::vector<const PageLink*>> of;
};

}  // namespace

std::vector<NamedPage> SearchIndex::named_pages() const {
  std::vector<NamedPage> pages;
  auto row = impl_->database().prepare(kNames);
  while (row.step()) {
    auto aliases = lines_of(row.text(2));
    if (!aliases.empty()) aliases.pop_back();  // the file's name is indexed as the last of them
    pages.push_back({PagePath::existing(row.text(0)), row.text(1), std::move(aliases), row.text(3)});
  }
  return pages;
}

std::vector<PageLink> SearchIndex::links() const {
  const LinkTargets targets(named_pages());
  std::vector<PageLink> links;
  auto row = impl_->database().prepare(kLinks);
  while (row.step()) {
    const PagePath from = PagePath::existing(row.text(0));
    links.push_back(
        {from, targets.find(row.text(1), from), row.text(1), row.text(2), static_cast<std::size_t>(row.integer(3))});
  }
  return links;
}

std::vector<RelatedPage> related_pages(const std::vector<PageLink>& links, const PagePath& start, std::size_t depth) {
  const Neighbours neighbours(links);
  std::vector<RelatedPage> found;
  std::set<PagePath> seen = {start}, border = {start};
  for (std::size_t distance = 1; distance <= depth && !border.empty(); ++distance) {
    std::map<std::tuple<bool, PagePath, std::string>, RelatedPage> level;  // inward, path, kind
    for (const PagePath& via : border) {
      const auto around = neighbours.of.find(via.str());
      if (around == neighbours.of.end()) continue;
      for (const PageLink* link : around->second) {
        const bool outward = link->from == via;
        const PagePath& other = outward ? *link->to : link->from;
        if (seen.contains(other)) continue;
        level.try_emplace({!outward, other, link->kind},
                          RelatedPage{other, distance, via, outward, link->kind, link->line});
      }
    }
    border.clear();
    for (auto& [key, page] : level) {
      border.insert(page.path);
      found.push_back(std::move(page));
    }
    seen.insert(border.begin(), border.end());
  }
  return found;
}

}  // namespace ai_memory
