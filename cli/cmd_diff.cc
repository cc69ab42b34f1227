#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/hand_edits.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

struct DiffOptions {
  std::string path, from, to;
  bool all_projects = false;
};

using Text = std::optional<std::string>;

Text text_at(const Wiki& wiki, const CommitId& commit, const PagePath& path) {
  if (commit.empty()) return std::nullopt;
  const auto blob = wiki.blob_at(commit, path.str());
  return blob ? Text(wiki.blob(*blob)) : std::nullopt;
}

std::string diff_of_page(Context& context, const PagePath& path, const CommitId& from, const CommitId& to) {
  const Wiki& wiki = context.wiki();
  const Text before = text_at(wiki, from, path);
  const Text after = to.empty() ? wiki.read(path) : text_at(wiki, to, path);
  if (!before && !after) context.no_such_page(path);
  return before == after ? std::string() : unified_diff(path.str(), before, after);
}

int diff(Context& context, const DiffOptions& options) {
  const Wiki& wiki = context.wiki();
  const CommitId from = options.from.empty() ? wiki.head() : wiki.resolve(options.from);
  const CommitId to = options.to.empty() ? CommitId() : wiki.resolve(options.to);
  std::string text;
  if (!options.path.empty()) {
    text = diff_of_page(context, context.page_argument(options.path), from, to);
  } else {
    const auto project = project_by_flag(context, "diff", options.all_projects);
    for (const auto& edit : wiki.hand_edits())
      if (edit.state != HandEdit::State::ignored && (!project || edit.path.project() == *project))
        text += diff_of_page(context, edit.path, from, to);
    if (to.empty()) warn_of_unreadable(context, project);
  }
  if (context.options().json) {
    auto document = json_document();
    document["from"] = from;
    document["to"] = to.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(to);
    document["diff"] = text;
    context.out().json(document);
    return kExitOk;
  }
  context.out().page();
  context.out().diff(text);
  return kExitOk;
}

}  // namespace

Runner setup_diff(CLI::App& app) {
  auto options = std::make_shared<DiffOptions>();
  app.add_option("PATH", options->path, "The page; without it: all that was edited since the last commit");
  app.add_option("A", options->from, "Old side: a commit, a time or a run (default: the last commit)");
  app.add_option("B", options->to, "New side (default: the file on disk)");
  app.add_flag("--all-projects", options->all_projects,
               "Without a PATH: in every project; the default unless --project names one");
  return [options](Context& context) { return diff(context, *options); };
}

}  // namespace ai_memory
