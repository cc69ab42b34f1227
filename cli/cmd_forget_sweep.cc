#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/apply.hh"
#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/hand_edits.hh"
#include "cli/run_sweep.hh"
#include "cli/sweep_report.hh"
#include "cli/whole_number.hh"
#include "wiki/error.hh"

extern char** environ;

namespace ai_memory {
namespace {

struct SweepOptions {
  std::vector<std::string> passes;
  std::optional<int> max_evictions;
  bool all = false;
  bool accept_removals = false;
  bool verbose = false;
};

// A project's own [decay] is for that project; all projects are swept by the common settings.
Config common_config(Context& context) {
  if (!context.project_file()) return context.config();
  Config config;
  if (const auto file = context.config_file(); !context.options().config.empty() || std::filesystem::exists(file)) {
    read_config_file(config, file);
  }
  std::vector<std::string> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) variables.emplace_back(*entry);
  read_environment(config, variables);
  return config;
}

int forget_sweep(Context& context, const SweepOptions& options) {
  if (options.all && !context.options().project.empty()) {
    throw Error(ErrorKind::usage, "forget-sweep: --all and --project were both given", "give one of them");
  }
  const auto project = project_by_flag(context, "forget-sweep", false);
  const Config config = project ? context.config() : common_config(context);
  SweepRunOptions run;
  run.project = project;
  run.passes = options.passes;
  run.max_evictions = options.max_evictions;
  run.dry_run = context.options().dry_run;
  run.commit_hand_edits = config.commit_hand_edits;
  run.max_loose_objects = config.wiki.max_loose_objects;
  run.accept_removals = options.accept_removals;
  // The sweep brings the index up to date itself, once it knows that the wiki may be acted on.
  const SweepReport report = run_sweep(context.wiki(), context.index_unsynced(), config.decay, run, context.now());
  if (context.options().json) {
    context.out().json(json_sweep(report));
  } else if (!context.options().quiet || (report.dry_run && !is_idle(report))) {
    if (report.dry_run) context.out().page();
    print_sweep(context.out(), report, context.scope(), options.verbose ? KeptPages::each : KeptPages::by_reason);
  }
  warn_skipped(context, report.skipped);
  for (const std::string& warning : report.warnings) context.out().warn(warning);
  if (!run.dry_run) embed_for(context, std::chrono::minutes(1));
  const std::size_t left = report.skipped.size() + warn_of_unreadable(context, project);
  return left == 0 ? kExitOk : kExitWithWarnings;
}

}  // namespace

Runner setup_forget_sweep(CLI::App& app) {
  auto options = std::make_shared<SweepOptions>();
  app.add_flag("--all", options->all, "Every project; the default unless --project names one");
  app.add_option("--pass", options->passes,
                 "Only these: hand-edits, ttl, inbox, working, dedup, compact, evict, purge, ledger")
      ->delimiter(',')
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(kSweepPasses), std::end(kSweepPasses))))
      ->type_name("NAME,…");
  app.add_option("--max-evictions", options->max_evictions, "At most N pages of a project, instead of the setting")
      ->check(whole_number(0))
      ->type_name("N");
  app.add_flag("--accept-removals", options->accept_removals, "Go on although many pages are missing from the disk");
  app.add_flag("-v,--verbose", options->verbose, "List every page that waits or stays, with its score");
  return [options](Context& context) { return forget_sweep(context, *options); };
}

Runner setup_sweep(CLI::App& app) { return setup_forget_sweep(app); }

}  // namespace ai_memory
