#include <CLI/CLI.hpp>

#include "cli/command.hh"
#include "cli/page_filter.hh"
#include "cli/problems.hh"
#include "cli/why.hh"

namespace ai_memory {

Runner setup_why(CLI::App& app) {
  struct Options {
    std::string page;
    std::size_t limit = 10;
  };
  auto options = std::make_shared<Options>();
  app.add_option("PATH", options->page, "The page, also one that is gone")->required();
  add_limit(app, options->limit);
  return [options](Context& context) {
    const Why why = find_why(context, options->page);
    if (context.options().json)
      print_why_json(context, why, options->limit);
    else
      print_why(context, why, options->limit);
    if (const auto text = context.wiki().read(why.path)) warn_of_problems(context, why.path, *text);
    return kExitOk;
  };
}

}  // namespace ai_memory
