#include "cli/page_list.hh"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/chosen_project.hh"
#include "cli/clock.hh"
#include "cli/name_line.hh"
#include "cli/page_json.hh"
#include "wiki/inline_tags.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kDayWidth = 10, kTimeWidth = 16, kTierWidth = 10, kMostKindWidth = 12;
constexpr std::size_t kWideTerminal = 100;  // has room for the tier, which the folder tells as a rule

bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

bool wanted(const IndexedPage& page, const PageListOptions& options, const std::optional<Timestamp>& since) {
  const PageFilter& filter = options.filter;
  if (!filter.kinds.empty() && !contains(filter.kinds, page.kind)) return false;
  if (!filter.tiers.empty() && !contains(filter.tiers, page.tier)) return false;
  if (options.by_reading && !page.last_access) return false;
  if (since && (options.by_reading ? *page.last_access : page.body_changed) < *since) return false;
  return std::all_of(filter.tags.begin(), filter.tags.end(), [&page](const std::string& wanted) {
    return std::any_of(page.tags.begin(), page.tags.end(),
                       [&](const std::string& tag) { return is_within_tag(tag, wanted); });
  });
}

// `pages` are in the order of their paths, which stays the order among equals.
template <class Key>
void newest_first(std::vector<IndexedPage>& pages, Key key) {
  std::stable_sort(pages.begin(), pages.end(),
                   [key](const IndexedPage& a, const IndexedPage& b) { return key(a) > key(b); });
}

void sort_by_title(std::vector<IndexedPage>& pages) {
  std::vector<std::pair<std::string, std::size_t>> keys;
  for (std::size_t i = 0; i < pages.size(); ++i) keys.emplace_back(twin_key(pages[i].title), i);
  std::sort(keys.begin(), keys.end());
  std::vector<IndexedPage> sorted;
  for (const auto& [title, at] : keys) sorted.push_back(std::move(pages[at]));
  pages = std::move(sorted);
}

void sort_pages(std::vector<IndexedPage>& pages, PageOrder order) {
  switch (order) {
    case PageOrder::path:
      return;
    case PageOrder::changed:
      return newest_first(pages, [](const IndexedPage& page) { return page.body_changed; });
    case PageOrder::created:
      return newest_first(pages, [](const IndexedPage& page) { return page.created; });
    case PageOrder::read:
      return newest_first(pages, [](const IndexedPage& page) { return page.last_access; });
    case PageOrder::size:
      return newest_first(pages, [](const IndexedPage& page) { return page.bytes; });
    case PageOrder::title:
      return sort_by_title(pages);
  }
}

void print_json(Context& context, const std::vector<IndexedPage>& pages) {
  if (context.options().jsonl) {
    for (const auto& page : pages) {
      auto document = json_document();
      document.update(to_json(page));
      context.out().json(document);
    }
    return;
  }
  auto document = json_document();
  document["scope"] = json_scope(context.scope());
  document["pages"] = nlohmann::ordered_json::array();
  for (const auto& page : pages) document["pages"].push_back(to_json(page));
  context.out().json(document);
}

std::optional<Timestamp> time_of(const IndexedPage& page, PageOrder order) {
  if (order == PageOrder::created) return page.created;
  return order == PageOrder::read ? page.last_access : std::optional(page.body_changed);
}

// What stands first on a line: "2026-11-29", "2026-11-29 12:00" or, between tabs, the whole time; "never"; the bytes.
std::string stamp(const IndexedPage& page, PageOrder order, PageColumns columns, bool terminal) {
  if (order == PageOrder::size) {
    const std::string bytes = std::to_string(page.bytes);
    return terminal && bytes.size() < kDayWidth ? std::string(kDayWidth - bytes.size(), ' ') + bytes : bytes;
  }
  const auto time = time_of(page, order);
  if (!time) return "never";
  if (columns == PageColumns::full) return format_date(*time);
  const std::string whole = format_time(*time);
  return terminal ? whole.substr(0, 10) + " " + whole.substr(11, 5) : whole;
}

// What does not fit is cut: titles at their end, paths at their start.
void print_columns(Context& context, PageOrder order, PageColumns columns, const std::vector<IndexedPage>& pages) {
  auto& out = context.out();
  const bool full = columns == PageColumns::full;
  std::size_t kind_width = 4, path_width = 4;
  for (const auto& page : pages) {
    kind_width = std::min(kMostKindWidth, std::max(kind_width, text_width(page.kind)));
    path_width = std::max(path_width, text_width(context.shown(page.path)));
  }
  const std::size_t stamp_width = full ? kDayWidth : kTimeWidth;
  const bool tier = full && out.columns() >= kWideTerminal;
  const std::size_t fixed = stamp_width + 1 + (tier ? kTierWidth + 1 : 0) + (full ? kind_width + 1 : 0);
  const std::size_t left = out.columns() > fixed + 20 ? out.columns() - fixed : 20;
  path_width = std::min(path_width, left * 3 / 5);
  const std::size_t title_width = left - path_width - 1;
  for (const auto& page : pages) {
    std::string line = out.paint(Style::faint, fit(stamp(page, order, columns, true), stamp_width)) + " ";
    if (tier) line += fit(page.tier, kTierWidth) + " ";
    if (full) line += fit(one_line(page.kind), kind_width) + " ";
    out.line(line + out.paint(Style::bold, fit(one_line(page.title), title_width)) + " " +
             cut_start_to_width(one_line(context.shown(page.path)), path_width));
  }
}

void print_tabs(Context& context, PageOrder order, PageColumns columns, const std::vector<IndexedPage>& pages) {
  for (const auto& page : pages) {
    std::string line = stamp(page, order, columns, false) + "\t";
    if (columns == PageColumns::full) line += page.tier + "\t" + one_line(page.kind) + "\t";
    context.out().line(line + one_line(page.title) + "\t" + name_line(context.shown(page.path)));
  }
}

}  // namespace

std::vector<IndexedPage> find_pages(Context& context, const PageListOptions& options) {
  const auto project = project_to_show(context, options.filter.all_projects);
  std::optional<Timestamp> since;
  if (!options.filter.since.empty()) since = parse_since(options.filter.since, context.now());
  auto pages = context.index().pages(project);
  std::erase_if(pages, [&](const IndexedPage& page) { return !wanted(page, options, since); });
  sort_pages(pages, options.order);
  if (pages.size() > options.limit)
    pages.erase(pages.begin() + static_cast<std::ptrdiff_t>(options.limit), pages.end());
  return pages;
}

void print_pages(Context& context, const PageListOptions& options, PageColumns columns,
                 const std::vector<IndexedPage>& pages) {
  if (context.options().json) return print_json(context, pages);
  if (pages.empty())
    return context.out().tell("no pages in " +
                              (options.filter.all_projects ? "the wiki" : context.scope().project.str()) +
                              (options.by_reading         ? " that were read"
                               : options.filter.narrows() ? " that match"
                                                          : ""));
  if (!context.out().terminal()) return print_tabs(context, options.order, columns, pages);
  context.out().page();
  print_columns(context, options.order, columns, pages);
}

}  // namespace ai_memory
