#include "cli/next_sweep.hh"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/page_compactor.hh"
#include "cli/page_json.hh"
#include "cli/run_move.hh"
#include "cli/sweep_inbox.hh"
#include "cli/sweep_passes.hh"
#include "decay/forecast.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

SweepDecision decision_of(Context& context, const SweepPage& page, const std::vector<SweepPage>& project) {
  const DecayConfig& config = context.config().decay;
  // The whole project is planned, so that the bound on one run is part of the answer.
  const SweepPlan plan =
      plan_sweep(project, context.now(), config, usual_request(context.wiki(), context.index(), config));
  SweepDecision next = *std::find_if(plan.decisions.begin(), plan.decisions.end(),
                                     [&](const SweepDecision& each) { return each.path == page.path; });
  if (const auto moves = inbox_moves({page}, names_in(context.wiki()), context.now(), config);
      !moves.empty() && next.action == SweepAction::keep) {
    next.pass = "inbox";
    next.action = SweepAction::file;
    next.reason = "goes to " + moves.front().to.in_project();
  }
  if (next.action == SweepAction::keep && rests_in_inbox(page, context.now(), config)) rest_in_inbox(next);
  return next;
}

// As forecast has it. Pages that compaction would leave as they are stay whatever their score.
std::optional<Timestamp> due_of(Context& context, const SweepPage& page) {
  const DecayConfig& config = context.config().decay;
  const auto removal = next_removal(page, context.now(), config);
  if (!removal) return std::nullopt;
  if (removal->pass == "compact") {
    PageCompactor compact(context.wiki(), context.index(), config);
    if (!compact(page).refused.empty()) return std::nullopt;
  }
  return removal->time;
}

std::string verdict(const SweepDecision& decision) {
  if (decision.action == SweepAction::keep) return "would keep it: " + decision.reason;
  if (decision.action == SweepAction::wait) return "would leave it for a later run: " + decision.reason;
  return "would " + std::string(action_name(decision.action)) + " it (" + decision.pass + "): " + decision.reason;
}

// When it turns cold and when it may go; the second only if it is another time.
std::string when_cold(const NextSweep& next, Timestamp now) {
  const double days = *next.days_until_cold;
  const auto ahead = std::chrono::seconds(static_cast<std::int64_t>(std::max(days, 0.0) * 86400) + 1);
  const std::string cold = days <= 0 ? "now" : format_time(now + ahead) + ", if nobody reads or edits it";
  const Timestamp due = next.due.value_or(now);
  const bool later = due > now + ahead + std::chrono::seconds(1);
  return cold + (later ? "; a sweep may remove it from " + format_time(due) + " on" : "");
}

}  // namespace

NextSweep next_sweep_of(Context& context, const PagePath& path) {
  const DecayConfig& config = context.config().decay;
  const std::vector<SweepPage> pages = context.index().sweep_pages(path.project());
  const auto page = std::find_if(pages.begin(), pages.end(), [&](const SweepPage& each) { return each.path == path; });
  if (page == pages.end()) {
    throw Error(ErrorKind::not_found, context.shown(path) + ": is a file of the wiki but no page",
                "ledgers, generated indexes and dot files do not age");
  }
  return {*page, decision_of(context, *page, pages), due_of(context, *page),
          days_until_cold(page->usage, context.now(), config)};
}

bool score_decides(const SweepDecision& decision) { return decision.reason.starts_with("retention "); }

void print_next_sweep(Context& context, const NextSweep& next) {
  const SweepDecision& decision = next.decision;
  Output& out = context.out();
  out.wrapped("", "The next sweep " + one_line(verdict(decision)), 2);
  if (decision.action == SweepAction::keep && score_decides(decision) && next.days_until_cold)
    out.line("Cold: " + when_cold(next, context.now()));
  const auto& expires = next.page.expires_at;
  if (expires && decision.reason.find(format_time(*expires)) == std::string::npos)
    out.line("Expires: " + format_time(*expires) + "; the first sweep after that removes it");
}

void add_next_sweep(nlohmann::ordered_json& document, const NextSweep& next) {
  document["days_until_cold"] =
      next.days_until_cold ? nlohmann::ordered_json(*next.days_until_cold) : nlohmann::ordered_json(nullptr);
  document["due"] = json_time(next.due);
  document["next_sweep"] = {
      {"action", action_name(next.decision.action)}, {"pass", next.decision.pass}, {"reason", next.decision.reason}};
}

}  // namespace ai_memory
