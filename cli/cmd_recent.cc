#include <CLI/CLI.hpp>

#include "cli/command.hh"
#include "cli/page_list.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kUsualLimit = 20;

int recent(Context& context, const PageListOptions& options) {
  print_pages(context, options, PageColumns::brief, find_pages(context, options));
  return kExitOk;
}

}  // namespace

Runner setup_recent(CLI::App& app) {
  auto options = std::make_shared<PageListOptions>();
  options->order = PageOrder::changed;
  options->limit = kUsualLimit;
  add_page_filter(app, options->filter);
  add_limit(app, options->limit);
  app.add_flag("--read", options->by_reading, "Pages read last, and --since is of reading");
  return [options](Context& context) {
    if (options->by_reading) options->order = PageOrder::read;
    return recent(context, *options);
  };
}

}  // namespace ai_memory
