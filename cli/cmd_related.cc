#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/name_line.hh"
#include "cli/shell_quote.hh"
#include "cli/whole_number.hh"
#include "index/links.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostPages = 50;

struct RelatedOptions {
  std::string path;
  std::vector<std::string> types;
  std::size_t depth = 1, limit = kMostPages;
  bool no_touch = false;
};

struct Entry {
  RelatedPage page;
  std::string title;
};

struct Related {
  PagePath start;
  std::vector<Entry> entries;
  std::size_t left_off = 0;       // beyond the limit
  std::vector<PageLink> missing;  // links of `start` that lead to no page
  std::set<PagePath> removed;     // those of them that were pages once
};

std::optional<PagePath> page_of(const PageLink& link) {
  const std::string name = link.target.ends_with(".md") ? link.target : link.target + ".md";
  if (name.find('/') == std::string::npos || !is_page_name(name)) return std::nullopt;
  return PagePath::existing(name);
}

// History is gone through once, whatever the number of links, and only if one of them leads to no page.
std::set<PagePath> removed_of(const Wiki& wiki, const std::vector<PageLink>& missing) {
  std::set<PagePath> wanted, removed;
  for (const auto& link : missing)
    if (const auto page = page_of(link)) wanted.insert(*page);
  if (wanted.empty()) return removed;
  wiki.walk_back([&](const CommitInfo&, const std::vector<TreeChange>& changes) {
    for (const TreeChange& change : changes) {
      if (!change.after.empty() || !is_page_name(change.path)) continue;
      if (auto found = wanted.extract(PagePath::existing(change.path))) removed.insert(std::move(found.value()));
    }
    return !wanted.empty();
  });
  return removed;
}

// Absent: there never was such a page.
std::optional<PagePath> removed_page(const Related& related, const PageLink& link) {
  auto page = page_of(link);
  return page && related.removed.contains(*page) ? page : std::nullopt;
}

Related find_related(Context& context, const RelatedOptions& options) {
  Related related{context.page(options.path), {}, 0, {}, {}};
  SearchIndex& index = context.index();
  const auto links = index.links();
  auto pages = related_pages(links, related.start, options.depth, index.auto_edges(), options.types);
  if (const std::size_t most = std::min(options.limit, kMostPages); pages.size() > most) {
    related.left_off = pages.size() - most;
    pages.erase(pages.begin() + static_cast<std::ptrdiff_t>(most), pages.end());
  }
  for (auto& page : pages) {
    const auto known = index.page(page.path);
    related.entries.push_back({std::move(page), known ? known->title : std::string()});
  }
  const auto wanted = [&](const std::string& kind) {
    return options.types.empty() || std::find(options.types.begin(), options.types.end(), kind) != options.types.end();
  };
  for (const auto& link : links)
    if (link.from == related.start && !link.to && wanted(link.kind)) related.missing.push_back(link);
  related.removed = removed_of(context.wiki(), related.missing);
  std::stable_partition(related.missing.begin(), related.missing.end(),
                        [&](const PageLink& link) { return removed_page(related, link).has_value(); });
  return related;
}

void record_use(Context& context, const Related& related) {
  std::set<PagePath> shown = {related.start};
  for (const auto& [page, title] : related.entries) shown.insert(page.path);
  context.index().record_access({shown.begin(), shown.end()}, context.actor(), context.now());
}

bool is_automatic(const RelatedPage& page) { return page.line == 0; }

std::string_view direction(const RelatedPage& page) {
  return is_automatic(page) ? "both" : page.outward ? "out" : "in";
}

std::string weight_text(double weight) {
  char text[16];
  std::snprintf(text, sizeof text, "%.2f", weight);
  return text;
}

nlohmann::ordered_json to_json(const Entry& entry) {
  const auto& [page, title] = entry;
  nlohmann::ordered_json json = {{"path", page.path.str()},
                                 {"title", title},
                                 {"distance", page.distance},
                                 {"direction", direction(page)},
                                 {"kind", page.kind}};
  is_automatic(page) ? json["weight"] = page.weight : json["line"] = page.line;
  json["via"] = page.via.str();
  return json;
}

void print_json(Context& context, const Related& related) {
  if (context.options().jsonl) {
    for (const auto& entry : related.entries) {
      auto line = json_document();
      line.update(to_json(entry));
      context.out().json(line);
    }
    return;
  }
  auto document = json_document();
  document["path"] = related.start.str();
  document["related"] = nlohmann::ordered_json::array();
  for (const auto& entry : related.entries) document["related"].push_back(to_json(entry));
  document["missing"] = nlohmann::ordered_json::array();
  for (const auto& link : related.missing)
    document["missing"].push_back({{"target", link.target},
                                   {"kind", link.kind},
                                   {"line", link.line},
                                   {"removed", removed_page(related, link).has_value()}});
  document["left_off"] = related.left_off;
  context.out().json(document);
}

