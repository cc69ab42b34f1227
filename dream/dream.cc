#include "dream/dream.hh"

#include <algorithm>
#include <array>
#include <set>

#include "dream/proposal.hh"
#include "dream/rewrite_changes.hh"
#include "dream/rewrite_prompt.hh"
#include "index/dream_rows.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"
#include "wiki/page.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostBytes = 200'000;  // of a cluster's texts; no model of today gives that back unharmed
constexpr std::size_t kMostTold = 50;        // findings that a model is asked to mend
constexpr int kMostBadReplies = 3;           // in a row, before the server is taken for broken

// Identity of a set of texts in a project, whatever their order.
std::string set_id(const std::vector<MergePage>& pages) {
  if (pages.empty()) return {};
  std::vector<BlobId> blobs = {pages.front().path.project().str()};
  for (const MergePage& page : pages) blobs.push_back(blob_id(page.text));
  std::sort(blobs.begin(), blobs.end());
  std::string all;
  for (const BlobId& blob : blobs) all += blob + "\n";
  return blob_id(all);
}

// A check's word on one answer.
struct Judged {
  RewriteVerdict verdict;
  std::string model;
};

bool is_better(const RewriteVerdict& a, const RewriteVerdict& b) {
  return a.refused() != b.refused() ? b.refused() : a.findings.size() < b.findings.size();
}

// Whether telling the model what was found can help, and may: no secret is sent anywhere.
bool is_correctable(const RewriteVerdict& verdict) {
  const auto ends_it = [](const RewriteFinding& finding) {
    return finding.fault == RewriteFault::too_large || finding.fault == RewriteFault::control ||
           finding.fault == RewriteFault::secret;
  };
  return !verdict.accepted() && std::none_of(verdict.findings.begin(), verdict.findings.end(), ends_it);
}

std::string pages_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " page" : " pages"); }

class Dream {
 public:
  Dream(Wiki& wiki, SearchIndex& index, const DreamConfig& config, const DreamTools& tools, const DreamOptions& options,
        Timestamp now)
      : wiki_(wiki),
        index_(index),
        rows_(index.dreams()),
        config_(config),
        tools_(tools),
        options_(options),
        now_(now) {
    report_.now = now;
    report_.dry_run = options.dry_run;
    if (tools.model) report_.model = tools.model->name();
  }

  DreamReport run(std::vector<DreamCluster> clusters) {
    if (const std::string state = wiki_.blocked_by(); !state.empty())
      throw Error(ErrorKind::conflict, "no dream now: " + state, "put that in order with git, and run it again");
    head_ = wiki_.head();
    report_.run = make_run_id(now_, "dream " + head_);
    for (DreamCluster& cluster : clusters) sort_by_survival(cluster.pages);
    std::sort(clusters.begin(), clusters.end(), [](const DreamCluster& a, const DreamCluster& b) {
      if (a.novelty != b.novelty) return a.novelty > b.novelty;
      return a.pages.front().path < b.pages.front().path;
    });
    const std::size_t most =
        options_.max_clusters.value_or(static_cast<std::size_t>(std::max(config_.max_clusters_per_run, 0)));
    std::size_t asked = 0, seen = 0;
    for (DreamCluster& cluster : clusters) {
      if (asked == most || has_ended()) break;
      ++seen;
      report_.clusters.push_back(look_at(std::move(cluster)));
      if (report_.clusters.back().outcome != DreamOutcome::skipped) ++asked;
    }
    report_.left = clusters.size() - seen;
    if (tools_.model) report_.use = tools_.model->use();
    if (options_.dry_run || asked == 0) report_.run.clear();
    return std::move(report_);
  }

 private:
  bool has_ended() {
    if (report_.ended.empty() && !options_.dry_run && tools_.go_on && !tools_.go_on()) cancel();
    return !report_.ended.empty();
  }
  void cancel() {
    report_.cancelled = true;
    report_.ended = tools_.why_stop ? tools_.why_stop() : "somebody uses the wiki";
  }

