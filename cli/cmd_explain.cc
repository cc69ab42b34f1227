#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/next_sweep.hh"
#include "cli/page_evidence.hh"
#include "cli/page_json.hh"
#include "cli/problems.hh"
#include "cli/sweep_report.hh"

namespace ai_memory {
namespace {

using nlohmann::ordered_json;

struct Explanation {
  NextSweep next;
  PageEvidence evidence;
};

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
  const SweepDecision& decision = explanation.next.decision;
  const PageUsage& usage = explanation.next.page.usage;
  const RetentionTerms& terms = decision.terms;
  Output& out = context.out();
  const Row row = [&out](const std::string& name, const std::string& value, const std::string& what) {
    out.line("  " + fit(name, 12) + fit(value, 12) + one_line(what));
  };
  const std::string limit = "cold below " + number(cold_threshold(config));
  row("retention", fixed(terms.score, 4),
      !score_decides(decision)               ? "not what decides about this page"
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
  Output& out = context.out();
  out.line(out.paint(Style::bold, one_line(context.shown(explanation.next.page.path))));
  print_next_sweep(context, explanation.next);
  print_score(context, explanation);
  print_belief(context, explanation.evidence);
}

void print_json(Context& context, const Explanation& explanation) {
  const DecayConfig& config = context.config().decay;
  const SweepPage& page = explanation.next.page;
  const PageUsage& usage = page.usage;
  const RetentionTerms& terms = explanation.next.decision.terms;
  ordered_json document = json_document();
  document["path"] = page.path.str();
  document["now"] = format_time(context.now());
  document["score"] = terms.score;
  document["terms"] = json_terms(terms);
  document["usage"] = {{"body_changed", format_time(usage.body_changed)},
                       {"salience", usage.salience},
                       {"tier", tier_name(usage.tier)},
                       {"accesses", usage.accesses},
                       {"last_access", json_time(usage.last_access)},
                       {"actors", usage.actors},
                       {"reviews", usage.reviews.size()},
                       {"known_since", format_time(page.usage_known_since)}};
  document["config"] = {{"curve", curve_name(curve_of(config))},
                        {"sigma", config.sigma},
                        {"mu", config.mu},
                        {"cold_threshold", cold_threshold(config)}};
  document["pinned"] = page.pinned;
  document["expires_at"] = json_time(page.expires_at);
  document["restored_at"] = json_time(page.restored_at);
  add_next_sweep(document, explanation.next);
  document["belief"] = explanation.evidence.terms.belief;
  document["evidence"] = json_evidence(explanation.evidence);
  context.out().json(document);
}

}  // namespace

Runner setup_explain(CLI::App& app) {
  auto page = std::make_shared<std::string>();
  app.add_option("PATH", *page, "The page")->required();
  return [page](Context& context) {
    const PagePath path = context.page(*page);
    const Explanation explanation{next_sweep_of(context, path), context.index().evidence(path, context.now())};
    context.options().json ? print_json(context, explanation) : print_text(context, explanation);
    if (const auto text = context.wiki().read(path)) warn_of_problems(context, path, *text);
    return kExitOk;
  };
}

}  // namespace ai_memory
