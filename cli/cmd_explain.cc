#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/page_evidence.hh"
#include "cli/problems.hh"
#include "cli/run_move.hh"
#include "cli/run_sweep.hh"
#include "cli/sweep_inbox.hh"
#include "cli/sweep_passes.hh"
#include "cli/sweep_report.hh"
#include "decay/forecast.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

using nlohmann::ordered_json;

struct Explanation {
  SweepPage page;
  SweepDecision decision;
  std::optional<Timestamp> due;
  std::optional<double> days_until_cold;
  PageEvidence evidence;
};

Explanation explain_page(Context& context, const PagePath& path) {
  const DecayConfig& config = context.config().decay;
  const std::vector<SweepPage> pages = context.index().sweep_pages(path.project());
  const auto page = std::find_if(pages.begin(), pages.end(), [&](const SweepPage& each) { return each.path == path; });
  if (page == pages.end()) {
    throw Error(ErrorKind::not_found, context.shown(path) + ": is a file of the wiki but no page",
                "ledgers, generated indexes and dot files do not age");
  }
  // The whole project is planned, so that the bound on one run is part of the answer.
  const SweepPlan plan =
      plan_sweep(pages, context.now(), config, usual_request(context.wiki(), context.index(), config));
  const auto decision = std::find_if(plan.decisions.begin(), plan.decisions.end(),
                                     [&](const SweepDecision& each) { return each.path == path; });
  SweepDecision next = *decision;
  if (const auto moves = inbox_moves({*page}, names_in(context.wiki()), context.now(), config);
      !moves.empty() && next.action == SweepAction::keep) {
    next.pass = "inbox";
    next.action = SweepAction::file;
    next.reason = "goes to " + moves.front().to.in_project();
  }
  return {*page, next, removal_due(*page, context.now(), config), days_until_cold(page->usage, context.now(), config),
          page_evidence(context, path)};
}

std::string fixed(double value, int digits) {
  std::array<char, 400> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  return buffer.data();
}

std::string number(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.6g", value);
  return buffer.data();
}

std::string next_sweep(const SweepDecision& decision) {
  if (decision.action == SweepAction::keep) return "would keep it: " + decision.reason;
  if (decision.action == SweepAction::wait) return "would leave it for a later run: " + decision.reason;
  return "would " + std::string(action_name(decision.action)) + " it (" + decision.pass + "): " + decision.reason;
}

// Whether the score is what decides: other pages stay, or go, whatever it is.
bool score_decides(const SweepDecision& decision) { return decision.reason.starts_with("retention "); }

// When it turns cold and when it may go, for a page whose score decides; the second only if it is another time.
std::string when_cold(const Explanation& explanation, Timestamp now) {
  const double days = *explanation.days_until_cold;
  const auto ahead = std::chrono::seconds(static_cast<std::int64_t>(std::max(days, 0.0) * 86400) + 1);
  const std::string cold = days <= 0 ? "now" : format_time(now + ahead) + ", if nobody reads or edits it";
  const Timestamp due = explanation.due.value_or(now);
  const bool later = due > now + ahead + std::chrono::seconds(1);
  return cold + (later ? "; a sweep may remove it from " + format_time(due) + " on" : "");
}

using Row = std::function<void(const std::string& name, const std::string& value, const std::string& what)>;

std::string times_read(const PageUsage& usage) {
  if (usage.accesses == 0) return "times read";
  return std::string(usage.accesses == 1 ? "time" : "times") + " read, by " + std::to_string(usage.actors) +
         (usage.actors == 1 ? " reader" : " readers");
}

