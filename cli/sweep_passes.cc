#include "cli/sweep_passes.hh"

#include <algorithm>
#include <set>
#include <tuple>

#include "cli/page_compactor.hh"
#include "cli/spared.hh"
#include "cli/sweep_inbox.hh"
#include "cli/sweep_merges.hh"
#include "decay/forecast.hh"
#include "decay/ledger.hh"
#include "decay/sweep_reason.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

// The commit says the score too, so that `log` explains a change without the sidecar.
std::string commit_reason(const SweepDecision& decision) {
  if (decision.reason.starts_with("retention ")) return decision.reason;
  std::string score = std::to_string(decision.terms.score);
  return decision.reason + "; retention " + score.substr(0, score.size() - 2);
}

class Planner {
 public:
  Planner(const Wiki& wiki, SearchIndex& index, const DecayConfig& config, const SweepRunOptions& options,
          SweepReport& report)
      : wiki_(wiki),
        index_(index),
        config_(config),
        options_(options),
        report_(report),
        now_(report.now),
        compactor_(wiki, index, config, &report.skipped) {}

  void plan() {
    pages_ = index_.sweep_pages(options_.project);
    if (config_.dedup_cold_clusters && is_asked_for(options_, "dedup")) {
      merges_ = find_merges(wiki_, index_, pages_, config_, now_, changed_before_dedup());
      for (SkippedChange& page : merges_.skipped) add_skipped(report_.skipped, std::move(page));
      if (!merges_.warning.empty()) report_.warnings.push_back(merges_.warning);
    }
    const SweepPlan plan = plan_sweep(pages_, now_, config_, request());
    if (!options_.dry_run) remember_refused();
    for (const SweepDecision& decision : plan.decisions) {
      if (decision.action == SweepAction::wait) report_.waiting.push_back(decision);
      if (decision.action == SweepAction::keep) report_.kept.push_back(decision);
    }
    for (SweepDecision& page : report_.kept)
      if (const auto why = merges_.apart.find(page.path);
          why != merges_.apart.end() && page.reason.starts_with(kNotMerged))
        page.reason = std::string(kNotMerged) + why->second;
    add_passes(plan);
    say_what_rests_in_inbox();
    find_next();
  }

 private:
  void remember_refused() {
    if (merges_.refused) index_.remember(*merges_.refused);
    index_.remember(compactor_.refusals());
  }

  // A merge with such a page would have to wait, and those that go without it with it.
  std::set<PagePath> changed_before_dedup() {
    SweepRequest request;
    request.passes = {"ttl"};
    std::erase_if(request.passes, [this](const std::string& pass) { return !is_asked_for(options_, pass); });
    std::set<PagePath> changed;
    for (const SweepDecision& page : plan_sweep(pages_, now_, config_, request).decisions)
      if (page.action == SweepAction::remove) changed.insert(page.path);
    if (!is_asked_for(options_, "inbox")) return changed;
    find_inbox(changed);
    for (const InboxPass& pass : *inbox_)
      for (const Change& change : pass.plan.changes.changes) changed.insert(change.path);
    return changed;
  }

  SweepRequest request() {
    SweepRequest request;
    request.compact = [this](const SweepPage& page) { return compactor_(page); };
    request.max_evictions = options_.max_evictions;
    std::erase_if(request.passes, [this](const std::string& pass) { return !is_asked_for(options_, pass); });
    for (const FoundMerge& merge : merges_.found) request.merges.push_back(merge.planned);
    return request;
  }

  void add_passes(const SweepPlan& plan) {
    std::set<Project> projects;
    for (const SweepPage& page : pages_) projects.insert(page.path.project());
    for (const std::string_view pass : kSweepPasses) {
      if (!is_asked_for(options_, pass)) continue;
      if (pass == "inbox") add_inbox();
      if (pass == "ledger") add_ledgers();
      for (const Project& project : projects) {
        SweptPages swept{
            .pass = std::string(pass), .project = project, .pages = plan.changes(std::string(pass), project)};
        pass == "dedup" ? add_merges(std::move(swept)) : add_planned(std::move(swept));
      }
    }
  }

  void add_planned(SweptPages swept) {
    std::erase_if(swept.pages, [this](const SweepDecision& page) { return is_put_off(page); });
    for (const SweepDecision& page : swept.pages)
      swept.changes.push_back({page.path, page.content, page.blob, commit_reason(page)});
    add(std::move(swept));
  }

  // The pages of a merge change together or not at all.
  void add_merges(SweptPages swept) {
    std::map<PagePath, PagePath> merged;
    std::set<PagePath> put_off;
    for (const FoundMerge& merge : merges_.found) {
      const auto in_pass = [&](const PagePath& path) {
        return std::any_of(swept.pages.begin(), swept.pages.end(), [&](const auto& page) { return page.path == path; });
      };
      if (!in_pass(merge.planned.survivor)) continue;
      bool touched = touched_.contains(merge.planned.survivor);
      for (const auto& [stub, why] : merge.planned.stubs) touched = touched || touched_.contains(stub);
      if (touched) {
        put_off.insert(merge.planned.survivor);
        for (const auto& [stub, why] : merge.planned.stubs) put_off.insert(stub);
        continue;
      }
      for (const auto& [stub, why] : merge.planned.stubs) merged.emplace(stub, merge.planned.survivor);
      swept.changes.insert(swept.changes.end(), merge.changes.begin(), merge.changes.end());
    }
    std::erase_if(swept.pages, [&](const SweepDecision& page) { return put_off.contains(page.path) && leave(page); });
    const auto may_change = [this](const PagePath& path) { return !touched_.contains(path); };
    if (!merged.empty())
      for (Relinked& page : relink_merged(wiki_, index_, swept.project, merged, may_change, report_.skipped)) {
        swept.relinked.emplace_back(page.change.path, page.links);
        swept.changes.push_back(std::move(page.change));
      }
    add(std::move(swept));
  }

