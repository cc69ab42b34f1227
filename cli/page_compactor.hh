// Pages of this machine as the compact pass would leave them.
#pragma once

#include "decay/compaction.hh"
#include "decay/sweep_plan.hh"
#include "index/refusals.hh"
#include "index/search_index.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

// `wiki` and `skipped` must outlive it. Holds for the commit that is HEAD when it is made.
class PageCompactor {
 public:
  PageCompactor(const Wiki& wiki, const SearchIndex& index, const DecayConfig& config,
                std::vector<SkippedChange>* skipped = nullptr);

  // Refused too: pages that differ from HEAD, for the text says which commit has them in full; and
  // pages at which something fails, which `skipped` gets.
  Compaction operator()(const SweepPage& page);
  // What was refused for good, for SearchIndex::remember.
  const Refusals& refusals() const { return refusals_; }

 private:
  Compaction look_at(const SweepPage& page);
  Compaction compact(const SweepPage& page, const std::string& text) const;

  const Wiki* wiki_;
  std::vector<SkippedChange>* skipped_;
  CommitId head_;
  std::size_t keep_tokens_max_;
  std::vector<std::string> common_;  // words, sorted
  Refusals refusals_;
};

}  // namespace ai_memory
