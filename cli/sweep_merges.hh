// The pass that makes one page of cold pages that say the same: which they are on this machine, and what is written.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "decay/merge.hh"
#include "index/refusals.hh"
#include "index/search_index.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

struct FoundMerge {
  SweepMerge planned;
  std::vector<Change> changes;  // the survivor's, if it is not pinned, and the stubs'
};

struct FoundMerges {
  std::vector<FoundMerge> found;          // by survivor
  std::map<PagePath, std::string> apart;  // why cold pages stay as they are, of those of which that is known
  std::vector<SkippedChange> skipped;     // pages that took no part since something failed at them
  std::string warning;  // why they could not be looked for by meaning; empty: they were, or nothing knows it
  std::optional<Refusals> refused;  // what was found to differ, for SearchIndex::remember
};

// Among cold pages of one project and tier: the same text in other marks, or near in meaning, and without any
// difference in what they state. Pages with uncommitted changes, conflict copies and such that another page replaces
// take no part, nor do those of `taken`, which another pass of the run changes. A group is no larger than what one run
// may change of its project. When all of it is done, what is left has nothing more to merge: pages that take others in
// rest (kRestDays) and come back with their new text.
FoundMerges find_merges(const Wiki& wiki, SearchIndex& index, const std::vector<SweepPage>& pages,
                        const DecayConfig& config, Timestamp now, const std::set<PagePath>& taken = {});

// Two pages that are near each other and stay apart, and a fact in which they contradict each other; secrets redacted.
struct ColdPair {
  PagePath left, right;
  std::string kind, left_fact, right_fact;  // see other_fact(); at most 300 bytes each
};

// Pages that state the same facts, whatever their words and the order of their lines: near as for find_merges(), but
// only facts that contradict each other keep two apart. For who checks what becomes of them.
struct ColdGroups {
  std::vector<std::vector<MergePage>> groups;  // by path
  std::vector<ColdPair> apart;                 // that no other reason kept apart, by path
  std::vector<SkippedChange> skipped;
  std::string warning;
  std::optional<Refusals> refused;
};
ColdGroups find_cold_groups(const Wiki& wiki, SearchIndex& index, const std::vector<SweepPage>& pages,
                            const DecayConfig& config, Timestamp now);

struct Relinked {
  Change change;
  std::size_t links = 0;
};

// Pages of the project whose links lead to a page that was merged (its path -> the survivor), with links that lead to
// the survivor. Left as they are, with links that lead to the stub: pinned and protected pages, the merged ones
// themselves, those that `may_change` denies, and those at which something fails, which `skipped` gets.
std::vector<Relinked> relink_merged(const Wiki& wiki, const SearchIndex& index, const Project& project,
                                    const std::map<PagePath, PagePath>& merged,
                                    const std::function<bool(const PagePath&)>& may_change,
                                    std::vector<SkippedChange>& skipped);

}  // namespace ai_memory
