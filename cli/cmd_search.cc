#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/around_hits.hh"
#include "cli/chosen_project.hh"
#include "cli/clock.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/hit_print.hh"
#include "cli/name_line.hh"
#include "cli/page_filter.hh"
#include "cli/shell_quote.hh"
#include "cli/token_budget.hh"
#include "cli/whole_number.hh"
#include "decay/token_scan.hh"
#include "index/query.hh"
#include "wiki/snapshot.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostRemoved = 3;

struct SearchFlags {
  PageFilter filter;
  std::size_t limit = 0;    // 0: as configured
  std::size_t tokens = 0;   // 0: no budget
  std::size_t related = 0;  // steps
  std::string valid_at, as_of;
  bool any_time = false, include_expired = false, include_superseded = false, near = false;
  bool notes_first = false, pin_first = false;
  bool files = false, explain = false, exit_code = false, no_touch = false, sync = false;
};

struct Found {
  std::vector<Hit> hits;
  std::vector<PageAround> around;
  std::vector<RemovedPage> removed;
  std::optional<CommitInfo> as_of;
};

SearchOptions to_options(Context& context, const SearchFlags& flags) {
  SearchOptions options;
  options.project = project_to_show(context, flags.filter.all_projects);
  if (!flags.filter.since.empty()) options.since = parse_since(flags.filter.since, context.now());
  options.include_expired = flags.include_expired;
  options.include_superseded = flags.include_superseded;
  if (!flags.valid_at.empty()) options.valid_at = parse_time(flags.valid_at);
  options.any_time = flags.any_time;
  options.near_misses = flags.near;
  options.notes_first = flags.notes_first;
  options.pinned_first = flags.pin_first;
  options.decay = context.config().decay;
  options.limit = flags.limit > 0 ? flags.limit : static_cast<std::size_t>(context.config().search.limit);
  return options;
}

