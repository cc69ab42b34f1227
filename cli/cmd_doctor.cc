#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/examine.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

using Level = Finding::Level;

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

void print_json(Context& context, const std::vector<Finding>& found) {
  auto document = json_document();
  document["home"] = context.home().string();
  document["findings"] = nlohmann::ordered_json::array();
  for (const auto& finding : found)
    document["findings"].push_back({{"level", level_text(finding.level)},
                                    {"what", finding.what},
                                    {"cause", finding.cause},
                                    {"hint", finding.hint}});
  context.out().json(document);
}

void print_text(Context& context, const std::vector<Finding>& found) {
  auto& out = context.out();
  for (const auto& finding : found) {
    const bool good = finding.level == Level::good;
    if (good && context.options().quiet) continue;
    const std::string head = out.paint(style_of(finding.level), fit(level_text(finding.level), 9));
    out.wrapped(head, one_line(finding.what + ": " + finding.cause), 9);
    if (!finding.hint.empty()) out.wrapped("         ", one_line("try: " + finding.hint), 14, Style::faint);
  }
}

int doctor(Context& context, bool every_object) {
  const auto found = examine(context, every_object);
  context.options().json ? print_json(context, found) : print_text(context, found);
  const auto has = [&found](Level level) {
    return std::any_of(found.begin(), found.end(), [level](const Finding& finding) { return finding.level == level; });
  };
  if (has(Level::fault)) return static_cast<int>(ErrorKind::failed);
  return has(Level::warning) ? kExitWithWarnings : kExitOk;
}

}  // namespace

Runner setup_doctor(CLI::App& app) {
  auto every_object = std::make_shared<bool>(false);
  app.add_flag("--full", *every_object, "Read and check every object of git, too");
  return [every_object](Context& context) { return doctor(context, *every_object); };
}

}  // namespace ai_memory
