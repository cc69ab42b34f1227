#include "cli/sweep_inbox.hh"

#include <algorithm>
#include <map>
#include <set>

#include "cli/run_move.hh"
#include "cli/spared.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

constexpr std::chrono::minutes kQuiet{10};
constexpr std::string_view kInbox = "inbox/";

std::string folder_for(const SweepPage& page) {
  std::string folder(folder_for_kind(page.kind));
  if (folder != "sessions") return folder + "/";
  const std::string date = format_date(page.usage.body_changed);
  return folder + "/" + date.substr(0, 4) + "/" + date.substr(5, 2) + "/";
}

bool is_for_filing(const SweepPage& page, Timestamp now, const DecayConfig& config) {
  const bool is_fact = page.kind == "fact" || page.kind == "event";  // those are never removed, but may well move
  SweepPage any_kind = page;
  if (is_fact) any_kind.kind.clear();
  // A working page is scratch wherever it lies, and goes as such.
  return page.usage.tier != Tier::working && page.path.in_project().starts_with(kInbox) &&
         untouchable(any_kind, now, config).empty();
}

bool is_due(const SweepPage& page, Timestamp now, const DecayConfig& config) {
  return is_for_filing(page, now, config) && now - page.usage.body_changed >= kQuiet;
}

// Absent: no page may have such a name; it stays until somebody gives it another.
std::optional<PagePath> free_name(const SweepPage& page, const std::set<std::string>& taken, const NamesInWiki& names) {
  const std::string head = page.path.str().substr(0, page.path.str().size() - page.path.in_project().size());
  const std::string wanted = head + folder_for(page) + page.path.in_project().substr(kInbox.size());
  for (int number = 1;; ++number) {
    const std::string end = number == 1 ? ".md" : "-" + std::to_string(number) + ".md";
    const std::string path = wanted.substr(0, wanted.size() - 3) + end;
    if (taken.contains(twin_key(path)) || names.exists(path)) continue;
    try {
      return PagePath::create(path);
    } catch (const Error&) {
      return std::nullopt;
    }
  }
}

// Why these moves cannot be made now: a link would break, or a page be changed that is not this sweep's.
std::string obstacle(const MovePlan& plan, const Project& project, bool alone, const std::set<PagePath>& changed) {
  if (!plan.left.empty()) {
    const MovePlan::Left& left = plan.left.front();
    return left.page.display() + (left.line > 0 ? ":" + std::to_string(left.line) : "") +
           " links to it and cannot be changed: " + left.why;
  }
  for (const auto& page : plan.relinked) {
    if (alone && page.page.project() != project)
      return page.page.display() + " links to it, and only one project is swept (--all files it)";
    if (changed.contains(page.page))
      return page.page.display() + " links to it and to another inbox; the next run does";
  }
  return {};
}

}  // namespace

std::vector<PageMove> inbox_moves(const std::vector<SweepPage>& pages, const NamesInWiki& names, Timestamp now,
                                  const DecayConfig& config) {
  std::set<std::string> taken;
  std::vector<PageMove> moves;
  for (const SweepPage& page : pages) {
    if (!is_due(page, now, config)) continue;
    if (taken.empty())
      for (const PagePath& path : names.pages) taken.insert(twin_key(path.str()));
    const auto to = free_name(page, taken, names);
    if (!to) continue;
    taken.insert(twin_key(to->str()));
    moves.push_back({page.path, *to});
  }
  return moves;
}

bool rests_in_inbox(const SweepPage& page, Timestamp now, const DecayConfig& config) {
  return is_for_filing(page, now, config) && !is_due(page, now, config);
}

void rest_in_inbox(SweepDecision& kept) {
  kept.pass = "inbox";
  kept.reason = "in the inbox and changed within ten minutes: a later sweep files it";
}

bool InboxPass::is_moved(const PagePath& to) const {
  return std::any_of(plan.moves.begin(), plan.moves.end(), [&](const PageMove& move) { return move.to == to; });
}

namespace {

bool is_read(const MoveInput& input, const PagePath& page) {
  return std::any_of(input.pages.begin(), input.pages.end(), [&](const auto& one) { return one.first == page; });
}

// Plans the filing of one project's pages.
class Filing {
 public:
  Filing(MoveInput& input, const Project& project, const InboxSweep& sweep, const std::set<PagePath>& changed)
      : input_(input), project_(project), sweep_(sweep), changed_(changed) {}

  MovePlan plan(std::vector<PageMove> moves) { return plan_for(unhindered(std::move(moves))); }

 private:
  MovePlan plan_for(std::vector<PageMove> moves) {
    input_.moves = std::move(moves);
    MovePlan plan = plan_move(input_);
    for (const SkippedChange& page : plan.failed) add_skipped(sweep_.skipped, page);
    return plan;
  }

  // Why these moves cannot be made now; empty if they can. A page at which something fails stays where it is; what
  // links it has to those that move stay too, if it is another one.
  std::string obstacle_of(const std::vector<PageMove>& moves) {
    const MovePlan plan = plan_for(moves);
    for (const PageMove& move : moves)
      for (const SkippedChange& page : plan.failed)
        if (page.path == move.from) return page.why;
    return obstacle(plan, project_, sweep_.alone, changed_);
  }

  // Without those that have an obstacle: half of them at a time, for most often there is none.
  std::vector<PageMove> unhindered(std::vector<PageMove> moves) {
    if (moves.empty()) return moves;
    const std::string why = obstacle_of(moves);
    if (why.empty()) return moves;
    if (moves.size() == 1) {
      sweep_.warnings.push_back(moves[0].from.display() + " was not filed: " + why);
      return {};
    }
    const auto middle = moves.begin() + static_cast<std::ptrdiff_t>(moves.size() / 2);
    std::vector<PageMove> first = unhindered({moves.begin(), middle}), second = unhindered({middle, moves.end()});
    std::vector<PageMove> both = first;
    both.insert(both.end(), second.begin(), second.end());
    return obstacle_of(both).empty() ? both : first;  // the next run files the others
  }

  MoveInput& input_;
  const Project& project_;
  const InboxSweep& sweep_;
  const std::set<PagePath>& changed_;
};

}  // namespace

std::vector<InboxPass> plan_inbox(const Wiki& wiki, const std::vector<SweepPage>& pages, Timestamp now,
                                  const DecayConfig& config, const InboxSweep& sweep) {
  std::vector<InboxPass> passes;
  std::set<PagePath> changed;
  if (std::none_of(pages.begin(), pages.end(), [&](const SweepPage& page) { return is_due(page, now, config); }))
    return passes;
  MoveInput input = read_for_move(wiki, {}, sweep.skipped);
  std::map<Project, std::vector<PageMove>> projects;
  std::set<PagePath> named;
  for (PageMove& move : inbox_moves(pages, names_in(wiki), now, config)) {
    named.insert(move.from);
    if (is_read(input, move.from) && !input.untouchable.contains(move.from) && !wiki.is_ignored(move.to))
      projects[move.from.project()].push_back(std::move(move));
  }
  for (const SweepPage& page : pages)
    if (is_due(page, now, config) && !named.contains(page.path))
      sweep.warnings.push_back(page.path.display() +
                               " was not filed: no new page may have its name; give it another one");
  for (auto& [project, moves] : projects) {
    InboxPass pass{project, Filing(input, project, sweep, changed).plan(std::move(moves)), {}};
    if (pass.plan.moves.empty()) continue;
    for (const Change& change : pass.plan.changes.changes) changed.insert(change.path);
    pass.diff = move_diff(pass.plan, input);
    passes.push_back(std::move(pass));
  }
  return passes;
}

}  // namespace ai_memory
