#include "decay/sweep_plan.hh"

#include <algorithm>
#include <map>

#include "decay/sweep_reason.hh"

namespace ai_memory {
namespace {

struct Context {
  Timestamp now;
  const DecayConfig& config;
  bool ttl, working, dedup, compact, evict;
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

// Why a page of little retention stays for what it is; empty: nothing but its score matters.
std::string never_cold(const SweepPage& page) {
  if (page.usage.tier != Tier::episodic)
    return "tier " + std::string(tier_name(page.usage.tier)) +
           (page.usage.tier == Tier::unknown ? " is never removed" : " never decays");
  return page.compacted ? "compacted pages do not go for coldness" : "";
}

std::string too_little_known(const SweepPage& page, Timestamp now, const DecayConfig& config) {
  const double known = days_since(page.usage_known_since, now);
  if (known >= config.unknown_usage_grace_days) return {};
  return "its use is known for " + days_text(known) + " only (grace " + days_text(config.unknown_usage_grace_days) +
         ")";
}

// Empty: it does not rest.
std::string resting(const SweepPage& page, Timestamp now) {
  if (!page.swept_at) return {};
  const double days = days_since(*page.swept_at, now);
  return days < kRestDays ? within(days, kRestDays, "changed by a sweep ") : std::string{};
}

Verdict judge_cold(const SweepPage& page, double score, const Context& context) {
  const DecayConfig& config = context.config;
  const std::string pass = config.compact_cold_episodic ? "compact" : "evict";
  if (page.pinned) return keep(pass, pinned_text(page));
  if (const std::string why = never_cold(page); !why.empty()) return keep(pass, why);
  const std::string reason = retention_text(page.usage, score, context.now, config);
  if (!(score < cold_threshold(config))) return keep(pass, reason);
  if (const std::string why = too_little_known(page, context.now, config); !why.empty())
    return keep(pass, reason + ", but " + why);
  if (const std::string why = resting(page, context.now); !why.empty()) return keep(pass, reason + ", but " + why);
  if (!(score < leave_threshold(config)))
    return keep(pass, reason + "; stays until it is below " + score_text(leave_threshold(config), 0) +
                          ", as it may meet a page that says the same");
  return {pass, pass == "compact" ? SweepAction::compact : SweepAction::remove, reason};
}

// Where dedup alone looks at cold pages; what it merges is said by merge_candidate.
Verdict judge_for_merging(const SweepPage& page, double score, const Context& context) {
  const bool expired = page.expires_at && context.now >= *page.expires_at;
  if (const std::string why = untouchable(page, context.now, context.config); !why.empty()) return keep("dedup", why);
  if (expired) return keep("dedup", "expired " + format_time(*page.expires_at) + ", which is for the pass ttl");
  if (page.pinned) return keep("dedup", pinned_text(page));
  if (page.compacted) return keep("dedup", "compacted pages are not merged");
  const std::string reason = retention_text(page.usage, score, context.now, context.config);
  if (!(score < cold_threshold(context.config))) return keep("dedup", reason);
  if (const std::string why = too_little_known(page, context.now, context.config); !why.empty())
    return keep("dedup", reason + ", but " + why);
  if (const std::string why = resting(page, context.now); !why.empty()) return keep("dedup", reason + ", but " + why);
  return keep("dedup", std::string(kNotMerged) + "no page was found that says the same");
}

Verdict judge(const SweepPage& page, double score, const Context& context) {
  const bool expired = context.ttl && page.expires_at && context.now >= *page.expires_at;
  const bool is_working = page.usage.tier == Tier::working;
  const bool cold_pass = context.config.compact_cold_episodic ? context.compact : context.evict;
  const bool looked_at = expired || (is_working ? context.working : cold_pass);
  if (!looked_at && context.dedup && page.usage.tier == Tier::episodic) return judge_for_merging(page, score, context);
  if (!looked_at) return keep("", "no pass of this run looks at it");
  const std::string cold = context.config.compact_cold_episodic ? "compact" : "evict";
  const std::string pass = expired ? "ttl" : is_working ? "working" : cold;
  if (const std::string why = untouchable(page, context.now, context.config); !why.empty()) return keep(pass, why);
  if (expired) return remove(pass, expired_text(page));
  return is_working ? judge_working(page, score, context) : judge_cold(page, score, context);
}

SweepDecision decide(const SweepPage& page, const Context& context) {
  const RetentionTerms terms = retention(page.usage, context.now, context.config);
  Verdict verdict = judge(page, terms.score, context);
  return {page.path, page.blob, page.path.project(), std::move(verdict.pass), verdict.action, std::move(verdict.reason),
          terms};
}

// Several pages that go together, or one.
struct Candidate {
  std::vector<SweepDecision*> pages;   // that go: stubs, not their survivor
  SweepDecision* survivor = nullptr;   // of a merge
  const SweepPage* compact = nullptr;  // the page, if it is to be compacted

