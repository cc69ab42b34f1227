#include <CLI/CLI.hpp>

#include "cli/command.hh"
#include "cli/commit_list.hh"

namespace ai_memory {

Runner setup_checkpoints(CLI::App& app) {
  auto limit = std::make_shared<std::size_t>(20);
  app.add_option("--limit", *limit, "At most N")->type_name("N")->check(CLI::PositiveNumber)->capture_default_str();
  return [limit](Context& context) {
    print_commits(context, recent_commits(context.wiki(), std::nullopt, *limit));
    return kExitOk;
  };
}

}  // namespace ai_memory
