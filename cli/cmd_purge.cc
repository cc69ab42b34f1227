// Explains how a page's text is taken out of history. Changes nothing: what git keeps, only the person may throw away.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/page_texts.hh"
#include "cli/purge_steps.hh"
#include "cli/shell_quote.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

struct Purge {
  PagePath path;
  bool there = false;  // on disk
  PageTexts texts;
  std::vector<PurgeStep> steps;
};

std::string own_program(Context& context) {
  const auto& home = context.options().home;
  return home.empty() ? "ai-memory" : "ai-memory --home " + shell_quote(context.home().string());
}

Purge find_purge(Context& context, const std::string& typed) {
  Purge purge{context.page_argument(typed), false, {}, {}};
  purge.there = context.wiki().read(purge.path).has_value();
  purge.texts = page_texts(context.wiki(), purge.path);
  if (purge.texts.names.empty() && !purge.there) {
    if (purge.texts.moved_to.empty()) context.no_such_page(purge.path);
    const auto to = PagePath::existing(purge.texts.moved_to);
    throw Error(ErrorKind::not_found, context.shown(purge.path) + ": moved to " + context.shown(to),
                "its versions are that page's: `" + own_program(context) + " purge " + shell_quote(to.display()) + "`");
  }
  if (!purge.texts.names.empty())
    purge.steps = purge_steps(context.wiki(), own_program(context), purge.path, purge.there);
  return purge;
}

std::string shared_line(Context& context, const PageTexts::Sharer& sharer) {
  const auto name = is_page_name(sharer.path) ? context.shown(PagePath::existing(sharer.path)) : sharer.path;
  return one_line(name) + (sharer.there ? ", there now: its file goes too, unless it is changed or deleted first"
                                        : ", earlier: that version goes too");
}

void print_json(Context& context, const Purge& purge) {
  auto document = json_document();
  document["path"] = purge.path.str();
  document["there"] = purge.there;
  document["versions"] = purge.texts.versions;
  document["names"] = purge.texts.names;
  document["ids"] = purge.texts.ids;
  document["shared"] = nlohmann::ordered_json::array();
  for (const auto& [path, there] : purge.texts.shared) document["shared"].push_back({{"path", path}, {"there", there}});
  document["kept"] = purge.texts.kept;
  document["steps"] = nlohmann::ordered_json::array();
  for (const auto& [what, command] : purge.steps)
    document["steps"].push_back(
        {{"what", what},
         {"command", command.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(command)}});
  context.out().json(document);
}

// For filter-repo. What a person should know goes to stderr.
void print_ids(Context& context, const Purge& purge) {
  const std::string name = context.shown(purge.path);
  if (purge.texts.names.empty())
    throw Error(ErrorKind::not_found, name + ": in no commit", "when its file is removed, nothing keeps its text");
  if (purge.there) context.out().warn(name + " is still there: what of it is not committed is not among these");
  for (const auto& sharer : purge.texts.shared) context.out().warn("the same text: " + shared_line(context, sharer));
  for (const auto& id : purge.texts.ids) context.out().line(id);
}

std::string plural(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

void print_shared(Context& context, const PageTexts& texts) {
  constexpr std::size_t most = 10;
  auto& out = context.out();
  if (texts.shared.empty()) return;
  out.line("");
  out.wrapped({}, "These have one of its texts too, byte for byte:", 0);
  for (std::size_t i = 0; i < std::min(most, texts.shared.size()); ++i)
    out.wrapped("  ", shared_line(context, texts.shared[i]), 4, texts.shared[i].there ? Style::bold : Style::plain);
  if (texts.shared.size() > most) out.line("  and " + std::to_string(texts.shared.size() - most) + " more (--json)");
}

// The commands are whole lines, not broken: they are there to be copied.
void print(Context& context, const Purge& purge) {
  auto& out = context.out();
  const auto& texts = purge.texts;
  const std::string name = one_line(context.shown(purge.path));
  if (texts.names.empty())
    return out.wrapped({}, name + " is in no commit: when its file is removed, nothing keeps its text.", 0);
  out.wrapped({},
              "Nothing was changed. History keeps the text of " + name + " in " + plural(texts.versions, "version") +
                  ", under " + plural(texts.names.size(), "name") + ", and `restore-page` brings it back.",
              0);
  print_shared(context, texts);
  out.line("");
  out.wrapped({}, "To be rid of it, all of these are needed, in this order:", 0);
  std::size_t number = 0;
  for (const auto& [what, command] : purge.steps) {
    const std::string head = std::to_string(++number) + ". ";
    out.line("");
    out.wrapped(head, what, head.size());
    if (!command.empty()) out.line("   " + out.paint(Style::bold, command));
  }
  out.line("");
  if (texts.kept > 0)
    out.wrapped({}, "Another page's " + plural(texts.kept, "version") + " under the same names: not touched.", 0);
  out.wrapped({},
              "The same words in other pages stay. So do the names of the page and the messages of commits; a title "
              "may stand in both.",
              0);
}

int purge(Context& context, const std::string& typed, bool ids) {
  const Purge found = find_purge(context, typed);
  if (context.options().json)
    print_json(context, found);
  else
    ids ? print_ids(context, found) : print(context, found);
  return kExitOk;
}

}  // namespace

Runner setup_purge(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  auto ids = std::make_shared<bool>(false);
  app.add_option("PATH", *path, "The page, also one that is gone")->required();
  app.add_flag("--ids", *ids, "Print only the ids of its texts, one a line, as git filter-repo reads them");
  return [path, ids](Context& context) { return purge(context, *path, *ids); };
}

}  // namespace ai_memory
