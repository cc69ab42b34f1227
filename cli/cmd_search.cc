#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/chosen_project.hh"
#include "cli/clock.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/name_line.hh"
#include "cli/page_filter.hh"
#include "index/query.hh"

namespace ai_memory {
namespace {

struct SearchFlags {
  PageFilter filter;
  std::size_t limit = 0;  // 0: as configured
  bool include_expired = false, include_superseded = false, files = false, explain = false, exit_code = false;
  bool no_touch = false, sync = false;
};

SearchOptions to_options(Context& context, const SearchFlags& flags) {
  SearchOptions options;
  options.project = project_to_show(context, flags.filter.all_projects);
  options.kinds = flags.filter.kinds;
  options.tiers = flags.filter.tiers;
  options.tags = flags.filter.tags;
  if (!flags.filter.since.empty()) options.since = parse_since(flags.filter.since, context.now());
  options.include_expired = flags.include_expired;
  options.include_superseded = flags.include_superseded;
  options.limit = flags.limit > 0 ? flags.limit : static_cast<std::size_t>(context.config().search.limit);
  return options;
}

std::vector<Hit> find(Context& context, const SearchFlags& flags) {
  const auto options = to_options(context, flags);
  const auto& stop_words = context.config().search.stop_words;
  const Query query = parse_query(context.text(), stop_words.empty() ? english_stop_words() : stop_words);
  auto hits = context.index(flags.sync).search(context.wiki(), query, options, context.now());
  if (!flags.no_touch && !hits.empty()) {
    std::vector<PagePath> shown;
    for (const auto& hit : hits) shown.push_back(hit.path);
    context.index().record_access(shown, context.actor(), context.now());
  }
  return hits;
}

// Marks as offsets in code points, which every language can count; the index has bytes.
nlohmann::ordered_json json_marks(const Snippet& snippet) {
  const auto points = [&snippet](std::size_t bytes) {
    const auto end = snippet.text.begin() + static_cast<std::ptrdiff_t>(std::min(bytes, snippet.text.size()));
    return std::count_if(snippet.text.begin(), end,
                         [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  };
  nlohmann::ordered_json marks = nlohmann::ordered_json::array();
  for (const auto& [begin, end] : snippet.marks) marks.push_back({points(begin), points(end)});
  return marks;
}

nlohmann::ordered_json to_json(const Hit& hit) {
  nlohmann::ordered_json json = {
      {"path", hit.path.str()}, {"project", hit.path.project().str()}, {"title", hit.title}, {"kind", hit.kind},
      {"tier", hit.tier},       {"changed", format_time(hit.changed)}, {"score", hit.score}};
  json["terms"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : hit.terms) json["terms"][name] = value;
  json["snippets"] = nlohmann::ordered_json::array();
  for (const auto& snippet : hit.snippets)
    json["snippets"].push_back({{"line", snippet.line}, {"text", snippet.text}, {"marks", json_marks(snippet)}});
  return json;
}

void print_json(Context& context, const std::vector<Hit>& hits) {
  if (context.options().jsonl) {
    for (const auto& hit : hits) {
      auto document = json_document();
      document.update(to_json(hit));
      context.out().json(document);
    }
    return;
  }
  auto document = json_document();
  document["query"] = context.text();
  document["scope"] = json_scope(context.scope());
  document["hits"] = nlohmann::ordered_json::array();
  for (const auto& hit : hits) document["hits"].push_back(to_json(hit));
  context.out().json(document);
}

void print_hit(Context& context, const Hit& hit, const SearchFlags& flags) {
  auto& out = context.out();
  out.line(out.paint(Style::bold, one_line(hit.title)));
  out.line("  " + out.paint(Style::green, one_line(context.shown(hit.path))) + "  " +
           out.paint(Style::faint, format_date(hit.changed)));
  for (const auto& snippet : hit.snippets)
    out.line("  " + out.paint(Style::faint, std::to_string(snippet.line) + ":") + " " +
             mark_words(out, snippet.text, snippet.marks));
  if (!flags.explain) return;
  char number[32];
  std::snprintf(number, sizeof number, "%.4g", hit.score);
  std::string terms = std::string("  score ") + number;
  for (const auto& [name, value] : hit.terms) {
    std::snprintf(number, sizeof number, "%.4g", value);
    terms += ", " + name + " " + number;
  }
  out.line(terms);
}

void print_nothing(Context& context, const SearchFlags& flags) {
  auto& out = context.out();
  if (!flags.files) out.say("no results");
  if (context.text().find_first_not_of(" \t\n") == std::string::npos)
    return out.tell("give some words to look for; `ai-memory list` lists all pages");
  if (flags.filter.all_projects) return;
  out.tell("(in " + context.scope().project.str() + ", chosen by " + context.scope().resolved_by +
           "; --all-projects looks everywhere)");
}

int search(Context& context, const SearchFlags& flags) {
  const auto hits = find(context, flags);
  const int status = hits.empty() && flags.exit_code ? kExitFindings : kExitOk;
  if (context.options().json) return print_json(context, hits), status;
  if (hits.empty()) return print_nothing(context, flags), status;
  context.out().page();
  for (const auto& hit : hits) {
    if (flags.files)
      context.out().line(name_line(context.shown(hit.path)));
    else
      print_hit(context, hit, flags);
  }
  return status;
}

}  // namespace

Runner setup_search(CLI::App& app) {
  auto flags = std::make_shared<SearchFlags>();
  app.footer(
      "Everything that is no option above is text to look for: words (any of them), \"a phrase\", -word (not this), "
      "word* (begins so), title: path: tag: kind: tier: project: (only there). Behind -- all is text.");
  add_page_filter(app, flags->filter);
  add_limit(app, flags->limit);
  app.add_flag("--include-expired", flags->include_expired, "Pages past their expires_at too");
  app.add_flag("--include-superseded", flags->include_superseded, "Pages that another one replaces too");
  app.add_flag("--files", flags->files, "Print only paths");
  app.add_flag("--explain", flags->explain, "Show what each score is made of");
  app.add_flag("--exit-code", flags->exit_code, "Exit with 1 if nothing is found");
  app.add_flag("--no-touch", flags->no_touch, "Do not count this as a use of the pages");
  app.add_flag("--sync", flags->sync, "Look for edited files now, however large the wiki");
  return [flags](Context& context) { return search(context, *flags); };
}

}  // namespace ai_memory
