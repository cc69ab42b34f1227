#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/page_json.hh"
#include "cli/run_move.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLeftShown = 20;

struct MoveOptions {
  std::string from, to;
};

std::string counted(std::size_t count, const std::string& word) {
  return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

PathRequest request(Context& context, const std::string& typed) {
  std::error_code gone;
  return {.typed = typed,
          .project = context.scope().project,
          .current_dir = std::filesystem::current_path(gone),
          .wiki_root = context.wiki_root()};
}

std::vector<PageMove> find_moves(Context& context, const MoveOptions& options) {
  const auto names = names_in(context.wiki());
  const auto from = request(context, options.from), to = request(context, options.to);
  const bool whole_project = options.from.ends_with(':');
  const auto is_page = [&](const PagePath& path) {
    return std::binary_search(names.pages.begin(), names.pages.end(), path);
  };
  if (!options.from.ends_with('/') && !whole_project)
    if (const auto page = existing_page(from, is_page); is_page(page)) return {name_page(page, to, names)};
  const auto folder = existing_folder(from, names);
  if (!folder) return {name_page(context.page(options.from), to, names)};  // spelled otherwise, or an error with a hint
  auto moves = name_folder(*folder, whole_project, to, names);
  if (moves.empty()) throw Error(ErrorKind::not_found, options.from + ": a folder without pages", "nothing was moved");
  return moves;
}

std::size_t relinked(const MovePlan& plan) {
  std::size_t links = 0;
  for (const auto& page : plan.relinked) links += page.links;
  return links;
}

ordered_json as_json(Context& context, const MovePlan& plan, const CommitResult& result) {
  auto document = json_document();
  document["dry_run"] = context.options().dry_run;
  document["subject"] = plan.changes.subject;
  document["run"] = result.commit.empty() ? ordered_json(nullptr) : ordered_json(plan.changes.run);
  document["commit"] = json_commit(result.commit);
  if (!result.hand_edit_commit.empty()) document["hand_edit_commit"] = result.hand_edit_commit;
  for (const char* key : {"moved", "relinked", "left"}) document[key] = ordered_json::array();
  for (const auto& [from, to] : plan.moves) document["moved"].push_back({{"from", from.str()}, {"to", to.str()}});
  for (const auto& [page, links] : plan.relinked)
    document["relinked"].push_back({{"path", page.str()}, {"links", links}});
  for (const auto& [page, line, target, why] : plan.left)
    document["left"].push_back({{"path", page.str()}, {"line", line}, {"target", target}, {"why", why}});
  return document;
}

void warn_of_left(Context& context, const MovePlan& plan) {
  auto& out = context.out();
  for (std::size_t i = 0; i < plan.left.size() && i < kLeftShown; ++i) {
    const auto& [page, line, target, why] = plan.left[i];
    out.warn(context.shown(page) + (line == 0 ? ": " : ":" + std::to_string(line) + ": ") + target +
             ": not rewritten: " + why);
  }
  if (plan.left.size() > kLeftShown)
    out.warn("and " + std::to_string(plan.left.size() - kLeftShown) + " more (--json lists all)");
}

// A page takes tier and kind from its folder unless its front matter names them.
void tell_new_tier(Context& context, const MovePlan& plan, const MoveInput& input) {
  std::map<PagePath, PagePath> moved;
  for (const auto& [from, to] : plan.moves) moved.emplace(from, to);
  std::size_t changed = 0;
  std::string tiers;
  for (const auto& [path, text] : input.pages) {
    const auto to = moved.find(path);
    if (to == moved.end() || default_tier(path) == default_tier(to->second)) continue;
    const auto before = parse_page(path, text).tier, after = parse_page(to->second, text).tier;
    if (before == after || ++changed > 1) continue;
    tiers = std::string(tier_name(after)) + " now, " + std::string(tier_name(before)) + " before";
  }
  if (changed > 0) context.out().tell(counted(changed, "page") + " of another tier, by the folder: " + tiers);
}

void print(Context& context, const MovePlan& plan, const MoveInput& input, const CommitResult& result) {
  auto& out = context.out();
  for (const auto& move : plan.moves) out.line(one_line(context.shown(move.to)));
  if (result.commit.empty()) return;
  out.tell("moved " + counted(plan.moves.size(), "page") + "; " + counted(relinked(plan), "link") + " rewritten in " +
           counted(plan.relinked.size(), "page"));
  tell_new_tier(context, plan, input);
  out.tell("Take it back: ai-memory undo " + plan.changes.run);
}

struct Move {
  MoveInput input;
  MovePlan plan;
  CommitResult result;
};

Move plan_and_carry_out(Context& context, const MoveOptions& options) {
  Move move;
  auto moves = find_moves(context, options);
  check_moves(moves, names_in(context.wiki()));
  move.input = read_for_move(context, std::move(moves));
  move.plan = plan_move(move.input);
  if (!move.plan.failed.empty())
    throw Error(ErrorKind::failed, context.shown(move.plan.failed[0].path) + ": " + move.plan.failed[0].why,
                "nothing was moved");
  complete_move(context, move.plan);
  if (!context.options().dry_run) move.result = carry_out(context, move.plan);
  return move;
}

int move_page(Context& context, const MoveOptions& options) {
  // Somebody may write to one of the pages while they are read: the plan is then made anew.
  constexpr int kTries = 10;
  Move move = plan_and_carry_out(context, options);
  for (int tries = 1; !move.result.skipped.empty() && tries < kTries; ++tries)
    move = plan_and_carry_out(context, options);
  const auto& [input, plan, result] = move;
  if (!result.skipped.empty())
    throw Error(ErrorKind::conflict,
                context.shown(result.skipped[0].path) + ": " + result.skipped[0].why + ", so nothing was moved",
                "try again");
  if (context.options().json) {
    auto document = as_json(context, plan, result);
    if (context.options().dry_run) document["diff"] = move_diff(plan, input);
    context.out().json(document);
  } else if (context.options().dry_run) {
    context.out().page();
    context.out().diff(move_diff(plan, input));
  } else {
    print(context, plan, input, result);
  }
  warn_of_left(context, plan);
  return plan.left.empty() ? kExitOk : kExitWithWarnings;
}

}  // namespace

Runner setup_move_page(CLI::App& app) {
  auto options = std::make_shared<MoveOptions>();
  app.add_option("FROM", options->from, "A page, a folder, or PROJECT: for all its pages")->required();
  app.add_option("TO", options->to, "Its new name, or a folder to go into (it exists, or ends in /)")->required();
  return [options](Context& context) { return move_page(context, *options); };
}

}  // namespace ai_memory
