#include <CLI/CLI.hpp>

#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/commit_list.hh"
#include "cli/page_filter.hh"

namespace ai_memory {

Runner setup_checkpoints(CLI::App& app) {
  auto limit = std::make_shared<std::size_t>(20);
  auto all_projects = std::make_shared<bool>(false);
  add_limit(app, *limit);
  app.add_flag("--all-projects", *all_projects, "Of every project; the default unless --project names one");
  return [limit, all_projects](Context& context) {
    const auto project = project_by_flag(context, "checkpoints", *all_projects);
    print_commits(context, recent_commits(context.wiki(), project, *limit));
    return kExitOk;
  };
}

}  // namespace ai_memory
