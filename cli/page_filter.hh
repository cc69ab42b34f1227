// The flags that narrow a list of pages, the same in `list` and `search`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ai_memory {

struct PageFilter {
  std::vector<std::string> kinds, tiers, tags;
  std::string since;
  bool all_projects = false;
  bool narrows() const { return !kinds.empty() || !tiers.empty() || !tags.empty() || !since.empty(); }
};
void add_page_filter(CLI::App& app, PageFilter& filter);
// --limit N, 1 or more.
void add_limit(CLI::App& app, std::size_t& limit);

}  // namespace ai_memory