void print_exponential(Output& out, const Row& row, const PageUsage& usage, const RetentionTerms& terms,
                       const DecayConfig& config) {
  out.line("  = salience·e^(−λ·age) + σ·ln(1+n)·e^(−μ·idle)·breadth");
  out.line("  = " + number(usage.salience) + "·e^(−" + number(terms.lambda) + "·" + fixed(terms.age_days, 2) + ") + " +
           (usage.last_access ? number(config.sigma) + "·ln(1+" + std::to_string(usage.accesses) + ")·e^(−" +
                                    number(config.mu) + "·" + fixed(terms.idle_days, 2) + ")·" + number(terms.breadth)
                              : "0 (never read)"));
  out.line("  = " + fixed(terms.base, 4) + " + " + fixed(terms.use, 4));
  row("salience", number(usage.salience), "moved by feedback, 0.25 to 2");
  row("λ", number(terms.lambda), "a day, for the tier " + std::string(tier_name(usage.tier)));
  row("age", fixed(terms.age_days, 2), "days since the text changed, " + format_time(usage.body_changed));
  row("n", std::to_string(usage.accesses), times_read(usage));
  if (usage.last_access)
    row("idle", fixed(terms.idle_days, 2), "days since it was read, " + format_time(*usage.last_access));
  row("breadth", number(terms.breadth), "more with more readers, if decay.breadth_weight is set");
}

void print_fsrs6(Output& out, const Row& row, const PageUsage& usage, const RetentionTerms& terms) {
  out.line("  = salience·R(idle, S)");
  out.line("  = " + number(usage.salience) + "·" + fixed(terms.recall, 4));
  row("salience", number(usage.salience), "moved by feedback, 0.25 to 2");
  row("S", fixed(terms.stability, 2), "days until R, the chance of recall, is 0.9");
  row("difficulty", fixed(terms.difficulty, 2), "1 to 10");
  row("reviews", std::to_string(usage.reviews.size()),
      usage.reviews.empty() ? "none yet: opened, or judged by feedback"
                            : "the last one " + format_time(usage.reviews.back().at));
  row("idle", fixed(terms.idle_days, 2), "days since a review or an edit");
}

void print_power(Output& out, const Row& row, const PageUsage& usage, const RetentionTerms& terms) {
  out.line("  = salience·importance·(1 + 19·idle/S)^(−1/2)");
  out.line("  = " + number(usage.salience) + "·" + number(usage.importance.value_or(1)) + "·" + fixed(terms.recall, 4));
  row("salience", number(usage.salience), "moved by feedback, 0.25 to 2");
  row("importance", number(usage.importance.value_or(1)), usage.importance ? "front matter" : "not said");
  row("S", fixed(terms.stability, 2), "days; by arousal, and half as long again with each access, 365 at most");
  row("n", std::to_string(usage.accesses), times_read(usage));
  row("idle", fixed(terms.idle_days, 2), "days since it was read or edited");
}

void print_score(Context& context, const Explanation& explanation) {
  const DecayConfig& config = context.config().decay;
  const PageUsage& usage = explanation.page.usage;
  const RetentionTerms& terms = explanation.decision.terms;
  Output& out = context.out();
  const Row row = [&out](const std::string& name, const std::string& value, const std::string& what) {
    out.line("  " + fit(name, 12) + fit(value, 12) + one_line(what));
  };
  const std::string limit = "cold below " + number(cold_threshold(config));
  row("retention", fixed(terms.score, 4),
      !score_decides(explanation.decision)   ? "not what decides about this page"
      : terms.score < cold_threshold(config) ? limit + ": it is cold"
                                             : limit);
  switch (terms.curve) {
    case Curve::exponential:
      return print_exponential(out, row, usage, terms, config);
    case Curve::fsrs6:
      return print_fsrs6(out, row, usage, terms);
    case Curve::power:
      return print_power(out, row, usage, terms);
  }
}

