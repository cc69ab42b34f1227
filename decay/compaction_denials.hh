// What a text denies or forbids: the clauses that must stay when it is made short. English and Japanese, by form. Pure.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "decay/compaction_pick.hh"
#include "decay/content_words.hh"
#include "decay/covered.hh"
#include "wiki/markdown_text.hh"

namespace ai_memory {

struct Denial {
  TextRange sentence;
  TextRange clause;  // all of the sentence if that is short, else what is denied with its condition or place
};

// In order; of a long sentence each clause with a negation, joined where they stand side by side. `whole`: as of
// sentences(); no clause ends within one of them either.
std::vector<Denial> denials(std::string_view text, const std::vector<TextRange>& whole);

// The sentences of a text that is being put together, whatever marks are between their letters.
class SaidSentences {
 public:
  void add(std::string_view text);
  bool has(std::string_view sentence) const;

 private:
  std::unordered_set<std::string> keys_;
};

// All that a page denies and that is not said yet, in its order; of a table's row all cells. `covered` has their words
// and `said` their sentences afterwards. None of headings and code, which are kept otherwise.
std::vector<KeptSentence> denied_sentences(const std::vector<TextPiece>& pieces, SaidSentences& said, Covered& covered);

// "Ann (12:30): " before what she says, in bytes; 0: nobody is named.
std::size_t label_size(std::string_view sentence);

}  // namespace ai_memory