  DreamtCluster look_at(DreamCluster cluster);
  std::string make_fit(std::vector<MergePage>& pages);
  std::vector<PromptPage> prompt_pages(const std::vector<MergePage>& pages) const;
  ModelRequest question(const std::vector<PromptPage>& pages) const;
  void ask(DreamtCluster& dreamt, const std::vector<MergePage>& pages, const std::vector<PromptPage>& prompt,
           const ModelRequest& request);
  void name_model(const std::string& model) {
    if (!answered_.insert(model).second) return;
    report_.model = answered_.size() == 1 ? model : report_.model + ", " + model;
  }
  bool take_fault(DreamtCluster& dreamt, const ModelReply& reply);
  Judged judge(const std::vector<PromptPage>& prompt, const ModelReply& reply) const;
  bool correct(DreamtCluster& dreamt, const std::vector<PromptPage>& prompt, Judged& best);
  void settle(DreamtCluster& dreamt, const std::vector<MergePage>& pages, const Judged& judged);
  void apply(DreamtCluster& dreamt, const std::vector<MergePage>& pages, std::vector<Change> changes,
             const std::string& model);
  void propose(DreamtCluster& dreamt, std::vector<Change> changes, const std::string& model);
  void remember(const DreamtCluster& dreamt) const {
    const auto& why = dreamt.proposal.empty() ? dreamt.reason : dreamt.proposal;
    rows_.remember(set_, {std::string(dream_outcome_name(dreamt.outcome)), why, now_});
  }
  std::string asked_before() const;

  Wiki& wiki_;
  SearchIndex& index_;
  mutable DreamRows rows_;
  const DreamConfig& config_;
  const DreamTools& tools_;
  const DreamOptions& options_;
  const Timestamp now_;
  CommitId head_;
  std::string set_;  // of the cluster at hand
  int bad_replies_ = 0;
  std::set<std::string> answered_;  // models
  DreamReport report_;
};

std::string Dream::asked_before() const {
  const auto before = rows_.dreamt(set_);
  if (!before) return {};
  const std::string day = format_date(before->time);
  if (before->outcome == dream_outcome_name(DreamOutcome::rewritten))
    return "was made one page on " + day + ", and taken back since";
  if (before->outcome == dream_outcome_name(DreamOutcome::proposed)) {
    const auto proposal = rows_.proposal(before->reason);
    const bool open = !proposal || proposal->state == "open";
    return open ? "a proposal was made on " + day : "a proposal of " + day + " was " + proposal->state;
  }
  const auto age = std::chrono::duration<double>(now_ - before->time).count() / 86'400;
  if (age >= config_.retry_days) return {};
  return "refused on " + day + ": " + before->reason;
}

// Takes out pages that must not be shown to a model or changed by one. Why nothing is left to be done; else empty.
std::string Dream::make_fit(std::vector<MergePage>& pages) {
  std::string why;
  const auto leave_out = [&](const MergePage& page, const std::string& reason) {
    if (why.empty()) why = page.path.in_project() + ": " + reason;
    return true;
  };
  const auto is_unfit = [&](const MergePage& page) {
    if (page.pinned) return leave_out(page, "pinned");
    const Page parsed = parse_page(page.path, page.text);
    if (std::string reason = unmergeable(parsed, page.text); !reason.empty()) return leave_out(page, reason);
    if (!find_secrets(page.text).empty()) return leave_out(page, "has a secret in it");
    if (wiki_.blob_at(head_, page.path.str()) != blob_id(page.text)) return leave_out(page, "is not committed yet");
    return false;
  };
  std::erase_if(pages, is_unfit);
  if (!pages.empty()) {
    const MergePage survivor = pages.front();
    std::erase_if(pages, [&](const MergePage& page) {
      if (page.path == survivor.path) return false;
      const std::string reason = why_not_together(survivor, page);
      return !reason.empty() && leave_out(page, reason);
    });
  }
  const auto least = static_cast<std::size_t>(std::max(config_.min_cold_pages, 2));
  if (pages.size() >= least) return {};
  return why.empty() ? "fewer than " + pages_text(least) : why;
}

std::vector<PromptPage> Dream::prompt_pages(const std::vector<MergePage>& pages) const {
  std::vector<PromptPage> prompt;
  for (const MergePage& page : pages) {
    const Page parsed = parse_page(page.path, page.text);
    std::string body(parsed.body);
    if (tools_.relocate && page.path != pages.front().path) body = tools_.relocate(body, page.path, pages.front().path);
    prompt.push_back({page.path, parsed.title, std::move(body), page.changed});
  }
  return prompt;
}

ModelRequest Dream::question(const std::vector<PromptPage>& pages) const {
  std::string mark = tools_.mark();
  while (!is_good_mark(mark, pages)) mark = tools_.mark();
  return rewrite_request(pages, mark);
}

