#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/dot.hh"
#include "cli/graph_layout.hh"
#include "cli/svg_graph.hh"
#include "index/links.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

struct GraphOptions {
  bool dot = false, svg = false, automatic = false, all_projects = false;
  std::string around;
  std::size_t depth = 1;
};

// Pages of the project, of the wiki, or around one page, and the edges between them.
struct Graph {
  std::string name;
  std::optional<PagePath> around;
  std::vector<IndexedPage> pages;
  std::vector<PageLink> links;    // every link between two of them
  std::vector<PageLink> missing;  // those that lead to no page
  std::vector<AutoEdge> near;     // with --auto
};

std::set<PagePath> names_of(const std::vector<IndexedPage>& pages) {
  std::set<PagePath> names;
  for (const auto& page : pages) names.insert(page.path);
  return names;
}

// The page asked for and what is within --depth of it, in whatever project.
std::vector<IndexedPage> pages_around(Context& context, const PagePath& start, std::size_t depth,
                                      const std::vector<PageLink>& links, const std::vector<AutoEdge>& near) {
  std::set<PagePath> names = {start};
  for (const auto& page : related_pages(links, start, depth, near)) names.insert(page.path);
  std::vector<IndexedPage> pages;
  for (const auto& name : names)
    if (auto page = context.index().page(name)) pages.push_back(std::move(*page));
  return pages;
}

Graph find_graph(Context& context, const GraphOptions& options) {
  Graph graph;
  auto links = context.index().links();
  auto near = options.automatic ? context.index().auto_edges() : std::vector<AutoEdge>();
  if (!options.around.empty()) {
    graph.around = context.page(options.around);
    graph.name = graph.around->str();
    graph.pages = pages_around(context, *graph.around, options.depth, links, near);
  } else {
    const auto project = project_to_show(context, options.all_projects);
    graph.name = project ? project->str() : "wiki";
    graph.pages = context.index().pages(project);
  }
  const std::set<PagePath> nodes = names_of(graph.pages);
  for (auto& link : links) {
    if (!nodes.contains(link.from) || (link.to && !nodes.contains(*link.to))) continue;
    (link.to ? graph.links : graph.missing).push_back(std::move(link));
  }
  for (auto& edge : near)
    if (nodes.contains(edge.a) && nodes.contains(edge.b)) graph.near.push_back(std::move(edge));
  return graph;
}

void print_json(Context& context, const Graph& graph) {
  auto document = json_document();
  document["scope"] = json_scope(context.scope());
  auto& nodes = document["nodes"] = nlohmann::ordered_json::array();
  for (const auto& page : graph.pages)
    nodes.push_back({{"path", page.path.str()}, {"title", page.title}, {"kind", page.kind}, {"tier", page.tier}});
  auto& edges = document["edges"] = nlohmann::ordered_json::array();
  for (const auto& link : graph.links)
    edges.push_back({{"from", link.from.str()}, {"to", link.to->str()}, {"kind", link.kind}, {"line", link.line}});
  auto& missing = document["missing"] = nlohmann::ordered_json::array();
  for (const auto& link : graph.missing)
    missing.push_back({{"from", link.from.str()}, {"target", link.target}, {"kind", link.kind}, {"line", link.line}});
  auto& near = document["auto"] = nlohmann::ordered_json::array();
  for (const auto& edge : graph.near)
    near.push_back({{"a", edge.a.str()},
                    {"b", edge.b.str()},
                    {"weight", edge.weight()},
                    {"cosine", edge.cosine},
                    {"read_together", edge.read_together}});
  context.out().json(document);
}

void print_dot(Context& context, const Graph& graph) {
  auto& out = context.out();
  out.page();
  out.line("digraph " + dot_name(graph.name) + " {");
  out.line("  rankdir=LR;");
  out.line("  node [shape=box];");
  for (const auto& page : graph.pages)
    out.line("  " + dot_name(page.path.str()) + " [label=" + dot_label(page.title) + "];");
  std::set<std::tuple<std::string, std::string, std::string>> drawn;  // twice the same link is one arrow
  for (const auto& link : graph.links) {
    if (!drawn.emplace(link.from.str(), link.to->str(), link.kind).second) continue;
    const std::string label = link.kind == "link" ? "" : " [label=" + dot_label(link.kind) + "]";
    out.line("  " + dot_name(link.from.str()) + " -> " + dot_name(link.to->str()) + label + ";");
  }
  for (const auto& edge : graph.near) {
    char weight[16];
    std::snprintf(weight, sizeof weight, "%.2f", edge.weight());
    out.line("  " + dot_name(edge.a.str()) + " -> " + dot_name(edge.b.str()) + " [dir=none, style=dashed, label=\"" +
             weight + "\"];");
  }
  out.line("}");
}

void print_svg(Context& context, const Graph& graph) {
  if (graph.pages.size() > kMostNodes)
    throw Error(ErrorKind::usage,
                "graph: " + std::to_string(graph.pages.size()) + " pages are too many for one picture (at most " +
                    std::to_string(kMostNodes) + ")",
                "draw a part of it: --around PAGE --depth 2, or one project with -p; or give --dot to Graphviz' sfdp");
  std::map<PagePath, std::size_t> number;
  std::vector<PictureNode> nodes;
  for (const auto& page : graph.pages) {
    number[page.path] = nodes.size();
    const std::string title = one_line(page.title);
    nodes.push_back({title, title + "\n" + one_line(page.path.str()) + "\n" + page.kind + ", " + page.tier, page.tier,
                     page.pinned, graph.around == page.path});
  }
  std::vector<PictureEdge> edges;
  for (const auto& link : graph.links) edges.push_back({number[link.from], number[*link.to], one_line(link.kind), 0});
  for (const auto& edge : graph.near) edges.push_back({number[edge.a], number[edge.b], {}, edge.weight()});
  context.out().print(svg_graph(one_line(graph.name), nodes, edges));
}

int graph(Context& context, const GraphOptions& options) {
  const Graph found = find_graph(context, options);
  if (context.options().json) return print_json(context, found), kExitOk;
  options.svg ? print_svg(context, found) : print_dot(context, found);
  return kExitOk;
}

}  // namespace

Runner setup_graph(CLI::App& app) {
  auto options = std::make_shared<GraphOptions>();
  auto* dot = app.add_flag("--dot", options->dot, "In the language of Graphviz (the default), as for dot -Tsvg");
  app.add_flag("--svg", options->svg, "As a picture that a browser shows")->excludes(dot);
  app.add_flag("--auto", options->automatic, "Also edges between pages that are near in meaning");
  auto* around = app.add_option("--around", options->around, "Only this page and those near it")->type_name("PAGE");
  app.add_option("--depth", options->depth, "How many edges away from it, 1 to 3")
      ->type_name("N")
      ->needs(around)
      ->check([](const std::string& text) {
        return text == "1" || text == "2" || text == "3" ? std::string()
                                                         : "not a value it takes: " + text + "; it takes 1, 2 or 3";
      });
  app.add_flag("--all-projects", options->all_projects, "Pages of every project");
  return [options](Context& context) { return graph(context, *options); };
}

}  // namespace ai_memory
