#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/apply.hh"
#include "cli/command.hh"
#include "cli/commit_list.hh"
#include "cli/name_line.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"

namespace ai_memory {
namespace {

struct UndoOptions {
  std::string run;
  bool last = false;
};

void print(Context& context, const UndoPlan& plan, const CommitResult& result) {
  if (!context.options().json) {
    for (const auto& path : result.changed) context.out().line(name_line(context.shown(path)));
    context.out().tell("undid " + plan.run + " (" + run_words(plan.summary) + "): " +
                       std::to_string(result.changed.size()) + " page" + (result.changed.size() == 1 ? "" : "s"));
    for (const auto& path : plan.merged)
      context.out().tell(one_line(context.shown(path)) + ": changed since; both changes were kept");
    return;
  }
  auto document = json_document();
  document["undone"] = plan.run;
  document["subjects"] = plan.summary.subjects;
  document["commit"] = result.commit;
  for (const char* key : {"changed", "merged", "skipped"}) document[key] = nlohmann::ordered_json::array();
  for (const auto& path : result.changed) document["changed"].push_back(path.str());
  for (const auto& path : plan.merged) document["merged"].push_back(path.str());
  for (const auto* skipped : {&plan.conflicts, &result.skipped})
    for (const auto& [path, why] : *skipped) document["skipped"].push_back({{"path", path.str()}, {"why", why}});
  context.out().json(document);
}

// A person who just changed one page may mean that change, which is no run.
void tell_what_stays(Context& context, const UndoPlan& plan) {
  if (plan.later == 0) return;
  const std::string others = plan.later > 1 ? " and " + std::to_string(plan.later - 1) + " more" : "";
  context.out().tell("made since and no part of a run: \"" + one_line(plan.last_change) + "\"" + others +
                     "; restore-page takes back what one command did to a page");
}

int undo(Context& context, const UndoOptions& options) {
  if (!options.run.empty() && options.last)
    throw Error(ErrorKind::usage, "undo: RUN and --last: not both", "`ai-memory log --runs` lists the runs");
  if (options.run.empty() && !options.last)
    throw Error(ErrorKind::usage, "undo: which run?", "name one (`ai-memory log --runs` lists them) or give --last");
  const UndoPlan plan = plan_undo(context.wiki(), options.run, context.now());
  if (options.last) tell_what_stays(context, plan);
  const bool idle = plan.changes.changes.empty() && plan.conflicts.empty();
  if (idle && !context.options().json) {
    context.out().tell("nothing to undo: every page of run " + plan.run + " is as it was before");
    return kExitOk;
  }
  if (context.options().dry_run) {
    context.out().tell("would undo " + plan.run + " (" + run_words(plan.summary) + ")");
    warn_skipped(context, plan.conflicts);
    return print_dry_run(context, plan.changes), kExitOk;
  }
  CommitResult result;
  if (!plan.changes.changes.empty()) {
    result = context.wiki().commit(plan.changes);
    context.resync();
  }
  warn_skipped(context, plan.conflicts);
  warn_skipped(context, result.skipped);
  const std::size_t left = plan.conflicts.size() + result.skipped.size();
  if (result.changed.empty() && left > 0)
    throw Error(ErrorKind::conflict, "undo " + plan.run + ": nothing could be undone",
                plan.changes.all_or_nothing
                    ? "a move is undone as a whole; `move-page` gives single pages their old names, links included"
                    : "the pages named above were changed since; restore-page brings one back");
  print(context, plan, result);
  return left > 0 ? kExitWithWarnings : kExitOk;
}

}  // namespace

Runner setup_undo(CLI::App& app) {
  auto options = std::make_shared<UndoOptions>();
  app.add_option("RUN", options->run, "Id of the run (`ai-memory log --runs`)");
  app.add_flag("--last", options->last, "The newest run that is not undone; undos are left out");
  return [options](Context& context) { return undo(context, *options); };
}

}  // namespace ai_memory
