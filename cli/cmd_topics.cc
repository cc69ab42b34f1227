#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/name_line.hh"
#include "cli/themes.hh"
#include "cli/whole_number.hh"
#include "index/topics.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kCentralShown = 3;

struct TopicsOptions {
  std::size_t count = 0;
  bool all_projects = false;
};

std::string day(Timestamp time) { return format_time(time).substr(0, 10); }

std::string days(const Topic& topic) {
  const std::string from = day(topic.oldest), to = day(topic.newest);
  return from == to ? from : from + " to " + to;
}

std::string pages_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " page" : " pages"); }

nlohmann::ordered_json to_json(const Topic& topic) {
  nlohmann::ordered_json json = {{"label", topic.label()},
                                 {"terms", topic.terms},
                                 {"count", topic.members.size()},
                                 {"oldest", format_time(topic.oldest)},
                                 {"newest", format_time(topic.newest)}};
  json["pages"] = nlohmann::ordered_json::array();
  for (const auto& page : topic.members)
    json["pages"].push_back({{"path", page.path.str()}, {"title", page.title}, {"cosine", page.cosine}});
  return json;
}

void print_json(Context& context, const Topics& found) {
  auto document = json_document();
  document["scope"] = json_scope(context.scope());
  document["topics"] = nlohmann::ordered_json::array();
  for (const Topic& topic : found.topics) document["topics"].push_back(to_json(topic));
  document["waiting"] = found.waiting;
  context.out().json(document);
}

void print_text(Context& context, const Topics& found) {
  auto& out = context.out();
  out.page();
  for (const Topic& topic : found.topics) {
    out.line(out.paint(Style::bold, one_line(topic.label())) + "  " + pages_text(topic.members.size()) + ", " +
             days(topic));
    for (std::size_t i = 0; i < std::min(kCentralShown, topic.members.size()); ++i) {
      const auto& page = topic.members[i];
      out.line("  " + out.paint(Style::green, name_line(context.shown(page.path))) + "  " + one_line(page.title));
    }
  }
}

int topics(Context& context, const TopicsOptions& options) {
  if (!context.config().topics.enabled)
    throw Error(ErrorKind::usage, "topics: is off: topics.enabled is false", "set topics.enabled = true");
  const auto project = project_to_show(context, options.all_projects);
  const Topics found = context.index().topics(project, options.count);
  if (!options.all_projects && options.count == 0) keep_themes(context, found);
  if (context.options().json) {
    print_json(context, found);
  } else {
    print_text(context, found);
    if (found.topics.empty() && found.waiting == 0) context.out().tell("no pages");
  }
  if (found.waiting > 0)
    context.out().tell(pages_text(found.waiting) + " without vectors left out: `ai-memory embed` makes them");
  return kExitOk;
}

}  // namespace

Runner setup_topics(CLI::App& app) {
  auto options = std::make_shared<TopicsOptions>();
  app.add_option("-k,--count", options->count, "So many topics, instead of as many as suit the number of pages")
      ->type_name("N")
      ->check(whole_number(1));
  app.add_flag("--all-projects", options->all_projects, "Pages of every project");
  return [options](Context& context) { return topics(context, *options); };
}

}  // namespace ai_memory