std::string count_of(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

// Nothing of a page that names no evidence: most are believed for their own sake.
void print_belief(Context& context, const PageEvidence& evidence) {
  if (evidence.terms.support <= 0 && evidence.contradictions.empty()) return;
  Output& out = context.out();
  const Row row = [&out](const std::string& name, const std::string& value, const std::string& what) {
    out.line("  " + fit(name, 12) + fit(value, 12) + one_line(what));
  };
  const BeliefTerms& terms = evidence.terms;
  row("belief", fixed(terms.belief, 4), "how far what supports it carries, 0 to 0.95");
  out.line("  = (1 − e^(−b/3))·(0.5 + 0.5·e^(−age/30))/(1 + contradictions)");
  row("b", number(terms.support),
      count_of(evidence.sessions.size(), "session page") + ", " +
          count_of(evidence.further.size() + evidence.sources.size(), "further piece") + " of evidence");
  if (evidence.newest)
    row("age", fixed(days_since(*evidence.newest, context.now()), 2),
        "days, of the newest evidence, " + format_time(*evidence.newest));
  row("against", std::to_string(evidence.contradictions.size()), "pages that a `contradicts` joins it with");
}

void print_text(Context& context, const Explanation& explanation) {
  const SweepPage& page = explanation.page;
  const SweepDecision& decision = explanation.decision;
  Output& out = context.out();
  out.line(out.paint(Style::bold, one_line(context.shown(page.path))));
  out.wrapped("", "The next sweep " + one_line(next_sweep(decision)), 2);
  if (decision.action == SweepAction::keep && score_decides(decision) && explanation.days_until_cold)
    out.line("Cold: " + when_cold(explanation, context.now()));
  if (page.expires_at && decision.reason.find(format_time(*page.expires_at)) == std::string::npos)
    out.line("Expires: " + format_time(*page.expires_at) + "; the first sweep after that removes it");
  print_score(context, explanation);
  print_belief(context, explanation.evidence);
}

ordered_json json_paths(const std::set<PagePath>& pages) {
  ordered_json list = ordered_json::array();
  for (const auto& page : pages) list.push_back(page.str());
  return list;
}

ordered_json optional_time(const std::optional<Timestamp>& time) {
  return time ? ordered_json(format_time(*time)) : ordered_json(nullptr);
}

void print_json(Context& context, const Explanation& explanation) {
  const DecayConfig& config = context.config().decay;
  const PageUsage& usage = explanation.page.usage;
  const SweepDecision& decision = explanation.decision;
  ordered_json document = json_document();
  document["path"] = explanation.page.path.str();
  document["now"] = format_time(context.now());
  document["score"] = decision.terms.score;
  document["terms"] = json_terms(decision.terms);
  document["usage"] = {{"body_changed", format_time(usage.body_changed)},
                       {"salience", usage.salience},
                       {"tier", tier_name(usage.tier)},
                       {"accesses", usage.accesses},
                       {"last_access", optional_time(usage.last_access)},
                       {"actors", usage.actors},
                       {"reviews", usage.reviews.size()},
                       {"known_since", format_time(explanation.page.usage_known_since)}};
  document["config"] = {{"curve", curve_name(curve_of(config))},
                        {"sigma", config.sigma},
                        {"mu", config.mu},
                        {"cold_threshold", cold_threshold(config)}};
  document["pinned"] = explanation.page.pinned;
  document["expires_at"] = optional_time(explanation.page.expires_at);
  document["restored_at"] = optional_time(explanation.page.restored_at);
  document["days_until_cold"] =
      explanation.days_until_cold ? ordered_json(*explanation.days_until_cold) : ordered_json(nullptr);
  document["due"] = optional_time(explanation.due);
  document["next_sweep"] = {
      {"action", action_name(decision.action)}, {"pass", decision.pass}, {"reason", decision.reason}};
  const PageEvidence& evidence = explanation.evidence;
  document["belief"] = evidence.terms.belief;
  document["evidence"] = {{"sessions", json_paths(evidence.sessions)},
                          {"pages", json_paths(evidence.further)},
                          {"sources", evidence.sources},
                          {"contradictions", json_paths(evidence.contradictions)},
                          {"newest", optional_time(evidence.newest)},
                          {"support", evidence.terms.support},
                          {"amount", evidence.terms.amount},
                          {"fresh", evidence.terms.fresh}};
  context.out().json(document);
}

}  // namespace

Runner setup_explain(CLI::App& app) {
  auto page = std::make_shared<std::string>();
  app.add_option("PATH", *page, "The page")->required();
  return [page](Context& context) {
    const PagePath path = context.page(*page);
    const Explanation explanation = explain_page(context, path);
    context.options().json ? print_json(context, explanation) : print_text(context, explanation);
    if (const auto text = context.wiki().read(path)) warn_of_problems(context, path, *text);
    return kExitOk;
  };
}

}  // namespace ai_memory
