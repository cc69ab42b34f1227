#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/dot.hh"
#include "index/links.hh"

namespace ai_memory {
namespace {

struct GraphOptions {
  bool dot = false, all_projects = false;
};

// Pages of the project, or of the wiki, and the links between them.
struct Graph {
  std::string name;
  std::vector<IndexedPage> pages;
  std::vector<PageLink> links;    // every link between two of them
  std::vector<PageLink> missing;  // those that lead to no page
};

Graph find_graph(Context& context, const GraphOptions& options) {
  Graph graph;
  const auto project = project_to_show(context, options.all_projects);
  graph.name = project ? project->str() : "wiki";
  graph.pages = context.index().pages(project);
  std::set<PagePath> nodes;
  for (const auto& page : graph.pages) nodes.insert(page.path);
  for (auto& link : context.index().links()) {
    if (!nodes.contains(link.from) || (link.to && !nodes.contains(*link.to))) continue;
    (link.to ? graph.links : graph.missing).push_back(std::move(link));
  }
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
  out.line("}");
}

int graph(Context& context, const GraphOptions& options) {
  const Graph found = find_graph(context, options);
  context.options().json ? print_json(context, found) : print_dot(context, found);
  return kExitOk;
}

}  // namespace

Runner setup_graph(CLI::App& app) {
  auto options = std::make_shared<GraphOptions>();
  app.add_flag("--dot", options->dot, "In the language of Graphviz (the default), as for dot -Tsvg");
  app.add_flag("--all-projects", options->all_projects, "Pages of every project");
  return [options](Context& context) { return graph(context, *options); };
}

}  // namespace ai_memory
