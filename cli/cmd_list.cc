#include <CLI/CLI.hpp>

#include "cli/command.hh"
#include "cli/name_line.hh"
#include "cli/page_list.hh"

namespace ai_memory {
namespace {

struct ListFlags {
  PageListOptions list;
  bool paths = false, nul = false;
};

// A name must neither reach a terminal's controls nor be two lines; only a NUL leaves it byte for byte.
void print_paths(Context& context, const std::vector<IndexedPage>& pages, bool nul) {
  auto& out = context.out();
  if (!nul) out.page();
  for (const auto& page : pages) {
    const std::string name = context.shown(page.path);
    out.print((out.terminal() ? one_line(name) : nul ? name : name_line(name)) + (nul ? '\0' : '\n'));
  }
}

int list(Context& context, const ListFlags& flags) {
  const auto pages = find_pages(context, flags.list);
  if ((flags.paths || flags.nul) && !context.options().json)
    print_paths(context, pages, flags.nul);
  else
    print_pages(context, flags.list, PageColumns::full, pages);
  return kExitOk;
}

}  // namespace

Runner setup_list(CLI::App& app) {
  static const std::map<std::string, PageOrder> orders = {
      {"path", PageOrder::path}, {"changed", PageOrder::changed}, {"created", PageOrder::created},
      {"read", PageOrder::read}, {"size", PageOrder::size},       {"title", PageOrder::title}};
  auto flags = std::make_shared<ListFlags>();
  add_page_filter(app, flags->list.filter);
  add_limit(app, flags->list.limit);
  app.add_option_function<std::string>(
         "--sort", [flags](const std::string& order) { flags->list.order = orders.at(order); },
         "path, title, or the newest or largest first: changed, created, read, size")
      ->type_name("ORDER")
      ->check(CLI::IsMember({"path", "changed", "created", "read", "size", "title"}));
  app.add_flag("--paths", flags->paths, "Print only paths, one a line");
  app.add_flag("-0,--null", flags->nul, "Print only paths, each ended by a NUL (for xargs -0)");
  return [flags](Context& context) { return list(context, *flags); };
}

}  // namespace ai_memory
