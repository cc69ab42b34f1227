#include "cli/run_sweep.hh"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "cli/spared.hh"
#include "cli/sweep_passes.hh"
#include "wiki/error.hh"
#include "wiki/git_lock.hh"
#include "wiki/history.hh"
#include "wiki/pack.hh"
#include "wiki/secrets.hh"
#include "wiki/unreadable.hh"

namespace ai_memory {
namespace {

std::string pages_text(std::size_t count, const std::string& word = "") {
  return std::to_string(count) + " " + word + (word.empty() ? "" : " ") + (count == 1 ? "page" : "pages");
}

std::string project_text(const Project& project) {
  return project.workspace == "default" ? project.name : project.str();
}

std::string subject(const SweptPages& pass) {
  const std::string where = " in " + project_text(pass.project);
  const std::size_t count = pass.pages.size();
  if (pass.pass == "ttl") return "sweep: remove " + pages_text(count, "expired") + where;
  if (pass.pass == "working") return "sweep: remove " + pages_text(count, "working") + where;
  if (pass.pass == "inbox") return "sweep: file " + pages_text(count, "inbox") + where;
  if (pass.pass == "dedup") return "sweep: merge " + pages_text(count, "cold") + where;
  if (pass.pass == "compact") return "sweep: compact " + pages_text(count) + where;
  if (pass.pass == "ledger")
    return "sweep: remove " + std::to_string(count) + (count == 1 ? " ledger" : " ledgers") + where;
  return "sweep: evict " + pages_text(count) + where;
}

class Sweep {
 public:
  Sweep(Wiki& wiki, SearchIndex& index, const DecayConfig& config, const SweepRunOptions& options, Timestamp now)
      : wiki_(wiki), index_(index), config_(config), options_(options), now_(now) {
    report_.now = now;
    report_.dry_run = options.dry_run;
  }

  SweepReport run() {
    refuse_if_blocked();
    sync();
    plan_passes(wiki_, index_, config_, options_, report_);
    if (is_asked_for(options_, "hand-edits") && options_.commit_hand_edits) find_hand_edits();
    if (!options_.dry_run) carry_out();
    if (is_asked_for(options_, "purge")) purge();
    if (!options_.dry_run) pack_objects();
    return std::move(report_);
  }

 private:
  void refuse_if_blocked() const {
    wiki_.refuse_if_blocked();
    if (options_.accept_removals) return;
    if (const auto missing = suspicious_removals(wiki_)) {
      throw Error(
          ErrorKind::conflict,
          std::to_string(*missing) + " pages are missing from " + wiki_.root().string() + ", too many to go on",
          "bring them back (git checkout -- .), or go on with --accept-removals if they were removed on purpose");
    }
  }

  void sync() {
    for (std::string& warning : index_.sync(wiki_, now_).warnings) report_.warnings.push_back(std::move(warning));
  }

  void find_hand_edits() {
    for (HandEdit& edit : wiki_.hand_edits()) {
      const bool ours = edit.state != HandEdit::State::staged && edit.state != HandEdit::State::ignored;
      const Project project = edit.path.project();
      if (!ours || (options_.project && project != *options_.project)) continue;
      hand_edits_[project].push_back(std::move(edit));
    }
    for (const auto& [project, edits] : hand_edits_) {
      SweptHandEdits found{project, {}, {}};
      for (const HandEdit& edit : edits) found.pages.push_back(edit.path);
      report_.hand_edits.push_back(std::move(found));
    }
  }

  Changeset changeset(const std::string& pass) const {
    Changeset changes;
    changes.run = report_.run;
    changes.pass = pass;
    changes.source = options_.source;
    changes.by_user = false;
    changes.now = now_;
    return changes;
  }

  // As they stand, before any page is changed. The plan stays good: it was made from these bytes.
  void commit_hand_edits(SweptHandEdits& found) {
    Changeset context = changeset("hand-edits");
    context.by_user = true;
    const std::string text = "hand edit: " + pages_text(found.pages.size()) + " in " + project_text(found.project);
    CommitResult result = wiki_.commit_hand_edits(hand_edits_[found.project], text, context);
    note_skipped(result);
    found.commit = result.hand_edit_commit.empty() ? result.commit : result.hand_edit_commit;
    found.pages = std::move(result.changed);
  }

  // The sweep itself is done by now: what goes wrong here is told, and the next one tries again.
  void pack_objects() {
    if (options_.max_loose_objects == 0) return;
    if (wiki_.loose_objects() <= static_cast<std::size_t>(options_.max_loose_objects)) return;
    try {
      report_.packed = pack_loose_objects(wiki_.root(), false).objects;
    } catch (const Error& error) {
      report_.warnings.push_back(std::string("git's objects were not packed: ") + error.what());
    }
  }

  void carry_out() {
    if (report_.passes.empty() && report_.hand_edits.empty()) return;
    report_.run = make_run_id(now_, plan_text());
    for (SweptHandEdits& edits : report_.hand_edits) commit_hand_edits(edits);
    std::erase_if(report_.hand_edits, [](const SweptHandEdits& edits) { return edits.pages.empty(); });
    for (SweptPages& pass : report_.passes) {
      commit(pass);
      sync();
    }
    std::erase_if(report_.passes, [](const SweptPages& pass) { return pass.pages.empty(); });
    if (report_.passes.empty() && report_.hand_edits.empty() && failure_) throw *failure_;
    if (report_.passes.empty()) sync();
    if (report_.passes.empty() && report_.hand_edits.empty()) report_.run.clear();
  }

  std::string plan_text() const {
    std::string text = wiki_.head();
    for (const SweptHandEdits& edits : report_.hand_edits) {
      for (const PagePath& path : edits.pages) text += "\nhand edit " + path.str();
    }
    for (const SweptPages& pass : report_.passes) {
      for (const Change& change : pass.changes)
        text += "\n" + pass.pass + " " + change.path.str() + " " + change.base + " " + change.reason;
    }
    return text;
  }

