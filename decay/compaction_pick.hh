// Which sentences and words of a page are kept for their share of its bytes. Pure.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "decay/covered.hh"
#include "wiki/markdown_text.hh"

namespace ai_memory {

// As word_key(), and without -ful, -ness and -ment, which a search cuts off too.
std::string form_key(std::string_view word);

struct PageWord {
  std::string text;  // the shortest form, as first typed; in small letters if it is so somewhere and is no name
  std::size_t count = 1;
  bool name = false;
  int weight = 2;  // word_weight()
};

// Not covered; of prose, headings, lists and tables, each once, in the order of the page; none of code and HTML.
std::vector<PageWord> page_words(const std::vector<TextPiece>& pieces,
                                 const std::function<bool(std::string_view)>& is_common, const Covered& covered);

// A sentence or clause that is kept, as markdown; `range` of the text of the piece with that number.
struct KeptSentence {
  std::size_t piece = 0;
  TextRange range;
  std::string text;
};

// Where nothing may be cut: tokens, quotations, code, links. Ascending begins.
std::vector<TextRange> unbroken_ranges(const TextPiece& piece);

// A code span or link of a piece as markdown.
std::string span_text(const TextPiece& piece, const TextSpan& span);

// Bytes for sentences: `bytes` of them in full, and `extra` beyond what their words would cost by themselves.
struct SentenceRoom {
  std::size_t bytes = 0, extra = 0;
};

// `fixed` and whole sentences apart from these, in the order of the page: those first that say most in little, each
// only while it says something new. `covered` has what they say afterwards.
std::vector<KeptSentence> pick_sentences(const std::vector<TextPiece>& pieces, SentenceRoom room, Covered& covered,
                                         std::vector<KeptSentence> fixed);

// Words that tell something and are said at least that many times, the most frequent first, as far as `bytes` go.
std::vector<std::string> pick_often(const std::vector<PageWord>& words, std::size_t least, std::size_t bytes);

// The words that are not covered, for at most `bytes`: those that tell most for what they take. In the order given.
std::vector<std::string> pick_words(const std::vector<PageWord>& words, std::size_t bytes, const Covered& covered);

}  // namespace ai_memory