  double score() const {
    double lowest = pages.front()->terms.score;
    for (const SweepDecision* page : pages) lowest = std::min(lowest, page->terms.score);
    return lowest;
  }
  const PagePath& path() const { return pages.front()->path; }
};

void put_off(Candidate& candidate, const EvictionBound& bound) {
  const std::string why = "; waits: a run removes at most " + std::to_string(bound.pages) +
                          (bound.pages == 1 ? " page" : " pages") + " of a project (" + bound.why + ")";
  for (SweepDecision* page : candidate.pages) {
    page->action = SweepAction::wait;
    page->reason += why;
  }
  if (!candidate.survivor) return;
  candidate.survivor->action = SweepAction::keep;
  candidate.survivor->reason = "pages that say the same wait for a later run";
}

// Whether there is anything to do. A page that would not get shorter stays, and leaves its place to the next.
bool prepare(Candidate& candidate, const SweepRequest& request) {
  if (!candidate.compact || !request.compact) return true;
  Compaction made = request.compact(*candidate.compact);
  SweepDecision& decision = *candidate.pages.front();
  if (!made.refused.empty()) {
    decision.action = SweepAction::keep;
    decision.reason = std::string(kNotCompacted) + made.refused;
    return false;
  }
  decision.content = std::move(made.text);
  return true;
}

void apply_bound(std::vector<Candidate>& candidates, const EvictionBound& bound, const SweepRequest& request) {
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.score() != b.score() ? a.score() < b.score() : a.path() < b.path();
  });
  std::size_t taken = 0;
  for (Candidate& candidate : candidates) {
    if (taken + candidate.pages.size() > bound.pages) {
      put_off(candidate, bound);
    } else if (prepare(candidate, request)) {
      taken += candidate.pages.size();
    }
  }
}

struct ProjectShare {
  std::size_t pages = 0;
  std::vector<Candidate> candidates;
};

bool asks_for(const SweepRequest& request, const char* pass) {
  return std::find(request.passes.begin(), request.passes.end(), pass) != request.passes.end();
}

SweepDecision* find(std::vector<SweepDecision>& decisions, const PagePath& path) {
  const auto found = std::lower_bound(decisions.begin(), decisions.end(), path,
                                      [](const SweepDecision& each, const PagePath& p) { return each.path < p; });
  return found != decisions.end() && found->path == path ? &*found : nullptr;
}

// Absent: one of its pages is not there, or goes for another reason.
std::optional<Candidate> merge_candidate(const SweepMerge& merge, std::vector<SweepDecision>& decisions) {
  const auto is_free = [](const SweepDecision* page) { return page && page->pass != "ttl" && page->pass != "working"; };
  Candidate candidate;
  candidate.survivor = find(decisions, merge.survivor);
  if (!is_free(candidate.survivor) || merge.stubs.empty()) return std::nullopt;
  for (const auto& [path, why] : merge.stubs) {
    candidate.pages.push_back(find(decisions, path));
    if (!is_free(candidate.pages.back())) return std::nullopt;
  }
  for (std::size_t i = 0; i < merge.stubs.size(); ++i) {
    SweepDecision& stub = *candidate.pages[i];
    stub.pass = "dedup";
    stub.action = SweepAction::stub;
    stub.reason = merge.stubs[i].second;
  }
  const std::size_t count = merge.stubs.size();
  candidate.survivor->pass = "dedup";
  candidate.survivor->action = SweepAction::merge;
  candidate.survivor->reason =
      "takes in " + std::to_string(count) + (count == 1 ? " page that says" : " pages that say") + " the same";
  return candidate;
}

}  // namespace

