#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/clock.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/page_filter.hh"
#include "cli/page_json.hh"

namespace ai_memory {
namespace {

struct ListOptions {
  PageFilter filter;
  std::size_t limit = SIZE_MAX;
};

bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

bool wanted(const IndexedPage& page, const PageFilter& filter, const std::optional<Timestamp>& since) {
  if (!filter.kinds.empty() && !contains(filter.kinds, page.kind)) return false;
  if (!filter.tiers.empty() && !contains(filter.tiers, page.tier)) return false;
  if (since && page.body_changed < *since) return false;
  return std::all_of(filter.tags.begin(), filter.tags.end(),
                     [&page](const std::string& tag) { return contains(page.tags, tag); });
}

std::vector<IndexedPage> find_pages(Context& context, const ListOptions& options) {
  const auto project = options.filter.all_projects ? std::nullopt : std::optional(context.scope().project);
  std::optional<Timestamp> since;
  if (!options.filter.since.empty()) since = parse_since(options.filter.since, context.now());
  auto pages = context.index().pages(project);
  std::erase_if(pages, [&](const IndexedPage& page) { return !wanted(page, options.filter, since); });
  if (pages.size() > options.limit)
    pages.erase(pages.begin() + static_cast<std::ptrdiff_t>(options.limit), pages.end());
  return pages;
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

// For a terminal: what does not fit is cut, titles before paths.
void print_columns(Context& context, const std::vector<IndexedPage>& pages) {
  auto& out = context.out();
  std::size_t kind_width = 4, path_width = 4;
  for (const auto& page : pages) {
    kind_width = std::min<std::size_t>(12, std::max(kind_width, text_width(page.kind)));
    path_width = std::max(path_width, text_width(context.shown(page.path)));
  }
  const std::size_t fixed = 10 + 1 + 10 + 1 + kind_width + 1;
  const std::size_t left = out.columns() > fixed + 20 ? out.columns() - fixed : 20;
  path_width = std::min(path_width, left * 2 / 3);
  const std::size_t title_width = left - path_width - 1;
  for (const auto& page : pages)
    out.line(out.paint(Style::faint, format_date(page.body_changed)) + " " + fit(page.tier, 10) + " " +
             fit(one_line(page.kind), kind_width) + " " +
             out.paint(Style::bold, fit(one_line(page.title), title_width)) + " " +
             cut_to_width(one_line(context.shown(page.path)), path_width));
}

void print_tabs(Context& context, const std::vector<IndexedPage>& pages) {
  for (const auto& page : pages)
    context.out().line(format_date(page.body_changed) + "\t" + page.tier + "\t" + one_line(page.kind) + "\t" +
                       one_line(page.title) + "\t" + context.shown(page.path));
}

int list(Context& context, const ListOptions& options) {
  const auto pages = find_pages(context, options);
  if (context.options().json) return print_json(context, pages), kExitOk;
  if (pages.empty()) {
    context.out().tell("no pages in " + (options.filter.all_projects ? "the wiki" : context.scope().project.str()) +
                       (options.filter.narrows() ? " that match" : ""));
    return kExitOk;
  }
  if (!context.out().terminal()) return print_tabs(context, pages), kExitOk;
  context.out().page();
  print_columns(context, pages);
  return kExitOk;
}

}  // namespace

Runner setup_list(CLI::App& app) {
  auto options = std::make_shared<ListOptions>();
  add_page_filter(app, options->filter);
  add_limit(app, options->limit);
  return [options](Context& context) { return list(context, *options); };
}

}  // namespace ai_memory