  void find_inbox(const std::set<PagePath>& taken) {
    const bool alone = options_.project.has_value();
    std::vector<SweepPage> free;
    for (const SweepPage& page : pages_)
      if (!taken.contains(page.path)) free.push_back(page);
    inbox_ = plan_inbox(wiki_, free, now_, config_, {alone, report_.warnings, report_.skipped});
  }

  void add_inbox() {
    if (!inbox_) find_inbox(touched_);
    for (InboxPass& pass : *inbox_) {
      SweptPages swept{.pass = "inbox", .project = pass.project, .diff = std::move(pass.diff)};
      for (const PageMove& move : pass.plan.moves) swept.pages.push_back(filed(move));
      for (const auto& page : pass.plan.relinked)
        if (!pass.is_moved(page.page)) swept.relinked.emplace_back(page.page, page.links);
      swept.changes = std::move(pass.plan.changes.changes);
      add(std::move(swept));
    }
  }

  void say_what_rests_in_inbox() {
    if (!is_asked_for(options_, "inbox")) return;
    std::set<PagePath> resting;
    for (const SweepPage& page : pages_)
      if (rests_in_inbox(page, now_, config_)) resting.insert(page.path);
    for (SweepDecision& page : report_.kept)
      if (!touched_.contains(page.path) && resting.contains(page.path)) rest_in_inbox(page);
  }

  SweepDecision filed(const PageMove& move) {
    const auto kept = std::find_if(report_.kept.begin(), report_.kept.end(),
                                   [&](const SweepDecision& page) { return page.path == move.from; });
    SweepDecision decision{.path = move.from, .project = move.from.project()};
    if (kept != report_.kept.end()) {
      decision = *kept;
      report_.kept.erase(kept);
    }
    decision.pass = "inbox";
    decision.action = SweepAction::file;
    decision.reason = "goes to " + move.to.in_project();
    return decision;
  }

  void add_ledgers() {
    std::map<Project, std::vector<PagePath>> ledgers;
    if (config_.ledger_retention_months > 0)
      for (const PageFile& file : wiki_.scan())
        if (const Project project = file.path.project(); !options_.project || project == *options_.project)
          if (ledger_month(file.path.in_project())) ledgers[project].push_back(file.path);
    for (const auto& [project, paths] : ledgers) {
      SweptPages swept{.pass = "ledger", .project = project};
      for (const OldLedger& ledger : old_ledgers(paths, now_, config_.ledger_retention_months))
        spared(ledger.path, report_.skipped, [&] { add_ledger(swept, ledger); });
      add(std::move(swept));
    }
  }

  void add_ledger(SweptPages& swept, const OldLedger& ledger) const {
    const auto text = wiki_.read(ledger.path);
    if (!text || !is_ledger(ledger.path, *text) || parse_page(ledger.path, *text).pinned) return;
    swept.changes.push_back({ledger.path, std::nullopt, blob_id(*text), ledger.reason});
    swept.pages.push_back({.path = ledger.path,
                           .blob = swept.changes.back().base,
                           .project = swept.project,
                           .pass = "ledger",
                           .action = SweepAction::remove,
                           .reason = ledger.reason});
  }

  void add(SweptPages swept) {
    if (swept.pages.empty()) return;
    for (const Change& change : swept.changes) touched_.insert(change.path);
    if (options_.dry_run && swept.diff.empty())
      for (const Change& change : swept.changes)
        spared(change.path, report_.skipped,
               [&] { swept.diff += unified_diff(change.path.str(), wiki_.read(change.path), change.content); });
    report_.diff += options_.dry_run ? swept.diff : "";
    swept.diff.clear();
    report_.passes.push_back(std::move(swept));
  }

  // Whether another pass of this run changes it: the next run looks at what came of it.
  bool is_put_off(const SweepDecision& page) { return touched_.contains(page.path) && leave(page); }

  bool leave(SweepDecision page) {
    page.action = SweepAction::keep;
    page.reason = "changed by another pass of this run";
    report_.kept.push_back(std::move(page));
    return true;
  }

  void find_next() {
    std::set<PagePath> stay;  // cold, and yet not due
    for (const SweepDecision& page : report_.kept)
      if (page.reason.starts_with(kNotCompacted)) stay.insert(page.path);
    double lowest = 0;
    for (const SweepPage& page : pages_) {
      const auto due = removal_due(page, now_, config_);
      if (!due || touched_.contains(page.path) || stay.contains(page.path)) continue;
      const Timestamp time = std::max(*due, now_);
      const double score = retention(page.usage, now_, config_).score;
      if (report_.next && std::tie(report_.next->time, lowest) <= std::tie(time, score)) continue;
      report_.next = NextRemoval{page.path, time};
      lowest = score;
    }
  }

  const Wiki& wiki_;
  SearchIndex& index_;
  const DecayConfig& config_;
  const SweepRunOptions& options_;
  SweepReport& report_;
  const Timestamp now_;
  PageCompactor compactor_;
  std::vector<SweepPage> pages_;
  FoundMerges merges_;
  std::optional<std::vector<InboxPass>> inbox_;
  std::set<PagePath> touched_;
};

}  // namespace

SweepRequest usual_request(const Wiki& wiki, const SearchIndex& index, const DecayConfig& config) {
  SweepRequest request;
  request.compact = PageCompactor(wiki, index, config);
  return request;
}

void plan_passes(const Wiki& wiki, SearchIndex& index, const DecayConfig& config, const SweepRunOptions& options,
                 SweepReport& report) {
  Planner(wiki, index, config, options, report).plan();
}

}  // namespace ai_memory
