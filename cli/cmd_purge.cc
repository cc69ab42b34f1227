// Explains how a page's text is taken out of history. Changes nothing: what git keeps, only the person may throw away.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/shell_quote.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"

namespace ai_memory {
namespace {

struct Step {
  std::string what, command;  // a command may be missing: what no command here can do
};

struct Purge {
  PagePath path;
  bool there = false;              // on disk
  std::size_t versions = 0;        // commits that wrote its text
  std::vector<std::string> names;  // every one it had, sorted
  std::vector<Step> steps;
};

std::string program(Context& context) {
  const auto& home = context.options().home;
  return home.empty() ? "ai-memory" : "ai-memory --home " + shell_quote(context.home().string());
}

std::vector<Step> steps_for(Context& context, const Purge& purge) {
  const std::string ours = program(context), git = "git -C " + shell_quote(context.wiki().root().string());
  std::string paths, files;
  for (const auto& name : purge.names) {
    paths += " --path=" + shell_quote(name);
    files += " " + shell_quote(":(literal,top)" + name);
  }
  std::vector<Step> steps;
  if (purge.there) steps.push_back({"Remove the page.", ours + " delete-page " + shell_quote(purge.path.display())});
  steps.push_back({"Commit what was edited, then see that nothing is left: filter-repo resets the files.",
                   ours + " commit && " + git + " status --short"});
  steps.push_back({"Rewrite history without the page (Debian: apt install git-filter-repo).",
                   git + " filter-repo --force --invert-paths" + paths});
  steps.push_back(
      {"Let go of the old commits.", git + " reflog expire --expire=now --all && " + git + " gc --prune=now"});
  steps.push_back({"Look: this must print nothing.", git + " log --all --oneline --" + files});
  steps.push_back({"Make the search index anew.", ours + " reindex"});
  const auto state = context.wiki().state_dir();
  steps.push_back({"Look through what was set aside: copies of the index, texts from an editor. Remove what holds it.",
                   "ls -d " + shell_quote((state / "memory.sqlite.").string()) + "* " +
                       shell_quote((state / "draft-").string()) + "*"});
  steps.push_back(
      {"Every clone, remote and backup holds the text too. filter-repo takes the remote `origin` out: add "
       "it again and push with --force; clone anew elsewhere; make backups anew.",
       {}});
  return steps;
}

Purge find_purge(Context& context, const std::string& typed) {
  Purge purge{context.page_argument(typed), false, 0, {}, {}};
  purge.there = context.wiki().read(purge.path).has_value();
  std::set<std::string> names;
  for (const auto& version : versions(context.wiki(), purge.path)) {
    names.insert(version.path);
    purge.versions += version.blob.empty() ? 0 : 1;
  }
  if (names.empty() && !purge.there) context.no_such_page(purge.path);
  purge.names.assign(names.begin(), names.end());
  if (!names.empty()) purge.steps = steps_for(context, purge);
  return purge;
}

void print_json(Context& context, const Purge& purge) {
  auto document = json_document();
  document["path"] = purge.path.str();
  document["there"] = purge.there;
  document["versions"] = purge.versions;
  document["names"] = purge.names;
  document["steps"] = nlohmann::ordered_json::array();
  for (const auto& [what, command] : purge.steps)
    document["steps"].push_back(
        {{"what", what},
         {"command", command.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(command)}});
  context.out().json(document);
}

std::string plural(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

// The commands are whole lines, not broken: they are there to be copied.
void print(Context& context, const Purge& purge) {
  auto& out = context.out();
  const std::string name = one_line(context.shown(purge.path));
  if (purge.names.empty())
    return out.wrapped({}, name + " is in no commit: when its file is removed, nothing keeps its text.", 0);
  out.wrapped({},
              "Nothing was changed. History keeps the text of " + name + " in " + plural(purge.versions, "version") +
                  ", under " + plural(purge.names.size(), "name") +
                  ", and `restore-page` brings it back. To be rid of it, all of these are needed, in this order:",
              0);
  std::size_t number = 0;
  for (const auto& [what, command] : purge.steps) {
    const std::string head = std::to_string(++number) + ". ";
    out.line("");
    out.wrapped(head, what, head.size());
    if (!command.empty()) out.line("   " + out.paint(Style::bold, command));
  }
  out.line("");
  out.wrapped({}, "The same words in other pages stay, and the messages of commits go on naming the page.", 0);
}

int purge(Context& context, const std::string& typed) {
  const Purge found = find_purge(context, typed);
  context.options().json ? print_json(context, found) : print(context, found);
  return kExitOk;
}

}  // namespace

Runner setup_purge(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  app.add_option("PATH", *path, "The page, also one that is gone")->required();
  return [path](Context& context) { return purge(context, *path); };
}

}  // namespace ai_memory
