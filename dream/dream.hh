// The dream pass: a language model makes one page of cold pages that say the same, and what it wrote is checked before
// anything is changed. A model that fails, lies or is not there loses nothing.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "decay/merge.hh"
#include "dream/check_rewrite.hh"
#include "dream/dream_config.hh"
#include "dream/language_model.hh"
#include "index/search_index.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

// Cold pages of one project and tier that say the same.
struct DreamCluster {
  std::vector<MergePage> pages;
  double novelty = 1;  // see novelty.hh
};

enum class DreamOutcome {
  planned,    // a dry run would ask
  rewritten,  // and committed
  proposed,   // waits for `proposals accept`
  refused,    // the model's text did not pass
  failed,     // no answer that could be looked at
  edited,     // a page was changed meanwhile
  skipped,    // not asked: reason
};
std::string_view dream_outcome_name(DreamOutcome outcome);

struct DreamtCluster {
  std::vector<PagePath> pages;  // the one that stays first
  double novelty = 1;
  std::size_t tokens = 0;  // that question and answer need, about
  DreamOutcome outcome = DreamOutcome::skipped;
  std::string reason;
  std::vector<RewriteFinding> findings;  // of what was refused, or is proposed with doubts
  int corrections = 0;                   // how often the model was told what was found, and answered again
  CommitId commit;
  std::string proposal;  // id
};

// Two cold pages that are near each other and no cluster, since they contradict each other in a fact.
struct DreamApart {
  PagePath left, right;
  std::string kind, left_fact, right_fact;  // "number", "5432", "5433"
};

struct DreamReport {
  Timestamp now{};
  bool dry_run = false;
  std::string run;    // id; empty where nothing was asked
  std::string model;  // empty: none is set up
  std::vector<DreamtCluster> clusters;
  std::size_t left = 0;  // clusters that a later run will look at
  std::vector<DreamApart> apart;
  std::string missing;     // what keeps it from dreaming at all; empty: nothing
  std::string ended;       // why it ended before its time; empty: it did not
  bool cancelled = false;  // somebody came back
  bool failed = false;     // ended by a fault that a person must mend
  std::vector<std::string> warnings;
  ModelUse use;
  std::size_t count(DreamOutcome outcome) const;
};

// What a dream needs of others.
struct DreamTools {
  LanguageModel* model = nullptr;         // may be null in a dry run
  std::function<std::string()> mark;      // a new one each time, see is_good_mark()
  std::function<bool()> go_on;            // false: somebody uses the wiki
  std::function<std::string()> why_stop;  // in words, once go_on said no; may be empty
  // See MergeOptions::relocate.
  std::function<std::string(std::string_view lines, const PagePath& from, const PagePath& to)> relocate;
  // Changes of other pages whose links lead to merged ones (path -> the page that stays).
  std::function<std::vector<Change>(const Project& project, const std::map<PagePath, PagePath>& merged)> relink;
};

struct DreamOptions {
  bool dry_run = false;
  std::optional<std::size_t> max_clusters;
};

// The most novel first. Each cluster: is it fit (no pinned, protected, secret or uncommitted page; it fits the model,
// or is made smaller; not asked about before) → question → check_rewrite() → where that finds something, the question
// once more, with what was found → one commit of pass "dream", all of it or nothing, which fails if a page is no longer
// what it was. A rewrite with doubts waits for a person. A cluster that is refused or not answered is left as it is,
// and the others go on; what a person must mend ends the run. Only refusals are remembered, for retry_days, and what
// was rewritten, for good.
//
// Throws conflict while git is in the middle of something.
DreamReport run_dream(Wiki& wiki, SearchIndex& index, std::vector<DreamCluster> clusters, const DreamConfig& config,
                      const DreamTools& tools, const DreamOptions& options, Timestamp now);

}  // namespace ai_memory
