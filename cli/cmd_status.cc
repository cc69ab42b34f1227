#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/daemon_state.hh"
#include "cli/hand_edits.hh"
#include "cli/status.hh"

namespace ai_memory {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::size_t kShown = 5, kProblemsShown = 3;

ordered_json to_json(const LastSweep& sweep) {
  return {{"time", sweep.time},       {"run", sweep.run.empty() ? ordered_json(nullptr) : ordered_json(sweep.run)},
          {"removed", sweep.removed}, {"waiting", sweep.waiting},
          {"kept", sweep.kept},       {"skipped", sweep.skipped}};
}

ordered_json to_json(const LastError& error) {
  return {{"time", error.time}, {"source", error.source}, {"message", error.message}};
}

// Null if there never was one.
ordered_json json_daemon(const fs::path& state_dir) {
  const auto process = running_daemon(state_dir);
  const DaemonState state = read_daemon_state(state_dir);
  if (!process && state.empty()) return nullptr;
  ordered_json daemon = {{"process", process ? ordered_json(*process) : ordered_json()},
                         {"jobs", ordered_json::array()}};
  for (const auto& [name, record] : state)
    daemon["jobs"].push_back({{"name", name}, {"ended", format_time(record.ended)}, {"status", record.status}});
  return daemon;
}

void print_json(Context& context, const Status& status) {
  auto document = json_document();
  document["home"] = context.home().string();
  document["scope"] = json_scope(context.scope());
  document["pages"] = {{"project", status.project_pages},
                       {"all", status.all_pages},
                       {"tiers", status.tiers},
                       {"pinned", status.pinned_pages}};
  document["protected"] = status.protected_pages;
  document["problems"] = status.protected_shown;
  for (const auto& problem : status.problems) document["problems"].push_back(problem);
  document["hand_edits"] = ordered_json::array();
  for (const auto& edit : status.edits)
    document["hand_edits"].push_back({{"path", edit.path.str()}, {"state", state_text(edit.state)}});
  document["due"] = {{"now", status.due}, {"later", status.waiting}};
  document["last_sweep"] = status.last_sweep ? to_json(*status.last_sweep) : ordered_json(nullptr);
  document["last_error"] = status.last_error ? to_json(*status.last_error) : ordered_json(nullptr);
  document["last_dream_error"] = status.last_dream_error ? to_json(*status.last_dream_error) : ordered_json(nullptr);
  document["daemon"] = json_daemon(context.wiki().state_dir());
  document["blocked_by"] = status.blocked_by;
  document["themes"] = nullptr;
  if (status.themes) document["themes"] = {{"time", status.themes->time}, {"labels", status.themes->labels}};
  document["proposals"] = status.proposals;
  document["unembedded"] = status.unembedded;
  document["loose_objects"] = status.loose_objects;
  document["next"] = ordered_json::array();
  for (const auto& step : status.next) document["next"].push_back({{"command", step.command}, {"why", step.why}});
  document["warnings"] = context.config().warnings;
  context.out().json(document);
}

// "label        text", what follows set in below the text.
void row(Context& context, std::string_view label, const std::string& text, Style style = Style::plain) {
  context.out().wrapped(fit(label, 13), one_line(text), 15, style);
}

void print_pages(Context& context, const Status& status) {
  std::string tiers;
  for (const auto& [tier, count] : status.tiers)
    tiers += (tiers.empty() ? ": " : ", ") + std::to_string(count) + " " + tier;
  if (status.pinned_pages > 0) tiers += "; " + std::to_string(status.pinned_pages) + " pinned";
  row(context, "pages", std::to_string(status.project_pages) + tiers);
  if (status.all_pages != status.project_pages) row(context, "", std::to_string(status.all_pages) + " in all projects");
  if (status.due > 0)
    row(context, "due",
        std::to_string(status.due) + " would go in a sweep now" +
            (status.waiting > 0 ? ", " + std::to_string(status.waiting) + " in later ones" : ""));
}

void print_themes(Context& context, const Status& status) {
  if (!status.themes) return;
  std::string labels;
  for (const std::string& label : status.themes->labels) labels += (labels.empty() ? "" : "; ") + label;
  row(context, "themes", labels + " (" + status.themes->time.substr(0, 10) + ")");
}

void print_edits(Context& context, const Status& status) {
  auto& out = context.out();
  row(context, "uncommitted", status.edits.empty() ? "none" : std::to_string(status.edits.size()));
  for (std::size_t i = 0; i < status.edits.size() && i < kShown; ++i)
    out.line("             " + fit(state_text(status.edits[i].state), 9) + " " +
             one_line(context.shown(status.edits[i].path)));
  if (status.edits.size() > kShown) out.line("             … `ai-memory commit --dry-run` lists them all");
}

void print_daemon(Context& context) {
  const auto daemon = json_daemon(context.wiki().state_dir());
  if (daemon.is_null()) return;
  const auto& process = daemon["process"];
  std::string text = process.is_null() ? "not running" : "process " + std::to_string(process.get<int>());
  for (const auto& job : daemon["jobs"]) {
    const int status = job["status"].get<int>();
    text += "; " + job["name"].get<std::string>() + " " + job["ended"].get<std::string>() +
            (status == 0 ? "" : " (exit status " + std::to_string(status) + ")");
  }
  row(context, "daemon", text);
}

void print_troubles(Context& context, const Status& status) {
  for (const auto& error : {status.last_error, status.last_dream_error})
    if (error) row(context, "last error", error->time + " " + error->source + ": " + error->message, Style::red);
  if (!status.blocked_by.empty()) row(context, "blocked", status.blocked_by, Style::red);
  if (status.protected_pages > 0) {
    row(context, "protected", std::to_string(status.protected_pages) + " (never changed by a sweep until mended)");
    const auto& lines = status.protected_shown;
    for (std::size_t i = 0; i < lines.size() && i < kProblemsShown; ++i) row(context, "", lines[i]);
    if (lines.size() > kProblemsShown)
      row(context, "", "and " + std::to_string(lines.size() - kProblemsShown) + " more");
  }
  if (!status.problems.empty()) {
    row(context, "problems", std::to_string(status.problems.size()) + " in uncommitted pages");
    for (std::size_t i = 0; i < status.problems.size() && i < kShown; ++i) row(context, "", status.problems[i]);
    if (status.problems.size() > kShown)
      row(context, "", "and " + std::to_string(status.problems.size() - kShown) + " more");
  }
}

void print_text(Context& context, const Status& status) {
  const auto& scope = context.scope();
  row(context, "home", context.home().string());
  row(context, "project", scope.project.str() + " (by " + scope.resolved_by + ")");
  print_pages(context, status);
  print_themes(context, status);
  print_edits(context, status);
  row(context, "last sweep", status.last_sweep ? status.last_sweep->text : "never");
  print_daemon(context);
  print_troubles(context, status);
  std::string_view label = "next";
  for (const auto& step : status.next) {
    row(context, label, step.command + "  (" + step.why + ")");
    label = "";
  }
}

}  // namespace

Runner setup_status(CLI::App&) {
  return [](Context& context) {
    const Status status = collect_status(context);
    context.options().json ? print_json(context, status) : print_text(context, status);
    return kExitOk;
  };
}

}  // namespace ai_memory
