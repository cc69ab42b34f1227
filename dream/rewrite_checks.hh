// The parts of check_rewrite() that compare facts and clauses.
#pragma once

#include <vector>

#include "dream/check_rewrite.hh"
#include "dream/rewrite_text.hh"

namespace ai_memory {

struct RewriteComparison {
  const std::vector<RewriteSource>& sources;
  std::vector<RewriteText> texts;  // of the sources
  RewriteText result, dropped;
  RewriteWords words;
  std::size_t dropped_facts = 0;  // facts of the sources that only `dropped` has
  std::size_t max_dropped = 0;
  std::vector<RewriteFinding> findings;

  // `text` of the sentence, a fact of the source `at`; `line`, if the fact is in no sentence.
  void missing(std::size_t at, std::string kind, std::string text, const RewriteSentence& sentence, bool is_dropped);
  void about_result(RewriteFault fault, std::string kind, std::string text, const RewriteSentence& sentence);
};

// Each goes through the facts in order; what they find is sorted afterwards.
void find_lost_facts(RewriteComparison& all);
void find_invented_facts(RewriteComparison& all);
void find_changed_denials(RewriteComparison& all);  // and marks of items
void find_misplaced_facts(RewriteComparison& all);

}  // namespace ai_memory
