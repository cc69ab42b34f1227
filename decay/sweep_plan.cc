#include "decay/sweep_plan.hh"

#include <algorithm>
#include <map>

#include "decay/sweep_reason.hh"

namespace ai_memory {
namespace {

struct Context {
  Timestamp now;
  const DecayConfig& config;
  bool ttl, working, evict;
};

struct Verdict {
  std::string pass;
  SweepAction action;
  std::string reason;
};

Verdict keep(std::string pass, std::string reason) { return {std::move(pass), SweepAction::keep, std::move(reason)}; }
Verdict remove(std::string pass, std::string reason) {
  return {std::move(pass), SweepAction::remove, std::move(reason)};
}

std::string within(double days, double grace, const std::string& what) {
  return what + days_text(days) + " ago (grace " + days_text(grace) + ")";
}

// Why no pass at all may remove this page; empty if one may.
std::string untouchable(const SweepPage& page, const Context& context) {
  if (page.is_protected) return page.protected_why.empty() ? "protected" : "protected: " + page.protected_why;
  if (page.ignored) return "ignored by git: never changed automatically";
  if (page.kind == "fact" || page.kind == "event") return page.kind + " pages are never removed";
  if (!page.restored_at) return {};
  const double days = days_since(*page.restored_at, context.now);
  const double grace = context.config.restore_grace_days;
  return days < grace ? within(days, grace, "restored ") : std::string{};
}

std::string pinned_text(const SweepPage& page) {
  if (!page.expires_at) return "pinned";
  return "pinned, until it expires " + format_time(*page.expires_at) + " (a TTL beats a pin)";
}

std::string expired_text(const SweepPage& page) {
  return "expired " + format_time(*page.expires_at) + (page.pinned ? " (pinned; a TTL beats a pin; " : " (") +
         "not counted against the limit of evictions)";
}

Verdict judge_working(const SweepPage& page, double score, const Context& context) {
  const DecayConfig& config = context.config;
  if (page.pinned) return keep("working", pinned_text(page));
  if (config.half_life_working) {
    const std::string reason = retention_text(page.usage, score, context.now, config);
    return score < cold_threshold(config) ? remove("working", reason) : keep("working", reason);
  }
  const double days = days_since(page.session_ended.value_or(page.usage.body_changed), context.now);
  const std::string reason = (page.session_ended ? "session ended " : "working page, last changed ") + days_text(days) +
                             " ago (goes after " + days_text(config.working_days) + ")";
  return days >= config.working_days ? remove("working", reason) : keep("working", reason);
}

Verdict judge_cold(const SweepPage& page, double score, const Context& context) {
  const DecayConfig& config = context.config;
  if (page.pinned) return keep("evict", pinned_text(page));
  if (page.usage.tier != Tier::episodic)
    return keep("evict", "tier " + std::string(tier_name(page.usage.tier)) +
                             (page.usage.tier == Tier::unknown ? " is never removed" : " never decays"));
  if (page.compacted) return keep("evict", "compacted pages do not go for coldness");
  const std::string reason = retention_text(page.usage, score, context.now, config);
  if (!(score < cold_threshold(config))) return keep("evict", reason);
  const double known = days_since(page.usage_known_since, context.now);
  if (known < config.unknown_usage_grace_days)
    return keep("evict", reason + ", but its use is known for " + days_text(known) + " only (grace " +
                             days_text(config.unknown_usage_grace_days) + ")");
  return remove("evict", reason);
}

Verdict judge(const SweepPage& page, double score, const Context& context) {
  const bool expired = context.ttl && page.expires_at && context.now >= *page.expires_at;
  const bool is_working = page.usage.tier == Tier::working;
  const bool looked_at = expired || (is_working ? context.working : context.evict);
  if (!looked_at) return keep("", "no pass of this run looks at it");
  const std::string pass = expired ? "ttl" : is_working ? "working" : "evict";
  if (const std::string why = untouchable(page, context); !why.empty()) return keep(pass, why);
  if (expired) return remove(pass, expired_text(page));
  return is_working ? judge_working(page, score, context) : judge_cold(page, score, context);
}

SweepDecision decide(const SweepPage& page, const Context& context) {
  const RetentionTerms terms = retention(page.usage, context.now, context.config);
  Verdict verdict = judge(page, terms.score, context);
  return {page.path, page.blob, page.path.project(), std::move(verdict.pass), verdict.action, std::move(verdict.reason),
          terms};
}

void apply_bound(std::vector<SweepDecision*>& candidates, const EvictionBound& bound) {
  std::sort(candidates.begin(), candidates.end(), [](const SweepDecision* a, const SweepDecision* b) {
    return a->terms.score != b->terms.score ? a->terms.score < b->terms.score : a->path < b->path;
  });
  for (std::size_t i = bound.pages; i < candidates.size(); ++i) {
    candidates[i]->action = SweepAction::wait;
    candidates[i]->reason += "; waits: a run removes at most " + std::to_string(bound.pages) +
                             (bound.pages == 1 ? " page" : " pages") + " of a project (" + bound.why + ")";
  }
}

struct ProjectShare {
  std::size_t pages = 0;
  std::vector<SweepDecision*> candidates;
};

bool asks_for(const SweepRequest& request, const char* pass) {
  return std::find(request.passes.begin(), request.passes.end(), pass) != request.passes.end();
}

}  // namespace

std::vector<SweepDecision> SweepPlan::removals(const std::string& pass, const Project& project) const {
  std::vector<SweepDecision> found;
  for (const SweepDecision& decision : decisions)
    if (decision.action == SweepAction::remove && decision.pass == pass && decision.project == project)
      found.push_back(decision);
  return found;
}

SweepPlan plan_sweep(const std::vector<SweepPage>& pages, Timestamp now, const DecayConfig& config,
                     const SweepRequest& request) {
  const Context context{now, config, asks_for(request, "ttl"), asks_for(request, "working"),
                        asks_for(request, "evict")};
  SweepPlan plan;
  plan.decisions.reserve(pages.size());
  for (const SweepPage& page : pages) plan.decisions.push_back(decide(page, context));
  std::sort(plan.decisions.begin(), plan.decisions.end(),
            [](const SweepDecision& a, const SweepDecision& b) { return a.path < b.path; });

  std::map<Project, ProjectShare> projects;
  for (SweepDecision& decision : plan.decisions) {
    ProjectShare& share = projects[decision.project];
    ++share.pages;
    if (decision.action == SweepAction::remove && decision.pass != "ttl") share.candidates.push_back(&decision);
  }
  for (auto& [project, share] : projects)
    apply_bound(share.candidates, eviction_bound(share.pages, config, request.max_evictions));
  return plan;
}

}  // namespace ai_memory