// `--tag x` is as good as `tag:x`, also alone.
Query filtered(Query query, const PageFilter& flags) {
  const auto add = [](std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  add(query.filter.kinds, flags.kinds);
  add(query.filter.tiers, flags.tiers);
  add(query.filter.tags, flags.tags);
  return query;
}

std::vector<Hit> search_snapshot(Context& context, const CommitId& commit, const Query& query,
                                 const SearchOptions& options, Timestamp then) {
  const Wiki wiki = Wiki::open(snapshot_home(context.wiki(), commit), context.now(), context.config().wiki);
  SearchIndex index(wiki.state_dir(), then, context.config().search);
  index.sync(wiki, context.now(), !index.is_synced_to(commit));  // nobody is meant to edit the copy
  return index.search(wiki, query, options, then);
}

// The wiki as committed then, which nobody used now.
Found find_in_past(Context& context, const SearchFlags& flags, const Query& query, const SearchOptions& options) {
  const CommitId commit = context.wiki().resolve(flags.as_of);
  Found found{.as_of = context.wiki().info(commit)};
  const Timestamp then = parse_deadline(flags.as_of).value_or(found.as_of->commit_time);
  try {
    found.hits = search_snapshot(context, commit, query, options, then);
  } catch (const Error&) {  // the copy is damaged, or the wiki moved: made anew it may do
    forget_snapshot(context.wiki(), commit);
    found.hits = search_snapshot(context, commit, query, options, then);
  }
  return found;
}

Found find(Context& context, const SearchFlags& flags) {
  const auto options = to_options(context, flags);
  const auto& stop_words = context.config().search.stop_words;
  const Query query =
      filtered(parse_query(context.text(), stop_words.empty() ? english_stop_words() : stop_words), flags.filter);
  if (!flags.as_of.empty()) return find_in_past(context, flags, query, options);
  Found found{.hits = context.index(flags.sync).search(context.wiki(), query, options, context.now())};
  found.removed = context.index().removed(query, options, found.hits.empty(), kMostRemoved);
  if (flags.tokens > 0) fit_to_tokens(found.hits, flags.tokens);
  found.around = pages_around(context, found.hits, flags.related);
  if (!flags.no_touch && !found.hits.empty()) {
    std::vector<PagePath> shown;
    for (const auto& hit : found.hits)
      if (!hit.near_miss) shown.push_back(hit.path);
    context.index().record_access(shown, context.actor(), context.now());
  }
  return found;
}

nlohmann::ordered_json to_json(const RemovedPage& page) {
  return {{"path", page.path.str()},
          {"title", page.title},
          {"removed", format_time(page.removed)},
          {"commit", page.commit},
          {"run", page.run}};
}

void print_json(Context& context, const Found& found, const SearchFlags& flags) {
  if (context.options().jsonl) {
    for (const auto& hit : found.hits) {
      auto document = json_document();
      document.update(json_hit(hit));
      context.out().json(document);
    }
    return;
  }
  auto document = json_document();
  document["query"] = context.text();
  document["scope"] = json_scope(context.scope());
  if (found.as_of) document["as_of"] = {{"commit", found.as_of->id}, {"time", format_time(found.as_of->commit_time)}};
  document["hits"] = nlohmann::ordered_json::array();
  for (const auto& hit : found.hits) document["hits"].push_back(json_hit(hit));
  if (flags.related > 0) {
    document["related"] = nlohmann::ordered_json::array();
    for (const auto& [page, title] : found.around)
      document["related"].push_back({{"path", page.path.str()},
                                     {"title", title},
                                     {"distance", page.distance},
                                     {"kind", page.kind},
                                     {"via", page.via.str()}});
  }
  document["removed"] = nlohmann::ordered_json::array();
  for (const auto& page : found.removed) document["removed"].push_back(to_json(page));
  context.out().json(document);
}

std::string joined(const std::set<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name_line(name);
  return text;
}

// A value that no page of the wiki has was most likely mistyped.
void tell_unknown_values(Context& context, const SearchFlags& flags) {
  const auto filter = filtered(parse_query(context.text(), {}), flags.filter).filter;
  if (filter.kinds.empty() && filter.tags.empty()) return;
  std::map<std::string, std::string> kinds;  // by their lower case
  std::set<std::string> tags;                // in lower case, and those above: area for area/sub
  for (const auto& page : context.index().pages()) {
    kinds.emplace(ascii_lower(page.kind), page.kind);
    for (const std::string& tag : page.tags)
      for (std::size_t end = 0; end != tag.npos;) {
        end = tag.find('/', end + 1);
        tags.insert(ascii_lower(tag.substr(0, end)));
      }
  }
  std::set<std::string> shown;
  for (const auto& [lower, kind] : kinds) shown.insert(kind);
  for (const auto& kind : filter.kinds)
    if (!kinds.contains(ascii_lower(kind)))
      context.out().tell("(no page is of the kind " + name_line(kind) + "; there are: " + joined(shown) + ")");
  for (const auto& tag : filter.tags)
    if (!tags.contains(ascii_lower(tag))) context.out().tell("(no page has the tag " + name_line(tag) + ")");
}

void print_nothing(Context& context, const SearchFlags& flags) {
  auto& out = context.out();
  if (!flags.files) out.say("no results");
  const PageFilter& filter = flags.filter;
  const bool lists = !filter.kinds.empty() || !filter.tiers.empty() || !filter.tags.empty();
  if (!lists && context.text().find_first_not_of(" \t\n") == std::string::npos)
    return out.tell("give some words to look for; `ai-memory list` lists all pages");
  if (flags.as_of.empty()) tell_unknown_values(context, flags);
  if (flags.filter.all_projects) return;
  out.tell("(in " + context.scope().project.str() + ", chosen by " + context.scope().resolved_by +
           "; --all-projects looks everywhere)");
}

// One line, whatever their number: what was found is what was asked for.
void tell_removed(Context& context, const std::vector<RemovedPage>& pages) {
  if (pages.empty()) return;
  const std::string more = pages.size() > 1 ? " and others like it" : "";
  context.out().tell("(a sweep removed " + name_line(context.shown(pages.front().path)) + more + " on " +
                     format_date(pages.front().removed) + "; `ai-memory restore-page" + flags_to_type(context, false) +
                     " " + shell_quote(name_to_type(context, pages.front().path)) + "` brings it back)");
}

void print_hits(Context& context, const Found& found, const SearchFlags& flags) {
  auto& out = context.out();
  bool near = false;
  for (const auto& hit : found.hits) {
    if (hit.near_miss && !std::exchange(near, true)) out.say("near misses, which have none of the words:");
    if (flags.files)
      out.line(name_line(context.shown(hit.path)));
    else
      print_hit(context, hit, flags.explain);
  }
}

void print_around(Context& context, const std::vector<PageAround>& around, bool paths_alone) {
  auto& out = context.out();
  if (!around.empty()) out.say("related to these:");
  for (const auto& [page, title] : around) {
    if (paths_alone)
      out.line(name_line(context.shown(page.path)));
    else
      out.line("  " + out.paint(Style::green, one_line(context.shown(page.path))) + "  " + one_line(title) +
               out.paint(Style::faint, " (" + one_line(page.kind) + ", " + one_line(context.shown(page.via)) + ")"));
  }
}

int search(Context& context, const SearchFlags& flags) {
  const auto found = find(context, flags);
  const int status = found.hits.empty() && flags.exit_code ? kExitFindings : kExitOk;
  if (context.options().json) return print_json(context, found, flags), status;
  if (found.as_of)
    context.out().tell("(as committed " + format_time(found.as_of->commit_time) + ", " + found.as_of->id.substr(0, 10) +
                       "; by words alone)");
  if (found.hits.empty()) {
    print_nothing(context, flags);
  } else {
    context.out().page();
    print_hits(context, found, flags);
    print_around(context, found.around, flags.files);
  }
  tell_removed(context, found.removed);
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
  app.add_option("--valid-at", flags->valid_at, "Only what was true at a time: a date, a month, or an RFC 3339 time")
      ->type_name("TIME")
      ->check([](const std::string& text) {
        return parse_time(text) ? std::string()
                                : "not a value it takes: " + text +
                                      "; it takes a date (2026-11-29), a month (2026-11), or an RFC 3339 time";
      });
  app.add_flag("--any-time", flags->any_time, "Also what is no longer true, or not yet")->excludes("--valid-at");
  app.add_option("--as-of", flags->as_of,
                 "In the wiki as committed then: a time, a run or a git revision; counts no use")
      ->type_name("WHEN")
      ->check([](const std::string& text) {
        return text.empty() ? std::string("needs a time, a run or a git revision") : std::string();
      });
  app.add_flag("--include-expired", flags->include_expired, "Pages past their expires_at too");
  app.add_flag("--include-superseded", flags->include_superseded, "Pages that another one replaces too");
  app.add_flag("--near", flags->near, "Add near misses, listed apart");
  app.add_flag("--notes-first", flags->notes_first, "Lasting notes (semantic, procedural) before sessions");
  app.add_flag("--pin-first", flags->pin_first, "Pinned pages first, at most 10");
  app.add_option("--tokens", flags->tokens, "As many results as fit into about N tokens of a model")
      ->type_name("N")
      ->check(whole_number(1));
  app.add_option("--related", flags->related, "Add pages at most N edges from the results, 1 to 3")
      ->type_name("N")
      ->check(CLI::IsMember({"1", "2", "3"}));
  app.add_flag("--files", flags->files, "Print only paths");
  app.add_flag("--explain", flags->explain, "Show what each score is made of");
  app.add_flag("--exit-code", flags->exit_code, "Exit with 1 if nothing is found");
  app.add_flag("--no-touch", flags->no_touch, "Do not count this as a use of the pages");
  app.add_flag("--sync", flags->sync, "Look for edited files now, however large the wiki");
  return [flags](Context& context) { return search(context, *flags); };
}

}  // namespace ai_memory
