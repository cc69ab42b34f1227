#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/apply.hh"
#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/hand_edits.hh"
#include "cli/name_line.hh"
#include "cli/page_json.hh"
#include "cli/problems.hh"
#include "cli/run_sweep.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kProblemsShown = 20;

struct CommitOptions {
  std::vector<std::string> paths;
  std::string message;
  bool accept_removals = false, all_projects = false;
};

std::vector<HandEdit> chosen_edits(Context& context, const CommitOptions& options) {
  const auto project = project_by_flag(context, "commit", options.all_projects);
  auto edits = context.wiki().hand_edits();
  if (options.paths.empty()) {
    std::erase_if(edits, [&](const HandEdit& edit) { return project && edit.path.project() != *project; });
    return edits;
  }
  std::vector<HandEdit> chosen;
  for (const auto& typed : options.paths) {
    const PagePath path = context.page_argument(typed);
    const auto found =
        std::find_if(edits.begin(), edits.end(), [&](const HandEdit& edit) { return edit.path == path; });
    if (found != edits.end())
      chosen.push_back(*found);
    else if (!context.wiki().read(path) && !context.wiki().blob_at(context.wiki().head(), path.str()))
      context.no_such_page(path);
    else
      context.out().tell(one_line(context.shown(path)) + ": nothing to commit");
  }
  return chosen;
}

std::string why_left_alone(const HandEdit& edit) {
  if (edit.state == HandEdit::State::ignored) return "is ignored by .gitignore";
  return "has staged changes or is unmerged; commit, unstage or resolve it with git first";
}

// Takes out what git's own index or .gitignore speaks for. Returns how many were worth a word: of what is ignored only
// pages named one by one.
std::size_t leave_alone(Context& context, std::vector<HandEdit>& edits, bool named) {
  std::size_t left = 0;
  std::erase_if(edits, [&](const HandEdit& edit) {
    const bool ours = can_commit(edit);
    if (!ours && (named || edit.state == HandEdit::State::staged)) {
      context.out().warn(context.shown(edit.path) + ": left alone: " + why_left_alone(edit));
      ++left;
    }
    return !ours;
  });
  return left;
}

void refuse_mass_removal(Context& context, const CommitOptions& options) {
  if (options.accept_removals || !options.paths.empty()) return;
  if (const auto missing = suspicious_removals(context.wiki()))
    throw Error(ErrorKind::conflict,
                std::to_string(*missing) + " pages are missing from " + context.wiki().root().string(),
                "if they were removed on purpose, go on with --accept-removals; `git -C " +
                    context.wiki().root().string() + " checkout -- .` brings them back");
}

std::string subject_for(Context& context, const CommitOptions& options, const std::vector<HandEdit>& edits) {
  if (!options.message.empty()) return without_secrets(context, "--message", options.message);
  if (edits.size() == 1) return "hand edit: " + edits.front().path.str();
  return "hand edits: " + std::to_string(edits.size()) + " pages";
}

void print(Context& context, const std::vector<HandEdit>& edits, const std::string& commit) {
  if (context.options().json) {
    auto document = json_document();
    document["dry_run"] = context.options().dry_run;
    document["commit"] = json_commit(commit);
    document["pages"] = nlohmann::ordered_json::array();
    for (const auto& edit : edits)
      document["pages"].push_back({{"path", edit.path.str()}, {"state", state_text(edit.state)}});
    return context.out().json(document);
  }
  for (const auto& edit : edits) {
    const std::string name = name_line(context.shown(edit.path));
    context.out().line(context.options().quiet ? name : fit(state_text(edit.state), 10) + " " + name);
  }
}

void warn_of_problems(Context& context, const std::vector<HandEdit>& edits) {
  std::vector<std::string> lines;
  for (const auto& edit : edits) {
    if (edit.state == HandEdit::State::removed) continue;
    if (const auto text = context.wiki().read(edit.path))
      for (auto& line : problems_of(edit.path, *text)) lines.push_back(std::move(line));
  }
  for (std::size_t i = 0; i < lines.size() && i < kProblemsShown; ++i) context.out().warn(lines[i]);
  if (lines.size() > kProblemsShown)
    context.out().warn("and " + std::to_string(lines.size() - kProblemsShown) + " more like these");
}

int commit(Context& context, const CommitOptions& options) {
  context.wiki().refuse_if_blocked();
  auto edits = chosen_edits(context, options);
  std::size_t left = leave_alone(context, edits, !options.paths.empty());
  if (options.paths.empty())
    left += warn_of_unreadable(context, project_by_flag(context, "commit", options.all_projects));
  if (std::any_of(edits.begin(), edits.end(), [](const auto& edit) { return edit.state == HandEdit::State::removed; }))
    refuse_mass_removal(context, options);
  std::string id;
  if (edits.empty()) {
    context.out().tell(left == 0 ? "nothing to commit" : "nothing else to commit");
  } else if (!context.options().dry_run) {
    const Changeset about{.changes = {}, .subject = {}, .source = "commit", .now = context.now()};
    const auto result = context.wiki().commit_hand_edits(edits, subject_for(context, options, edits), about);
    after_commit(context, about, result);
    left += result.skipped.size();
    std::erase_if(edits, [&result](const HandEdit& edit) {
      return std::find(result.changed.begin(), result.changed.end(), edit.path) == result.changed.end();
    });
    if (edits.empty() && left == 0) context.out().tell("nothing to commit");
    id = result.commit.empty() ? result.hand_edit_commit : result.commit;
  }
  print(context, edits, id);
  warn_of_problems(context, edits);
  return left == 0 ? kExitOk : kExitWithWarnings;
}

}  // namespace

Runner setup_commit(CLI::App& app) {
  auto options = std::make_shared<CommitOptions>();
  app.add_option("PATH", options->paths, "Only these pages");
  app.add_option("-m,--message", options->message, "Commit message");
  app.add_flag("--all-projects", options->all_projects, "In every project; the default unless --project names one");
  app.add_flag("--accept-removals", options->accept_removals, "Go on although very many pages are gone");
  return [options](Context& context) { return commit(context, *options); };
}

}  // namespace ai_memory