  void commit(SweptPages& pass) {
    Changeset changes = changeset(pass.pass);
    changes.subject = subject(pass);
    changes.changes = std::move(pass.changes);
    changes.all_or_nothing = pass.pass == "dedup" || pass.pass == "inbox";
    const CommitId head = wiki_.head();
    CommitResult result;
    try {
      result = wiki_.commit(changes);
    } catch (const Error& error) {
      // A lock or a merge is in the way of all passes; and what is in the branch is done, whatever failed then.
      if (error.kind() != ErrorKind::failed || wiki_.head() != head) throw;
      leave(pass, error);
      return;
    }
    note_skipped(result);
    pass.commit = result.commit;
    if (changes.all_or_nothing && !pass.commit.empty()) return;
    const std::set<PagePath> done(result.changed.begin(), result.changed.end());
    std::erase_if(pass.pages, [&](const SweepDecision& decision) { return !done.contains(decision.path); });
  }

  // The next pass may do better. If none does, the sweep has failed.
  void leave(SweptPages& pass, const Error& error) {
    for (const SweepDecision& page : pass.pages) add_skipped(report_.skipped, {page.path, cause_at(page.path, error)});
    pass.pages.clear();
    if (!failure_) failure_ = error;
  }

  void note_skipped(CommitResult& result) {
    for (SkippedChange& skipped : result.skipped) report_.skipped.push_back(std::move(skipped));
  }

  void purge() {
    const auto age = std::chrono::seconds(std::llround(config_.hard_delete_after_days * 86400));
    index_.forget_tombstones(now_ - age, options_.dry_run, report_.purged);
  }

  Wiki& wiki_;
  SearchIndex& index_;
  const DecayConfig& config_;
  const SweepRunOptions& options_;
  const Timestamp now_;
  std::map<Project, std::vector<HandEdit>> hand_edits_;
  std::optional<Error> failure_;  // of the first pass that could not be carried out
  SweepReport report_;
};

void check_passes(const SweepRunOptions& options) {
  for (const std::string& pass : options.passes) {
    if (std::find(std::begin(kSweepPasses), std::end(kSweepPasses), pass) != std::end(kSweepPasses)) continue;
    std::string names;
    for (const std::string_view name : kSweepPasses) names += (names.empty() ? "" : ", ") + std::string(name);
    throw Error(ErrorKind::usage, "no such pass: " + pass, "the passes are " + names);
  }
}

FileLock lock_sweep(const Wiki& wiki) {
  std::filesystem::create_directories(wiki.state_dir());
  try {
    return FileLock(wiki.state_dir() / "sweep.lock", 0, "another sweep is at work");
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::conflict) throw;
    throw Error(ErrorKind::conflict, error.what(), "nothing was done; run it again when that one has ended");
  }
}

std::string success_text(const SweepReport& report) {
  std::string text = format_time(report.now) + (report.run.empty() ? "" : " run " + report.run) + ": " +
                     std::to_string(report.count(SweepAction::remove)) + " removed, " +
                     std::to_string(report.waiting.size()) + " waiting, " + std::to_string(report.kept.size()) +
                     " kept, " + std::to_string(report.skipped.size()) + " skipped";
  const std::pair<SweepAction, const char*> rare[] = {
      {SweepAction::compact, "compacted"}, {SweepAction::stub, "merged"}, {SweepAction::file, "filed"}};
  for (const auto& [action, word] : rare)
    if (const std::size_t count = report.count(action)) text += ", " + std::to_string(count) + " " + word;
  return text;
}

// The reason for a failure must not hide behind a sidecar that cannot be written either.
void record_error(SearchIndex& index, const SweepRunOptions& options, Timestamp now, const std::string& why) {
  if (options.dry_run) return;
  try {
    index.set_meta("last_error", format_time(now) + " " + options.source + ": " + redact(why));
  } catch (const Error&) {
  }
}

}  // namespace

bool is_asked_for(const SweepRunOptions& options, std::string_view pass) {
  return options.passes.empty() ||
         std::find(options.passes.begin(), options.passes.end(), pass) != options.passes.end();
}

std::size_t SweepReport::count(SweepAction action) const {
  std::size_t count = 0;
  for (const SweptPages& pass : passes)
    for (const SweepDecision& page : pass.pages) count += page.action == action ? 1 : 0;
  return count;
}

std::optional<std::size_t> suspicious_removals(const Wiki& wiki) {
  const std::vector<HandEdit> edits = wiki.hand_edits();
  const auto missing = static_cast<std::size_t>(std::count_if(
      edits.begin(), edits.end(), [](const HandEdit& edit) { return edit.state == HandEdit::State::removed; }));
  if (missing == 0) return std::nullopt;
  std::size_t pages = 0;
  for (const auto& [path, blob] : wiki.tree(wiki.head())) pages += is_page_name(path) ? 1 : 0;
  return missing > 20 && missing * 5 > pages ? std::optional(missing) : std::nullopt;
}

SweepReport run_sweep(Wiki& wiki, SearchIndex& index, const DecayConfig& config, const SweepRunOptions& options,
                      Timestamp now) {
  check_passes(options);
  const FileLock lock = lock_sweep(wiki);
  try {
    SweepReport report = Sweep(wiki, index, config, options, now).run();
    if (!options.dry_run) {
      index.set_meta("last_sweep", success_text(report));
      index.set_meta("last_error", "");
    }
    return report;
  } catch (const std::exception& error) {
    record_error(index, options, now, error.what());
    throw;
  }
}

}  // namespace ai_memory
