#include "cli/token_budget.hh"

#include <algorithm>

namespace ai_memory {

void fit_to_tokens(std::vector<Hit>& hits, std::size_t tokens) {
  std::size_t left = tokens, kept = 0;
  for (Hit& hit : hits) {
    const std::size_t head = estimated_tokens(hit.title) + estimated_tokens(hit.path.str()) + 4;  // date, layout
    if (head > left && kept > 0) break;
    left -= std::min(head, left);
    ++kept;
    // In the page's order, those with more marks are taken first.
    std::vector<const Snippet*> order;
    for (const Snippet& snippet : hit.snippets) order.push_back(&snippet);
    std::stable_sort(order.begin(), order.end(),
                     [](const Snippet* a, const Snippet* b) { return a->marks.size() > b->marks.size(); });
    std::vector<const Snippet*> fitting;
    for (const Snippet* snippet : order) {
      const std::size_t cost = estimated_tokens(snippet->text) + 2;  // line number
      if (cost > left) continue;
      left -= cost;
      fitting.push_back(snippet);
    }
    std::vector<Snippet> shown;
    for (const Snippet& snippet : hit.snippets)
      if (std::find(fitting.begin(), fitting.end(), &snippet) != fitting.end()) shown.push_back(snippet);
    hit.snippets = std::move(shown);
  }
  hits.erase(hits.begin() + static_cast<std::ptrdiff_t>(kept), hits.end());
}

}  // namespace ai_memory
