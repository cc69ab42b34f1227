#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/name_line.hh"
#include "cli/page_compactor.hh"
#include "cli/page_filter.hh"
#include "cli/svg_bars.hh"
#include "cli/whole_number.hh"
#include "decay/forecast.hh"

namespace ai_memory {
namespace {

constexpr long kMostDays = 36500;
constexpr std::size_t kMostRows = 26, kBarColumns = 40;

struct ForecastOptions {
  long days = 180;
  std::size_t limit = 20;
  bool svg = false, all_projects = false;
};

struct Forecast {
  std::size_t pages = 0;  // in all
  long days = 0;
  std::vector<ComingRemoval> coming;
};

// Pages that go from `from` on, until the next span begins.
struct Span {
  Timestamp from{};
  std::vector<const ComingRemoval*> coming;
};

std::string day(Timestamp time) { return format_time(time).substr(0, 10); }

std::string why(const ComingRemoval& removal) {
  return removal.pass == "ttl"       ? "expires"
         : removal.pass == "working" ? "working page"
         : removal.pass == "compact" ? "cold, is made short"
                                     : "cold";
}

std::string headline(const Forecast& forecast) {
  const std::size_t going = forecast.coming.size();
  return std::to_string(going) + " of " + std::to_string(forecast.pages) + (forecast.pages == 1 ? " page" : " pages") +
         (going == 1 ? " goes" : " go") + " within " + std::to_string(forecast.days) +
         (forecast.days == 1 ? " day" : " days") + ", if nobody reads or edits them";
}

// Of whole days or weeks, at most kMostRows.
std::vector<Span> spans(const Forecast& forecast, Timestamp now) {
  long step = (forecast.days + static_cast<long>(kMostRows) - 1) / static_cast<long>(kMostRows);
  if (step > 1) step = (step + 6) / 7 * 7;
  std::vector<Span> all;
  for (long at = 0; at < forecast.days; at += step) all.push_back({now + std::chrono::days(at), {}});
  for (const ComingRemoval& removal : forecast.coming) {
    const auto days = std::chrono::floor<std::chrono::days>(removal.time - now).count();
    all[std::min(static_cast<std::size_t>(days / step), all.size() - 1)].coming.push_back(&removal);
  }
  return all;
}

void print_text(Context& context, const Forecast& forecast, const ForecastOptions& options) {
  Output& out = context.out();
  out.line(headline(forecast));
  if (forecast.coming.empty()) return;
  const auto all = spans(forecast, context.now());
  std::size_t most = 1;
  for (const Span& span : all) most = std::max(most, span.coming.size());
  for (const Span& span : all) {
    const std::size_t columns = (span.coming.size() * kBarColumns + most - 1) / most;
    std::string bar;
    for (std::size_t i = 0; i < columns; ++i) bar += "█";
    out.line("  " + day(span.from) + "  " + out.paint(Style::cyan, bar) +
             (span.coming.empty() ? "" : " " + std::to_string(span.coming.size())));
  }
  out.line("");
  for (std::size_t i = 0; i < std::min(options.limit, forecast.coming.size()); ++i) {
    const ComingRemoval& removal = forecast.coming[i];
    out.line("  " + day(removal.time) + "  " + out.paint(Style::green, name_line(context.shown(removal.path))) + "  " +
             (removal.time <= context.now() ? "due: " : "") + why(removal));
  }
  if (forecast.coming.size() > options.limit)
    out.tell("… and " + std::to_string(forecast.coming.size() - options.limit) + " more (--limit)");
}

void print_json(Context& context, const Forecast& forecast) {
  auto document = json_document();
  document["scope"] = json_scope(context.scope());
  document["now"] = format_time(context.now());
  document["days"] = forecast.days;
  document["count"] = forecast.pages;
  document["pages"] = nlohmann::ordered_json::array();
  for (const ComingRemoval& removal : forecast.coming)
    document["pages"].push_back({{"path", removal.path.str()},
                                 {"time", format_time(removal.time)},
                                 {"pass", removal.pass},
                                 {"score", removal.score}});
  context.out().json(document);
}

void print_svg(Context& context, const Forecast& forecast) {
  std::vector<Bar> bars;
  for (const Span& span : spans(forecast, context.now())) {
    Bar bar{day(span.from), span.coming.size(), "from " + day(span.from)};
    for (const ComingRemoval* removal : span.coming) bar.tooltip += "\n" + one_line(context.shown(removal->path));
    bars.push_back(std::move(bar));
  }
  context.out().print(svg_bars(headline(forecast), bars));
}

// Pages that compaction would leave as they are stay whatever their score.
void drop_incompressible(Context& context, const std::vector<SweepPage>& pages, std::vector<ComingRemoval>& coming) {
  const DecayConfig& config = context.config().decay;
  if (!config.compact_cold_episodic) return;
  std::map<PagePath, const SweepPage*> by_path;
  for (const SweepPage& page : pages) by_path.emplace(page.path, &page);
  PageCompactor compact(context.wiki(), context.index(), config);
  std::erase_if(coming, [&](const ComingRemoval& removal) {
    return removal.pass == "compact" && !compact(*by_path.at(removal.path)).refused.empty();
  });
}

int run_forecast(Context& context, const ForecastOptions& options) {
  const auto project = project_to_show(context, options.all_projects);
  const auto pages = context.index().sweep_pages(project);
  const Timestamp until = context.now() + std::chrono::days(options.days);
  Forecast found{pages.size(), options.days, forecast(pages, context.now(), until, context.config().decay)};
  drop_incompressible(context, pages, found.coming);
  if (context.options().json)
    print_json(context, found);
  else
    options.svg ? print_svg(context, found) : print_text(context, found, options);
  return kExitOk;
}

}  // namespace

Runner setup_forecast(CLI::App& app) {
  auto options = std::make_shared<ForecastOptions>();
  app.add_option("--days", options->days, "How far to look ahead (180)")
      ->type_name("N")
      ->check(whole_number(1))
      ->check(CLI::Range(1L, kMostDays));
  add_limit(app, options->limit);
  app.add_flag("--svg", options->svg, "As a bar chart that a browser shows");
  app.add_flag("--all-projects", options->all_projects, "Pages of every project");
  return [options](Context& context) { return run_forecast(context, *options); };
}

}  // namespace ai_memory
