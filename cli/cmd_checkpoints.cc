#include <CLI/CLI.hpp>

#include "cli/command.hh"
#include "cli/commit_list.hh"
#include "cli/page_filter.hh"

namespace ai_memory {

Runner setup_checkpoints(CLI::App& app) {
  auto limit = std::make_shared<std::size_t>(20);
  add_limit(app, *limit);
  return [limit](Context& context) {
    print_commits(context, recent_commits(context.wiki(), std::nullopt, *limit));
    return kExitOk;
  };
}

}  // namespace ai_memory
