#include "cli/run_move.hh"

#include <algorithm>

#include "cli/apply.hh"
#include "cli/hand_edits.hh"
#include "cli/spared.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"
#include "wiki/page_moves.hh"
#include "wiki/unreadable.hh"
#include "wiki/work_tree.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

// Links are not followed: what they lead to is not in the wiki.
fs::file_status status_of(const fs::path& root, const std::string& path) {
  std::error_code unreadable;
  return fs::symlink_status(root / path, unreadable);
}

// Pages that somebody is about to commit with git, or that git never keeps.
std::map<PagePath, std::string> untouchable_pages(const Wiki& wiki) {
  std::map<PagePath, std::string> found;
  for (const auto& edit : wiki.hand_edits()) {
    if (edit.state == HandEdit::State::staged) found.emplace(edit.path, "it has staged changes");
    if (edit.state == HandEdit::State::ignored) found.emplace(edit.path, "it is ignored by .gitignore");
  }
  return found;
}

std::string subject(const MovePlan& plan) {
  const auto& [from, to] = plan.moves.front();
  const bool within = from.project() == to.project();
  const auto name = [&](const PagePath& path) { return within ? path.in_project() : path.display(); };
  const auto where = within ? " in " + from.project().name : "";
  if (plan.moves.size() == 1) return "move " + name(from) + " to " + name(to) + where;
  return "move " + std::to_string(plan.moves.size()) + " pages, " + name(from) + " to " + name(to) + " the first" +
         where;
}

}  // namespace

NamesInWiki names_in(const Wiki& wiki) {
  NamesInWiki names;
  for (const auto& file : wiki.scan()) names.pages.push_back(file.path);
  names.is_folder = [root = wiki.root()](const std::string& path) { return fs::is_directory(status_of(root, path)); };
  names.exists = [root = wiki.root()](const std::string& path) { return fs::exists(status_of(root, path)); };
  return names;
}

MoveInput read_for_move(const Wiki& wiki, std::vector<PageMove> moves, std::vector<SkippedChange>& skipped) {
  MoveInput input;
  input.moves = std::move(moves);
  input.untouchable = untouchable_pages(wiki);
  for (const auto& file : wiki.scan()) {
    std::optional<std::string> text;
    if (may_be_read(wiki.root() / file.path.str())) spared(file.path, skipped, [&] { text = wiki.read(file.path); });
    if (text) input.pages.emplace_back(file.path, std::move(*text));
  }
  input.is_file = [root = wiki.root()](const std::string& path) { return fs::is_regular_file(status_of(root, path)); };
  return input;
}

MoveInput read_for_move(Context& context, std::vector<PageMove> moves) {
  const Wiki& wiki = context.wiki();
  const auto untouchable = untouchable_pages(wiki);
  for (const auto& move : moves) {
    if (const auto why = untouchable.find(move.from); why != untouchable.end())
      throw Error(ErrorKind::conflict, context.shown(move.from) + ": " + why->second, "nothing was moved");
    if (wiki.is_ignored(move.to))
      throw Error(ErrorKind::conflict, context.shown(move.to) + ": ignored by .gitignore, so history could not keep it",
                  "choose another name; nothing was moved");
    if (const auto what = WorkTree(wiki.root()).obstacle(move.to.str()))
      throw Error(ErrorKind::conflict, context.shown(move.to) + ": " + *what, "choose another name; nothing was moved");
  }
  warn_of_unreadable(context);  // their links stay as they are
  std::vector<SkippedChange> skipped;
  MoveInput input = read_for_move(wiki, std::move(moves), skipped);
  if (!skipped.empty())
    throw Error(ErrorKind::failed, context.shown(skipped[0].path) + ": " + skipped[0].why, "nothing was moved");
  return input;
}

void complete_move(Context& context, MovePlan& plan) {
  auto& changes = plan.changes;
  changes.subject = subject(plan);
  changes.pass = kMovePass;
  changes.source = "move-page";
  changes.all_or_nothing = true;  // a link to a page that was not moved would lead nowhere
  changes.now = context.now();
  std::string seed = context.wiki().head();
  for (const auto& change : changes.changes)
    seed += "\n" + change.path.str() + " " + (change.content ? blob_id(*change.content) : "");
  changes.run = make_run_id(changes.now, seed);
}

CommitResult carry_out(Context& context, const MovePlan& plan) {
  auto result = context.wiki().commit(plan.changes);
  if (result.skipped.empty()) after_commit(context, plan.changes, result);
  return result;
}

}  // namespace ai_memory
