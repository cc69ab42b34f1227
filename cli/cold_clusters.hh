// What dreams are about: cold pages that say the same, and the links between pages.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/config.hh"
#include "dream/dream.hh"
#include "index/refusals.hh"
#include "index/search_index.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

struct DreamClusters {
  std::vector<DreamCluster> clusters;
  std::vector<DreamApart> apart;      // by path
  std::vector<std::string> warnings;  // what could not be looked at
  std::optional<Refusals> refused;    // what was found to differ, for SearchIndex::remember
};

// The same cold pages and nearness as for merging without a model (sweep_merges.hh), by the settings of dreams; but
// pages that say the same in other words are not apart.
DreamClusters dream_clusters(const Wiki& wiki, SearchIndex& index, const Config& config,
                             const std::optional<Project>& project, Timestamp now);

// The two functions of DreamTools that know of links. `wiki` and `index` must outlive it.
class DreamLinks {
 public:
  DreamLinks(const Wiki& wiki, const SearchIndex& index);
  ~DreamLinks();
  std::string relocate(std::string_view lines, const PagePath& from, const PagePath& to) const;
  std::vector<Change> relink(const Project& project, const std::map<PagePath, PagePath>& merged);
  // Pages whose links could not be rewritten; they lead to a stub, which leads on.
  const std::vector<SkippedChange>& failed() const { return failed_; }

 private:
  struct Targets;
  const Wiki& wiki_;
  const SearchIndex& index_;
  std::unique_ptr<Targets> targets_;
  std::vector<SkippedChange> failed_;
};

}  // namespace ai_memory
