#include "cli/around_hits.hh"

#include <set>

namespace ai_memory {

std::vector<PageAround> pages_around(Context& context, const std::vector<Hit>& hits, std::size_t depth) {
  constexpr std::size_t kMost = 50;
  std::vector<PageAround> around;
  if (depth == 0 || hits.empty()) return around;
  SearchIndex& index = context.index();
  const auto links = index.links();
  const auto edges = index.auto_edges();
  std::set<PagePath> seen;
  for (const Hit& hit : hits) seen.insert(hit.path);
  for (const Hit& hit : hits) {
    if (hit.near_miss) continue;
    for (RelatedPage& page : related_pages(links, hit.path, depth, edges)) {
      if (around.size() == kMost) return around;
      if (!seen.insert(page.path).second) continue;
      const auto known = index.page(page.path);
      around.push_back({std::move(page), known ? known->title : std::string()});
    }
  }
  return around;
}

}  // namespace ai_memory
