#include <CLI/CLI.hpp>

#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/commit_list.hh"
#include "cli/page_filter.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

struct LogOptions {
  std::string path;
  bool runs = false, all_projects = false;
  std::size_t limit = SIZE_MAX;
};

int log(Context& context, const LogOptions& options) {
  if (options.runs) return print_runs(context, runs(context.wiki(), options.limit)), kExitOk;
  if (options.path.empty()) {
    const auto project = project_to_show(context, options.all_projects);
    return print_commits(context, recent_commits(context.wiki(), project, options.limit)), kExitOk;
  }
  const PagePath path = context.page_argument(options.path);
  const auto found = versions(context.wiki(), path, options.limit);
  if (found.empty() && !context.wiki().read(path)) context.no_such_page(path);
  if (found.empty()) context.out().tell(context.shown(path) + ": not committed yet; `ai-memory commit` does it");
  print_versions(context, path, found);
  return kExitOk;
}

}  // namespace

Runner setup_log(CLI::App& app) {
  auto options = std::make_shared<LogOptions>();
  auto* path = app.add_option("PATH", options->path, "The page; without it: commits of the project");
  app.add_flag("--runs", options->runs, "List runs (sweeps, undos), not commits")->excludes(path);
  app.add_flag("--all-projects", options->all_projects, "Commits of every project");
  add_limit(app, options->limit);
  return [options](Context& context) { return log(context, *options); };
}

}  // namespace ai_memory
