// Pages in columns, as list and recent print them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cli/context.hh"
#include "cli/page_filter.hh"

namespace ai_memory {

enum class PageOrder { path, changed, created, read, size, title };

struct PageListOptions {
  PageFilter filter;
  PageOrder order = PageOrder::path;
  std::size_t limit = SIZE_MAX;
  bool by_reading = false;  // only pages that were read, and `filter.since` is of that
};

// By path or title from A on, by times and sizes the newest and largest first; of equals the first path, and pages
// never read last.
std::vector<IndexedPage> find_pages(Context& context, const PageListOptions& options);

enum class PageColumns {
  full,   // day, tier, kind, title, path
  brief,  // day and time, title, path
};
// On a terminal in columns cut to its width; else separated by tabs, times as RFC 3339. The time is the one that the
// pages are ordered by (by size: the bytes), else that of the last change. JSON {"scope", "pages"} if asked for.
void print_pages(Context& context, const PageListOptions& options, PageColumns columns,
                 const std::vector<IndexedPage>& pages);

}  // namespace ai_memory
