// The pass that files what people dropped in a project's inbox/ where its kind belongs.
#pragma once

#include <string>
#include <vector>

#include "cli/move_names.hh"
#include "cli/move_plan.hh"
#include "decay/sweep_plan.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

// Where pages of inbox/ go: "inbox/a/plan.md" of kind decision to "decisions/a/plan.md", a session to the folder of its
// month, and with "-2", "-3", … behind its name where a page has that name already. In the order of `pages`. Left where
// they are: pages changed within ten minutes, which somebody may be at, and those that no pass may touch.
std::vector<PageMove> inbox_moves(const std::vector<SweepPage>& pages, const NamesInWiki& names, Timestamp now,
                                  const DecayConfig& config);

// Whether the page will be filed as soon as nobody has changed it for ten minutes; and says so of one that is kept.
bool rests_in_inbox(const SweepPage& page, Timestamp now, const DecayConfig& config);
void rest_in_inbox(SweepDecision& kept);

struct InboxPass {
  Project project;
  MovePlan plan;  // with the links of other pages to those that move
  std::string diff;
  bool is_moved(const PagePath& to) const;
};

struct InboxSweep {
  bool alone;                           // only one project is swept, and no page of another may change
  std::vector<std::string>& warnings;   // gets the pages that are not filed, and why
  std::vector<SkippedChange>& skipped;  // gets those at which something failed, wherever they are
};

// One for each project that has something to file. A page is left, with a warning, if a link to it stands where it
// cannot be rewritten.
std::vector<InboxPass> plan_inbox(const Wiki& wiki, const std::vector<SweepPage>& pages, Timestamp now,
                                  const DecayConfig& config, const InboxSweep& sweep);

}  // namespace ai_memory