// Where an edge is written; of one that nobody wrote, how heavy it is.
std::string place(const RelatedPage& page) {
  return is_automatic(page) ? weight_text(page.weight) : std::to_string(page.line);
}

void print_tabs(Context& context, const Related& related) {
  for (const auto& [page, title] : related.entries)
    context.out().line(std::to_string(page.distance) + "\t" + std::string(direction(page)) + "\t" + page.kind + "\t" +
                       place(page) + "\t" + name_line(context.shown(page.path)) + "\t" + one_line(title) + "\t" +
                       name_line(context.shown(page.via)));
  for (const auto& link : related.missing) {
    const auto removed = removed_page(related, link);
    context.out().line((removed ? "1\tremoved\t" : "1\tmissing\t") + link.kind + "\t" + std::to_string(link.line) +
                       "\t" + (removed ? name_line(context.shown(*removed)) : one_line(link.target)));
  }
}

std::string heading(const RelatedPage& page) {
  if (page.distance > 1) return std::to_string(page.distance) + " links away";
  if (is_automatic(page)) return "near in meaning";
  return page.outward ? "links to" : "linked from";
}

// "  causes       12  notes/b.md  Its title (via notes/a.md)"
void print_line(Context& context, const std::string& kind, const std::string& number, const std::string& path,
                const std::string& rest) {
  auto& out = context.out();
  const std::string head =
      "  " + fit(one_line(kind), 13) + std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + "  ";
  const auto room_after = [&out](std::size_t used) { return out.columns() > used ? out.columns() - used : 0; };
  const std::string name = cut_start_to_width(path, room_after(text_width(head)));
  const std::size_t room = room_after(text_width(head) + text_width(name) + 2);
  out.line(head + out.paint(Style::green, name) + (room > 0 && !rest.empty() ? "  " + cut_to_width(rest, room) : ""));
}

void print_columns(Context& context, const Related& related) {
  auto& out = context.out();
  std::string last;
  for (const auto& [page, title] : related.entries) {
    if (heading(page) != last) out.line(out.paint(Style::bold, last = heading(page)));
    std::string rest = one_line(title);
    if (page.distance > 1)
      rest += std::string(rest.empty() ? "" : " ") +
              (is_automatic(page) ? "(near "
               : page.outward     ? "(from "
                                  : "(to ") +
              one_line(context.shown(page.via)) + ")";
    print_line(context, page.kind, place(page), one_line(context.shown(page.path)), rest);
  }
  for (const auto& link : related.missing) {
    const auto removed = removed_page(related, link);
    const std::string head = removed ? "removed" : "no such page";
    if (head != last) out.line(out.paint(Style::bold, last = head));
    print_line(context, link.kind, std::to_string(link.line), one_line(removed ? context.shown(*removed) : link.target),
               {});
  }
}

void tell_removed(Context& context, const Related& related) {
  for (const PagePath& page : related.removed)
    context.out().tell(one_line(context.shown(page)) + " was removed; `ai-memory restore-page" +
                       flags_to_type(context, false) + " " + shell_quote(name_to_type(context, page)) +
                       "` brings it back");
}

int related(Context& context, const RelatedOptions& options) {
  const Related found = find_related(context, options);
  if (!options.no_touch) record_use(context, found);
  if (context.options().json) return print_json(context, found), kExitOk;
  if (found.entries.empty() && found.missing.empty())
    context.out().tell(context.shown(found.start) +
                       (options.types.empty() ? ": no links, and none to it" : ": no edges of this type"));
  if (context.out().terminal()) {
    context.out().page();
    print_columns(context, found);
  } else {
    print_tabs(context, found);
  }
  tell_removed(context, found);
  if (found.left_off > 0)
    context.out().tell("and " + std::to_string(found.left_off) + " more " +
                       (options.limit < kMostPages ? "(--limit)" : "(it shows 50 at most)"));
  return kExitOk;
}

}  // namespace

Runner setup_related(CLI::App& app) {
  auto options = std::make_shared<RelatedOptions>();
  app.add_option("PATH", options->path, "The page")->required();
  app.add_option("--depth", options->depth, "How many edges away, 1 to 3")
      ->type_name("N")
      ->check([](const std::string& text) {
        return text == "1" || text == "2" || text == "3" ? std::string()
                                                         : "not a value it takes: " + text + "; it takes 1, 2 or 3";
      });
  app.add_option("--type", options->types,
                 "Only edges of this kind: a relation's word, link, or auto (may be repeated)")
      ->type_name("WORD")
      ->allow_extra_args(false);
  app.add_option("--limit", options->limit, "At most N, and never more than 50 (50)")
      ->type_name("N")
      ->check(whole_number(1));
  app.add_flag("--no-touch", options->no_touch, "Do not count this as a use of the pages");
  return [options](Context& context) { return related(context, *options); };
}

}  // namespace ai_memory
