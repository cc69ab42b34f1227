// A sweep carried out: what is due is planned (decay/sweep_plan.hh) and each pass becomes one commit per project.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decay/sweep_plan.hh"
#include "index/search_index.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

// In the order in which they run.
inline constexpr std::string_view kSweepPasses[] = {"hand-edits", "ttl",   "inbox", "working", "dedup",
                                                    "compact",    "evict", "purge", "ledger"};

struct SweepRunOptions {
  std::optional<Project> project;   // absent: every project
  std::vector<std::string> passes;  // some of kSweepPasses; empty: all
  std::optional<int> max_evictions;
  bool dry_run = false;
  bool commit_hand_edits = true;
  int max_loose_objects = 0;     // pack git's objects when more are loose; 0: never
  bool accept_removals = false;  // go on although very many pages are missing from the disk
  std::string source = "forget-sweep";
};

// Hand edits of one project, committed as they stand before anything is decided.
struct SweptHandEdits {
  Project project;
  CommitId commit;  // empty in a dry run
  std::vector<PagePath> pages;
};

// Whether a pass runs.
bool is_asked_for(const SweepRunOptions& options, std::string_view pass);

// What one pass changed in one project; never without pages.
struct SweptPages {
  std::string pass;
  Project project;
  CommitId commit;  // empty in a dry run
  std::vector<SweepDecision> pages;
  std::vector<std::pair<PagePath, std::size_t>> relinked;  // other pages, and how many links of theirs changed
  std::vector<Change> changes;                             // all of it
  std::string diff;
};

struct NextRemoval {
  PagePath path;
  Timestamp time;
};

struct SweepReport {
  Timestamp now{};
  bool dry_run = false;
  std::string run;  // id; empty in a dry run and when nothing was done
  std::vector<SweptHandEdits> hand_edits;
  std::vector<SweptPages> passes;
  std::vector<SweepDecision> waiting, kept;
  std::vector<SkippedChange> skipped;  // left alone: changed meanwhile, or something failed at them
  std::vector<std::string> warnings;   // pages that could not be read
  std::size_t purged = 0;              // tombstones that left the sidecar
  std::size_t packed = 0;              // loose objects of git that went into a pack
  std::optional<NextRemoval> next;     // the page that goes next if nobody touches it
  std::string diff;                    // of a dry run: every change as a unified diff
  std::size_t count(SweepAction action) const;
};

// Runs the sweep under its own lock. A dry run commits nothing and changes no page; with the same `now` and wiki, the
// real run then does exactly what it listed. What fails at one page, or in one pass, is in `skipped` and does not stop
// the others; if nothing at all could be done, that is thrown. On success meta `last_sweep` holds time, run and counts;
// on failure `last_error` holds time and reason. Throws conflict, with nothing done: another sweep is running; git is
// in the middle of a merge, rebase, …; more than max(20, 20 %) of the pages that HEAD has are missing from the disk.
// Throws usage for an unknown pass.
SweepReport run_sweep(Wiki& wiki, SearchIndex& index, const DecayConfig& config, const SweepRunOptions& options,
                      Timestamp now);

// How many pages of HEAD are missing from the disk, if they are so many that acting on it would be rash.
std::optional<std::size_t> suspicious_removals(const Wiki& wiki);

}  // namespace ai_memory
