#include <CLI/CLI.hpp>
#include <array>
#include <csignal>
#include <nlohmann/json.hpp>

#include "cli/activity.hh"
#include "cli/apply.hh"
#include "cli/chosen_project.hh"
#include "cli/cold_clusters.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/dream_report.hh"
#include "cli/open_model.hh"
#include "cli/random_mark.hh"
#include "cli/status.hh"
#include "cli/whole_number.hh"
#include "wiki/error.hh"
#include "wiki/git_lock.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

constexpr const char* kLast = "last_dream";

// What `status` tells until a dream gets through; "" then.
void record_failure(Context& context, const std::string& why) {
  SearchIndex& index = context.index_unsynced();
  if (why.empty() && index.meta(kLastDreamError).value_or("").empty()) return;
  index.set_meta(kLastDreamError, why.empty() ? why : format_time(context.now()) + " dream: " + redact(why));
}
constexpr int kExitInterrupted = 130;

volatile std::sig_atomic_t g_interrupted = 0;

// While it lives, SIGINT and SIGTERM end the dream in order: what was done is reported. A second one ends the program.
class InterruptWatch {
 public:
  InterruptWatch() {
    struct sigaction action {};
    action.sa_handler = [](int) { g_interrupted = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &action, &before_[i]);
  }
  ~InterruptWatch() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
  }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

 private:
  static constexpr std::array<int, 2> kSignals = {SIGINT, SIGTERM};
  std::array<struct sigaction, 2> before_{};
};

struct DreamFlags {
  bool at_once = false, all = false, last = false;
  std::optional<int> max_clusters;
};

std::string what_is_missing(const Config& config, bool dry_run) {
  if (!config.decay.dream_cold_clusters) return "dream.enabled is false";
  return dry_run ? std::string() : missing_for_model(config.llm);
}

// Why it does not dream now; empty: it may.
std::string who_is_there(Context& context, const DreamFlags& flags) {
  const auto last = last_activity(context.wiki().state_dir());
  const auto window = std::chrono::seconds(context.config().dream.idle_window_secs);
  const bool by_another_clock = last && *last > context.now() + window;  // that has been set back since
  if (flags.at_once || !last || by_another_clock || context.now() - *last >= window) return {};
  const auto ago = std::max<std::int64_t>((context.now() - *last).count(), 0);
  return "the wiki was used " + std::to_string(ago) + " seconds ago, and dreams wait for " +
         std::to_string(window.count()) + " (--now does not)";
}

DreamReport nothing_done(Context& context, std::string missing, std::string ended) {
  DreamReport report;
  report.now = context.now();
  report.dry_run = context.options().dry_run;
  report.missing = std::move(missing);
  report.ended = std::move(ended);
  return report;
}

DreamReport dream_now(Context& context, const DreamFlags& flags, const std::optional<Project>& project) {
  Wiki& wiki = context.wiki();
  const FileLock lock(wiki.state_dir() / "dream.lock", 0, "another dream is at work");
  const ActivityWatch watch(wiki.state_dir());
  SearchIndex& index = context.index();
  std::unique_ptr<LanguageModel> model;
  if (missing_for_model(context.config().llm).empty()) model = open_model(context.config().llm, index, context.now());
  DreamTools tools;
  tools.model = model.get();
  tools.mark = random_mark;
  tools.go_on = [&watch] { return g_interrupted == 0 && !watch.anybody(); };
  tools.why_stop = [] { return std::string(g_interrupted ? "interrupted" : "somebody uses the wiki"); };
  const InterruptWatch interrupts;
  DreamLinks links(wiki, index);
  tools.relocate = [&links](std::string_view lines, const PagePath& from, const PagePath& to) {
    return links.relocate(lines, from, to);
  };
  tools.relink = [&](const Project& of, const std::map<PagePath, PagePath>& merged) {
    return links.relink(of, merged);
  };
  DreamOptions options;
  options.dry_run = context.options().dry_run;
  if (flags.max_clusters) options.max_clusters = static_cast<std::size_t>(*flags.max_clusters);
  DreamClusters found = dream_clusters(wiki, index, context.config(), project, context.now());
  if (found.refused && !options.dry_run) index.remember(*found.refused);
  DreamReport report =
      run_dream(wiki, index, std::move(found.clusters), context.config().dream, tools, options, context.now());
  report.apart = std::move(found.apart);
  report.warnings.insert(report.warnings.begin(), found.warnings.begin(), found.warnings.end());
  for (const SkippedChange& page : links.failed())
    report.warnings.push_back(page.path.display() + ": its links stay as they are: " + page.why);
  return report;
}

