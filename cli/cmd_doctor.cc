#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/examine.hh"
#include "cli/try_model.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

using Level = Finding::Level;

constexpr int kRepairRounds = 3;

struct DoctorOptions {
  bool every_object = false, repair = false, llm = false;
};

std::string level_text(Level level) {
  switch (level) {
    case Level::good:
      return "ok";
    case Level::note:
      return "note";
    case Level::warning:
      return "warning";
    case Level::fault:
      break;
  }
  return "fault";
}

Style style_of(Level level) {
  if (level == Level::good) return Style::green;
  if (level == Level::note) return Style::cyan;
  return level == Level::warning ? Style::yellow : Style::red;
}

void print_json(Context& context, const Examination& found, const std::vector<std::string>& repaired) {
  auto document = json_document();
  document["home"] = context.home().string();
  document["findings"] = nlohmann::ordered_json::array();
  for (const auto& finding : found.findings)
    document["findings"].push_back({{"level", level_text(finding.level)},
                                    {"what", finding.what},
                                    {"cause", finding.cause},
                                    {"hint", finding.hint}});
  document["repairs"] = found.repairs;
  document["repaired"] = repaired;
  context.out().json(document);
}

void print_text(Context& context, const Examination& found) {
  auto& out = context.out();
  for (const auto& finding : found.findings) {
    const bool good = finding.level == Level::good;
    if (good && context.options().quiet) continue;
    const std::string head = out.paint(style_of(finding.level), fit(level_text(finding.level), 9));
    out.wrapped(head, one_line(finding.what + ": " + finding.cause), 9);
    if (!finding.hint.empty()) out.wrapped("         ", one_line("try: " + out.typed(finding.hint)), 14, Style::faint);
  }
  if (found.repairs.empty()) return;
  out.line(out.typed("`ai-memory doctor --repair` would"));
  for (const auto& step : found.repairs) out.wrapped("  - ", one_line(step), 4);
}

// What is going to be done is said before it is done.
std::vector<std::string> mend(Context& context, const Examination& found) {
  for (const auto& step : found.repairs) context.out().tell("will " + one_line(step));
  repair(context, found);
  const auto damaged = context.wiki_root() / ".git/ai-memory-damaged";
  std::error_code none;
  const bool kept = std::filesystem::exists(damaged, none);
  context.out().tell("done" + (kept ? "; broken files of git are kept in " + damaged.string() : ""));
  return found.repairs;
}

int status_of(const std::vector<Finding>& findings) {
  const auto has = [&findings](Level level) {
    return std::any_of(findings.begin(), findings.end(), [level](const Finding& one) { return one.level == level; });
  };
  if (has(Level::fault)) return static_cast<int>(ErrorKind::failed);
  return has(Level::warning) ? kExitWithWarnings : kExitOk;
}

int doctor(Context& context, const DoctorOptions& options) {
  Examination found = examine(context, options.every_object);
  std::vector<std::string> repaired;
  // Some damage is seen only when other damage is mended.
  for (int round = 0; round < kRepairRounds && options.repair && !found.repairs.empty(); ++round) {
    const auto done = mend(context, found);
    repaired.insert(repaired.end(), done.begin(), done.end());
    found = examine(context, true);  // what could not be brought back must not pass for sound
  }
  if (options.llm) found.findings.push_back(try_model(context.config().llm));
  context.options().json ? print_json(context, found, repaired) : print_text(context, found);
  return status_of(found.findings);
}

}  // namespace

Runner setup_doctor(CLI::App& app) {
  auto options = std::make_shared<DoctorOptions>();
  app.add_flag("--full", options->every_object, "Read and check every object of git, too");
  app.add_flag("--repair", options->repair, "Mend what can be mended; without it, it is only said what that would be");
  app.add_flag("--llm", options->llm, "Also send the language model one small request");
  return [options](Context& context) { return doctor(context, *options); };
}

}  // namespace ai_memory
