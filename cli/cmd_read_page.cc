#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/link_json.hh"
#include "cli/page_json.hh"
#include "cli/problems.hh"
#include "decay/merge_text.hh"
#include "wiki/error.hh"
#include "wiki/inline_tags.hh"
#include "wiki/link_aim.hh"
#include "wiki/link_target.hh"
#include "wiki/markdown.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

struct ReadOptions {
  std::string path;
  bool no_touch = false, exact = false;
};

struct Reading {
  PagePath asked, path;  // they differ where a stub led on
  std::string text;
};

// Of the front matter and of the text.
std::vector<std::string> all_tags(const Page& page, const Outline& shape) {
  auto tags = page.tags;
  tags.insert(tags.end(), shape.tags.begin(), shape.tags.end());
  keep_first_tags(tags);
  return tags;
}

// Without the index a page can still be read; where its links lead is then not known.
std::vector<NamedPage> all_pages(Context& context) {
  try {
    return context.index(false).named_pages();
  } catch (const Error& error) {
    context.out().warn(std::string("where links lead is not known: ") + error.what());
    return {};
  }
}

// Where stubs lead to, one after the other; absent if that is no page, or a circle.
std::optional<Reading> survivor_of(Context& context, const PagePath& stub, Page page) {
  const LinkTargets targets(all_pages(context));
  std::set<PagePath> seen = {stub};
  for (;;) {
    const auto next = targets.find(link_of_value(page.superseded_by), page.path);
    if (!next || !seen.insert(*next).second) return std::nullopt;
    const auto text = context.wiki().read(*next);
    if (!text) return std::nullopt;
    page = parse_page(*next, *text);
    if (!is_stub(page)) return Reading{stub, *next, *text};
  }
}

Reading find_reading(Context& context, const ReadOptions& options) {
  const PagePath path = context.page(options.path);
  const auto text = context.wiki().read(path);
  if (!text) context.no_such_page(path);  // gone since
  const Page page = parse_page(path, *text);
  if (!options.exact && is_stub(page))
    if (auto survivor = survivor_of(context, path, page)) return std::move(*survivor);
  return {path, path, *text};
}

nlohmann::ordered_json to_json(const PagePath& asked, const Page& page, std::string_view text,
                               std::vector<NamedPage> pages) {
  const Outline shape = page.readable ? outline(page.body) : Outline{};
  auto json = json_document();
  json["path"] = page.path.str();
  json["asked"] = asked.str();
  json["project"] = page.path.project().str();
  json["title"] = page.title;
  json["kind"] = page.kind;
  json["tier"] = tier_name(page.tier);
  json["pinned"] = page.pinned;
  json["tags"] = all_tags(page, shape);
  json["created"] = json_time(page.created);
  json["updated"] = json_time(page.updated);
  json["expires_at"] = json_time(page.expires_at);
  json["blob"] = blob_id(text);
  json["front_matter"] = nlohmann::ordered_json::parse(page.front_matter.json());
  json["links"] = json_links(page, shape, LinkTargets(std::move(pages)));
  json["observations"] = json_observations(page, shape);
  json["problems"] = nlohmann::ordered_json::array();
  for (const auto& [line, message] : page.problems) json["problems"].push_back({{"line", line}, {"message", message}});
  json["body"] = page.body;
  return json;
}

// Counting a use must not make a read fail.
void record_use(Context& context, const PagePath& path) {
  try {
    context.index(false).record_read(path, context.actor(), context.now());
  } catch (const Error& error) {
    context.out().warn(std::string("the use of the page was not counted: ") + error.what());
  }
}

int read_page(Context& context, const ReadOptions& options) {
  const auto [asked, path, text] = find_reading(context, options);
  const Page page = parse_page(path, text);
  if (context.options().json)
    context.out().json(to_json(asked, page, text, all_pages(context)));
  else
    context.out().page(), context.out().page_text(text);
  if (path != asked)
    context.out().tell("ai-memory: " + one_line(context.shown(asked)) + " is superseded by " +
                       one_line(context.shown(path)) + "; this is that page");
  warn_of_problems(context, path, text);
  if (!page.superseded_by.empty())
    context.out().tell("ai-memory: " + one_line(context.shown(path)) + " is superseded by " +
                       one_line(page.superseded_by));
  if (!options.no_touch) record_use(context, path);
  return kExitOk;
}

}  // namespace

Runner setup_read_page(CLI::App& app) {
  auto options = std::make_shared<ReadOptions>();
  app.add_option("PATH", options->path, "The page")->required();
  app.add_flag("--exact", options->exact, "A page that was merged into another one itself, not that other one");
  app.add_flag("--no-touch", options->no_touch, "Do not count this as a use of the page");
  return [options](Context& context) { return read_page(context, *options); };
}

}  // namespace ai_memory