DreamtCluster Dream::look_at(DreamCluster cluster) {
  DreamtCluster dreamt;
  dreamt.novelty = cluster.novelty;
  for (const MergePage& page : cluster.pages) dreamt.pages.push_back(page.path);
  std::string why = make_fit(cluster.pages);
  std::vector<PromptPage> prompt = prompt_pages(cluster.pages);
  ModelRequest request;
  // A cluster that is too large for the model is made smaller, never cut.
  const std::size_t context = tools_.model ? tools_.model->context_tokens() : SIZE_MAX;
  while (why.empty()) {
    std::size_t bytes = 0;
    for (const PromptPage& page : prompt) bytes += page.body.size();
    request = question(prompt);
    dreamt.tokens = tokens_needed(request);
    if (dreamt.tokens <= context && bytes <= kMostBytes) break;
    if (prompt.size() == 2) why = "does not fit the model: about " + std::to_string(dreamt.tokens) + " tokens";
    prompt.pop_back();
    cluster.pages.pop_back();
  }
  if (why.empty()) {
    dreamt.pages.clear();
    for (const MergePage& page : cluster.pages) dreamt.pages.push_back(page.path);
  }
  set_ = set_id(cluster.pages);
  if (why.empty()) why = asked_before();
  dreamt.reason = why;
  if (!why.empty()) return dreamt;
  dreamt.outcome = options_.dry_run ? DreamOutcome::planned : DreamOutcome::failed;
  if (!options_.dry_run) ask(dreamt, cluster.pages, prompt, request);
  return dreamt;
}

void Dream::ask(DreamtCluster& dreamt, const std::vector<MergePage>& pages, const std::vector<PromptPage>& prompt,
                const ModelRequest& request) {
  const ModelReply reply = tools_.model->ask(request, tools_.go_on);
  if (reply.fault != ModelFault::none) return static_cast<void>(take_fault(dreamt, reply));
  bad_replies_ = 0;
  name_model(reply.model);
  try {
    Judged judged = judge(prompt, reply);
    if (correct(dreamt, prompt, judged)) settle(dreamt, pages, judged);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::conflict) report_.ended = error.what();
    dreamt.reason = error.what();
    // It is in the branch, or with the proposals: what failed then must not pass for nothing.
    if (dreamt.outcome == DreamOutcome::rewritten || dreamt.outcome == DreamOutcome::proposed)
      report_.warnings.push_back(dreamt.pages.front().display() + ": done, but then: " + error.what());
    if (error.kind() == ErrorKind::provider) {
      dreamt.outcome = DreamOutcome::refused;
      dreamt.reason = "the answer " + dreamt.reason;
      remember(dreamt);
    }
  }
}

bool Dream::take_fault(DreamtCluster& dreamt, const ModelReply& reply) {
  dreamt.reason = reply.why;
  switch (reply.fault) {
    case ModelFault::none:
      return false;
    case ModelFault::stopped:
      dreamt.outcome = DreamOutcome::skipped;
      dreamt.reason = "ended before the model had answered";
      cancel();
      return true;
    case ModelFault::budget:
      dreamt.outcome = DreamOutcome::skipped;
      report_.ended = reply.why;
      return true;
    case ModelFault::reply:
      if (++bad_replies_ < kMostBadReplies) return true;
      break;
    case ModelFault::setup:
    case ModelFault::passing:
      break;
  }
  report_.failed = true;
  report_.ended = reply.why + (reply.hint.empty() ? "" : " (" + reply.hint + ")");
  return true;
}

Judged Dream::judge(const std::vector<PromptPage>& prompt, const ModelReply& reply) const {
  RewriteProposal proposal = parse_rewrite(reply.text, prompt);
  std::vector<RewriteSource> sources;
  for (const PromptPage& page : prompt) sources.push_back({page.path, page.title, page.body});
  RewriteLimits limits;
  limits.max_dropped = static_cast<std::size_t>(std::max(config_.max_dropped, 0));
  return {check_rewrite(sources, {proposal.title, proposal.body, std::move(proposal.dropped)}, limits), reply.model};
}

