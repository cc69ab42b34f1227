// Which pages a sweep would remove, and why each other page stays. Pure.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decay/compaction.hh"
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
  std::optional<Timestamp> swept_at;       // when a sweep last wrote it, or took it into a commit
  Timestamp usage_known_since{};           // max(birth of the sidecar, page first seen), or earlier by a usage ref
};

// stub: its text goes and it points to the page that says the same; merge: that page; file: it moves out of the inbox;
// wait: would go or be changed, but for the blast radius.
enum class SweepAction { remove, keep, wait, compact, stub, merge, file };
std::string_view action_name(SweepAction action);

struct SweepDecision {
  PagePath path;
  BlobId blob;
  Project project;
  // The pass that decided: "ttl", "working", "dedup", "compact", "evict"; empty if none of this run looked at the page.
  std::string pass;
  SweepAction action = SweepAction::keep;
  std::string
      reason;  // "expired 2026-11-01T00:00:00Z (pinned; a TTL beats a pin; …)", "retention 0.0123 < 0.20", "pinned", …
  RetentionTerms terms;
  std::optional<std::string> content;  // of a page that is compacted: its new text
};

struct SweepPlan {
  std::vector<SweepDecision> decisions;  // one a page, sorted by path
  // What one pass changes in one project, sorted by path.
  std::vector<SweepDecision> changes(const std::string& pass, const Project& project) const;
};

// Pages that say the same, as found among may_be_merged() ones.
struct SweepMerge {
  PagePath survivor;
  std::vector<std::pair<PagePath, std::string>> stubs;  // and why: "says the same as …, cosine 0.98"
};

struct SweepRequest {
  // Any of ttl, working, dedup, compact and evict; they run in this order whatever the order here. Other names are
  // ignored: those passes are not planned by this function.
  std::vector<std::string> passes = {"ttl", "working", "dedup", "compact", "evict"};
  std::optional<int> max_evictions;  // --max-evictions, instead of the configured bound
  std::vector<SweepMerge> merges;    // no page twice
  // Asked for cold pages, the coldest first, until the bound is reached. Unset: a page's text does not matter.
  std::function<Compaction(const SweepPage&)> compact;
};

// Why no pass at all may change this page; empty if one may.
std::string untouchable(const SweepPage& page, Timestamp now, const DecayConfig& config);

// How long a page that a sweep changed is left alone by the passes that look for cold pages, so that a sweep soon after
// another finds nothing to do: one pass a run and page, and the next one not before the next day.
inline constexpr double kRestDays = 1;

// Cold episodic pages of known use, pinned ones too, that dedup may look at.
bool may_be_merged(const SweepPage& page, Timestamp now, const DecayConfig& config);

// The passes in order; the first that decides a page has the last word on it:
//   ttl      removes expired pages of any tier, pinned or not. They are outside the blast radius, for an explicit date
//            is the user's own order.
//   working  removes unpinned working pages working_days after their session (or, with a working half-life, once cold).
//   dedup    carries out `merges`.
//   compact  shortens what evict would remove, and evict then removes nothing, if config.compact_cold_episodic.
//   evict    removes cold episodic pages that are not pinned and not compacted, once usage was known long enough.
// No pass touches a page that is protected, ignored by git, restored within restore_grace_days, or of kind fact or
// event; dedup, compact and evict none that a sweep changed within kRestDays.
//
// Blast radius: max(floor, share · pages of the project) pages per run and project over all passes but ttl together;
// lowest retention first, ties by path; the others wait. A merge counts as many as it makes stubs, and is made whole or
// waits. `pages` holds whole projects, each page once, in any order.
SweepPlan plan_sweep(const std::vector<SweepPage>& pages, Timestamp now, const DecayConfig& config,
                     const SweepRequest& request);

}  // namespace ai_memory
