// The parts of check_rewrite() that compare facts and clauses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dream/check_rewrite.hh"
#include "dream/rewrite_text.hh"

namespace ai_memory {

class RewriteComparison {
 public:
  RewriteComparison(const std::vector<RewriteSource>& pages, std::size_t most_dropped)
      : sources(pages), max_dropped_(most_dropped) {}

  // `text` is a fact of the source `at`; `is_dropped`: the model says that it left it out.
  // What is dropped is never a doubt.
  void missing(std::size_t at, std::string kind, std::string text, const RewriteSentence& sentence, bool is_dropped,
               bool is_doubt = false);
  void about_result(RewriteFault fault, std::string kind, std::string text, const RewriteSentence& sentence,
                    bool is_doubt = false);
  // What comes beyond the first 500 after this is left out.
  void begin_finder() { full_at_ = findings.size() + 500; }

  const std::vector<RewriteSource>& sources;
  std::string_view result_body;    // as it stands
  std::vector<RewriteText> texts;  // of the sources
  RewriteText result, dropped;
  RewriteWords words;
  std::vector<RewriteFinding> findings;

 private:
  void add(RewriteFinding finding);

  std::size_t max_dropped_, dropped_facts_ = 0, full_at_ = 500;
};

// The first `most` bytes, a whole number of code points, and "…" if there are more.
std::string beginning_of(std::string_view text, std::size_t most);

// Each goes through the facts in order; what they find is sorted afterwards.
void find_lost_facts(RewriteComparison& all);
void find_invented_facts(RewriteComparison& all);
void find_changed_denials(RewriteComparison& all);  // and marks of items
void find_misplaced_facts(RewriteComparison& all);
void find_changed_force(RewriteComparison& all);       // must, only, if … of clauses
void find_changed_numbers(RewriteComparison& all);     // "at most 5", and what numbers count
void find_reversed(RewriteComparison& all);            // "Ann told Ben" as "Ben told Ann"
void find_turned(RewriteComparison& all);              // "to Ben" as "from Ben"
void find_changed_states(RewriteComparison& all);      // "is in the wiki" as "is wrong", what is done as planned
void find_new_members(RewriteComparison& all);         // "auditors" as "auditors and customers"
void find_edited(RewriteComparison& all);              // a sentence as in a source but for a word, or for two in turn
void find_changed_rows(RewriteComparison& all);        // likewise by lines, and lines of code
void find_changed_statements(RewriteComparison& all);  // sentences that are gone or new
void find_changed_holders(RewriteComparison& all);     // said of another one, under the heading of another
void find_moved_parts(RewriteComparison& all);         // steps, cells, labels, what is struck

}  // namespace ai_memory
