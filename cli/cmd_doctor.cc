#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/problems.hh"
#include "wiki/error.hh"
#include "wiki/health.hh"

namespace ai_memory {
namespace {

using Level = Finding::Level;

constexpr std::size_t kPagesNamed = 10;

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

Finding fault_from(const std::string& what, const std::exception& error) {
  const auto* ours = dynamic_cast<const Error*>(&error);
  return {Level::fault, what, error.what(), ours == nullptr ? "" : ours->hint()};
}

// Front matter that cannot be read, text that is none, and names that some file systems take for the same.
void examine_pages(Context& context, std::vector<Finding>& found) {
  std::size_t pages = 0, troubled = 0;
  std::map<std::string, PagePath> names;
  for (const auto& file : context.wiki().scan()) {
    const auto text = context.wiki().read(file.path);
    if (!text) continue;
    ++pages;
    const auto [twin, first] = names.emplace(twin_key(file.path.str()), file.path);
    if (!first)
      found.push_back({Level::warning, file.path.str(), "differs only in case from " + twin->second.str(),
                       "rename one: some file systems and git on them keep only one of the two"});
    const auto problems = problems_of(file.path, *text);
    if (problems.empty()) continue;
    if (++troubled <= kPagesNamed) found.push_back({Level::warning, "page", problems.front(), "mend it in an editor"});
  }
  if (troubled > kPagesNamed)
    found.push_back(
        {Level::warning, "pages", "and " + std::to_string(troubled - kPagesNamed) + " more like these", {}});
  if (troubled == 0)
    found.push_back({Level::good, "pages", std::to_string(pages) + (pages == 1 ? " page" : " pages") + " read", {}});
}

void examine_settings(Context& context, std::vector<Finding>& found) {
  for (const auto& warning : context.config().warnings) found.push_back({Level::warning, "settings", warning, {}});
  std::error_code none;
  const auto file = context.config_file();
  const std::string source = std::filesystem::exists(file, none) ? file.string() : "the defaults; there is no file";
  if (context.config().warnings.empty()) found.push_back({Level::good, "settings", source, {}});
}

void examine_work(Context& context, std::vector<Finding>& found) {
  std::size_t ignored = 0;
  for (const auto& edit : context.wiki().hand_edits()) ignored += edit.state == HandEdit::State::ignored;
  if (ignored > 0)
    found.push_back({Level::note, "pages", std::to_string(ignored) + " that git ignores: found, never kept in history",
                     "`git check-ignore -v` in the wiki tells by which rule"});
  if (const auto error = context.index().meta("last_error").value_or(""); !error.empty())
    found.push_back({Level::warning, "last sweep", "failed: " + error, {}});
}

std::vector<Finding> examine(Context& context, bool every_object) {
  std::vector<Finding> found;
  const auto attempt = [&found](const std::string& what, const auto& look) {
    try {
      look();
      return true;
    } catch (const std::exception& error) {
      found.push_back(fault_from(what, error));
      return false;
    }
  };
  const bool settings = attempt("settings", [&] { examine_settings(context, found); });
  bool usable = settings;
  attempt("wiki", [&] {
    for (auto& finding : examine_wiki(context.home(), context.now(), every_object)) {
      usable = usable && finding.level != Level::fault;
      found.push_back(std::move(finding));
    }
  });
  if (!usable || !attempt("wiki", [&] { context.wiki(); })) return found;
  attempt("pages", [&] { examine_pages(context, found); });
  attempt("search index", [&] {
    auto of_index = context.index().examine(context.wiki());
    std::move(of_index.begin(), of_index.end(), std::back_inserter(found));
    examine_work(context, found);
  });
  return found;
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