std::string_view action_name(SweepAction action) {
  constexpr std::string_view kNames[] = {"remove", "keep", "wait", "compact", "stub", "merge", "file"};
  return kNames[static_cast<int>(action)];
}

std::string untouchable(const SweepPage& page, Timestamp now, const DecayConfig& config) {
  if (page.is_protected) return page.protected_why.empty() ? "protected" : "protected: " + page.protected_why;
  if (page.ignored) return "ignored by git: never changed automatically";
  if (page.kind == "fact" || page.kind == "event") return page.kind + " pages are never removed";
  if (!page.restored_at) return {};
  const double days = days_since(*page.restored_at, now);
  const double grace = config.restore_grace_days;
  return days < grace ? within(days, grace, "restored ") : std::string{};
}

bool may_be_merged(const SweepPage& page, Timestamp now, const DecayConfig& config) {
  const bool expired = page.expires_at && now >= *page.expires_at;
  return !expired && untouchable(page, now, config).empty() && never_cold(page).empty() &&
         retention(page.usage, now, config).score < cold_threshold(config) &&
         too_little_known(page, now, config).empty() && resting(page, now).empty();
}

std::vector<SweepDecision> SweepPlan::changes(const std::string& pass, const Project& project) const {
  std::vector<SweepDecision> found;
  for (const SweepDecision& decision : decisions) {
    const bool stays = decision.action == SweepAction::keep || decision.action == SweepAction::wait;
    if (!stays && decision.pass == pass && decision.project == project) found.push_back(decision);
  }
  return found;
}

SweepPlan plan_sweep(const std::vector<SweepPage>& pages, Timestamp now, const DecayConfig& config,
                     const SweepRequest& request) {
  const Context context{now,
                        config,
                        asks_for(request, "ttl"),
                        asks_for(request, "working"),
                        asks_for(request, "dedup") && config.dedup_cold_clusters,
                        asks_for(request, "compact"),
                        asks_for(request, "evict")};
  std::vector<const SweepPage*> sorted;
  for (const SweepPage& page : pages) sorted.push_back(&page);
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->path < b->path; });
  SweepPlan plan;
  plan.decisions.reserve(pages.size());
  for (const SweepPage* page : sorted) plan.decisions.push_back(decide(*page, context));

  std::map<Project, ProjectShare> projects;
  if (asks_for(request, "dedup"))
    for (const SweepMerge& merge : request.merges)
      if (auto candidate = merge_candidate(merge, plan.decisions))
        projects[merge.survivor.project()].candidates.push_back(std::move(*candidate));
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    SweepDecision& decision = plan.decisions[i];
    ProjectShare& share = projects[decision.project];
    ++share.pages;
    const bool compact = decision.action == SweepAction::compact;
    if (compact || (decision.action == SweepAction::remove && decision.pass != "ttl"))
      share.candidates.push_back({{&decision}, nullptr, compact ? sorted[i] : nullptr});
  }
  for (auto& [project, share] : projects)
    apply_bound(share.candidates, eviction_bound(share.pages, config, request.max_evictions), request);
  return plan;
}

}  // namespace ai_memory