DreamReport make_report(Context& context, const DreamFlags& flags, const std::optional<Project>& project) {
  const bool dry_run = context.options().dry_run;
  if (std::string missing = what_is_missing(context.config(), dry_run); !missing.empty())
    return nothing_done(context, std::move(missing), {});
  if (std::string who = dry_run ? std::string() : who_is_there(context, flags); !who.empty())
    return nothing_done(context, {}, std::move(who));
  return dream_now(context, flags, project);
}

// A failure is noted, whether it is the model's or our own.
DreamReport report_of(Context& context, const DreamFlags& flags, const std::optional<Project>& project) {
  const bool dry_run = context.options().dry_run;
  try {
    DreamReport report = make_report(context, flags, project);
    if (!dry_run && (report.failed || !report.run.empty()))
      record_failure(context, report.failed ? report.ended : std::string());
    return report;
  } catch (const Error& error) {
    if (!dry_run && error.kind() != ErrorKind::conflict) record_failure(context, error.what());
    throw;
  }
}

int print_last(Context& context) {
  const auto last = context.index_unsynced().meta(kLast);
  if (!last)
    throw Error(ErrorKind::not_found, "dream --last: there was no dream yet", "`ai-memory dream --now` dreams");
  const auto report = nlohmann::ordered_json::parse(*last);
  if (context.options().json)
    context.out().json(report);
  else
    print_dream(context.out(), report, context.scope());
  return kExitOk;
}

int status_of(const DreamReport& report) {
  if (g_interrupted) return kExitInterrupted;
  const bool partial = report.count(DreamOutcome::refused) + report.count(DreamOutcome::failed) +
                           report.count(DreamOutcome::edited) + report.warnings.size() >
                       0;
  if (report.failed && report.count(DreamOutcome::rewritten) + report.count(DreamOutcome::proposed) == 0)
    return static_cast<int>(ErrorKind::provider);
  return partial || report.failed ? kExitWithWarnings : kExitOk;
}

int dream(Context& context, const DreamFlags& flags) {
  if (flags.last) return print_last(context);
  if (flags.all && !context.options().project.empty())
    throw Error(ErrorKind::usage, "dream: --all and --project were both given", "give one of them");
  const auto project = project_by_flag(context, "dream", false);
  const DreamReport report = report_of(context, flags, project);
  const auto json = json_dream(report);
  if (!report.dry_run && report.missing.empty() && !report.clusters.empty())
    context.index_unsynced().set_meta(kLast, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  if (context.options().json)
    context.out().json(json);
  else if (!context.options().quiet)
    print_dream(context.out(), json, context.scope());
  for (const std::string& warning : report.warnings) context.out().warn(warning);
  if (report.failed) context.out().warn("dream: " + report.ended);
  if (report.count(DreamOutcome::rewritten) > 0) embed_for(context, std::chrono::minutes(1));
  return status_of(report);
}

}  // namespace

Runner setup_dream(CLI::App& app) {
  auto flags = std::make_shared<DreamFlags>();
  app.add_flag("--now", flags->at_once, "Although somebody used the wiki a moment ago");
  app.add_flag("--all", flags->all, "Every project; the default unless --project names one");
  app.add_flag("--last", flags->last, "Show what the last dream did, and do nothing");
  app.add_option("--max-clusters", flags->max_clusters, "Ask about N clusters at most, instead of the setting")
      ->check(whole_number(0))
      ->type_name("N");
  return [flags](Context& context) { return dream(context, *flags); };
}

}  // namespace ai_memory
