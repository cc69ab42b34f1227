// Which pages a sweep would remove, and why each other page stays. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "decay/retention.hh"
#include "wiki/changeset.hh"
#include "wiki/page_path.hh"

namespace ai_memory {

struct SweepPage {
  PagePath path;
  BlobId blob;  // content the plan is made from
  std::string kind;
  PageUsage usage;
  bool pinned = false, is_protected = false, ignored = false, compacted = false;
  std::string protected_why;               // "broken front matter, line 3"
  std::optional<Timestamp> expires_at;     // instant from which it is expired (`now >= expires_at`)
  std::optional<Timestamp> session_ended;  // working pages; else body_changed counts
  std::optional<Timestamp> restored_at;    // by restore-page or undo
  Timestamp usage_known_since{};           // max(birth of the sidecar, page first seen), or earlier by a usage ref
};

enum class SweepAction { remove, keep, wait };  // wait: would go, but for the blast radius

struct SweepDecision {
  PagePath path;
  BlobId blob;
  Project project;
  std::string pass;  // the pass that decided: "ttl", "working", "evict"; empty if none of this run looked at the page
  SweepAction action = SweepAction::keep;
  std::string
      reason;  // "expired 2026-11-01T00:00:00Z (pinned; a TTL beats a pin; …)", "retention 0.0123 < 0.20", "pinned", …
  RetentionTerms terms;
};

struct SweepPlan {
  std::vector<SweepDecision> decisions;  // one a page, sorted by path
  // The removals of one pass and project, sorted by path.
  std::vector<SweepDecision> removals(const std::string& pass, const Project& project) const;
};

struct SweepRequest {
  // Any of ttl, working and evict; they run in this order whatever the order here. Other names are ignored: those
  // passes are not planned by this function.
  std::vector<std::string> passes = {"ttl", "working", "evict"};
  std::optional<int> max_evictions;  // --max-evictions, instead of the configured bound
};

// The passes in order; the first that decides a page has the last word on it:
//   ttl      removes expired pages of any tier, pinned or not. They are outside the blast radius, for an explicit date
//            is the user's own order.
//   working  removes unpinned working pages working_days after their session (or, with a working half-life, once cold).
//   evict    removes cold episodic pages that are not pinned and not compacted, once usage was known long enough.
// No pass touches a page that is protected, ignored by git, restored within restore_grace_days, or of kind fact or
// event.
//
// Blast radius: max(floor, share · pages of the project) pages per run and project over working and evict together;
// lowest retention first, ties by path; the others wait. `pages` holds whole projects, each page once, in any order.
SweepPlan plan_sweep(const std::vector<SweepPage>& pages, Timestamp now, const DecayConfig& config,
                     const SweepRequest& request);

}  // namespace ai_memory