// Leaves the better answer in `best`. False: somebody came back meanwhile.
bool Dream::correct(DreamtCluster& dreamt, const std::vector<PromptPage>& prompt, Judged& best) {
  for (int i = 0; i < config_.max_corrections && is_correctable(best.verdict); ++i) {
    FaultyAnswer answer{best.verdict.title, best.verdict.body, {}};
    for (const RewriteFinding& finding : best.verdict.findings)
      if (answer.faults.size() < kMostTold) answer.faults.push_back(describe(finding));
    std::string mark = tools_.mark();
    while (!is_good_mark(mark, prompt, answer)) mark = tools_.mark();
    const ModelRequest request = correction_request(prompt, answer, mark);
    if (tokens_needed(request) > tools_.model->context_tokens()) break;
    const ModelReply reply = tools_.model->ask(request, tools_.go_on);
    if (reply.fault == ModelFault::stopped) return take_fault(dreamt, reply), false;
    if (reply.fault != ModelFault::none) break;  // the answer before stands; the next question will tell
    ++dreamt.corrections;
    name_model(reply.model);
    try {
      if (Judged next = judge(prompt, reply); is_better(next.verdict, best.verdict)) best = std::move(next);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::provider) throw;
    }
  }
  return true;
}

void Dream::settle(DreamtCluster& dreamt, const std::vector<MergePage>& pages, const Judged& judged) {
  const RewriteVerdict& verdict = judged.verdict;
  if (!verdict.accepted()) {
    dreamt.findings = verdict.findings;
    dreamt.reason = describe(verdict.findings.front());
    if (verdict.findings.size() > 1) dreamt.reason += ", and " + std::to_string(verdict.findings.size() - 1) + " more";
  }
  if (verdict.refused()) {
    dreamt.outcome = DreamOutcome::refused;
    remember(dreamt);
    return;
  }
  std::vector<Change> changes = rewrite_changes(pages, verdict.body, head_.substr(0, 12), judged.model);
  if (config_.require_approval || !verdict.accepted())
    propose(dreamt, std::move(changes), judged.model);
  else
    apply(dreamt, pages, std::move(changes), judged.model);
}

void Dream::apply(DreamtCluster& dreamt, const std::vector<MergePage>& pages, std::vector<Change> changes,
                  const std::string& model) {
  const Project project = pages.front().path.project();
  if (tools_.relink) {
    std::map<PagePath, PagePath> merged;
    for (std::size_t i = 1; i < pages.size(); ++i) merged.emplace(pages[i].path, pages.front().path);
    for (Change& change : tools_.relink(project, merged)) changes.push_back(std::move(change));
  }
  Changeset set;
  set.changes = std::move(changes);
  set.subject = "dream: make one page of " + std::to_string(pages.size()) + " in " +
                (project.workspace == "default" ? project.name : project.str()) + " (" + model + ")";
  set.run = report_.run;
  set.pass = "dream";
  set.source = "dream";
  set.by_user = false;
  set.now = now_;
  set.all_or_nothing = true;
  const CommitResult result = wiki_.commit(set);
  if (result.commit.empty()) {
    dreamt.outcome = DreamOutcome::edited;
    dreamt.reason = result.skipped.empty()
                        ? "nothing was left to do"
                        : result.skipped.front().path.in_project() + ": " + result.skipped.front().why;
    return;
  }
  dreamt.outcome = DreamOutcome::rewritten;
  dreamt.commit = result.commit;
  head_ = wiki_.head();
  remember(dreamt);
  for (std::string& warning : index_.sync(wiki_, now_).warnings) report_.warnings.push_back(std::move(warning));
}

void Dream::propose(DreamtCluster& dreamt, std::vector<Change> changes, const std::string& model) {
  std::vector<std::string> doubts;
  for (const RewriteFinding& finding : dreamt.findings) doubts.push_back(describe(finding));
  const std::string document = format_proposal({model, dreamt.pages, std::move(changes), std::move(doubts)});
  dreamt.proposal = blob_id(document).substr(0, 8);
  rows_.put({dreamt.proposal, document, "open", now_});
  dreamt.outcome = DreamOutcome::proposed;
  remember(dreamt);
}

}  // namespace

std::string_view dream_outcome_name(DreamOutcome outcome) {
  constexpr std::array<std::string_view, 7> kNames = {"planned", "rewritten", "proposed", "refused",
                                                      "failed",  "edited",    "skipped"};
  return kNames[static_cast<std::size_t>(outcome)];
}

std::size_t DreamReport::count(DreamOutcome outcome) const {
  return static_cast<std::size_t>(
      std::count_if(clusters.begin(), clusters.end(),
                    [outcome](const DreamtCluster& cluster) { return cluster.outcome == outcome; }));
}

DreamReport run_dream(Wiki& wiki, SearchIndex& index, std::vector<DreamCluster> clusters, const DreamConfig& config,
                      const DreamTools& tools, const DreamOptions& options, Timestamp now) {
  return Dream(wiki, index, config, tools, options, now).run(std::move(clusters));
}

}  // namespace ai_memory
