// What two texts say differently about the same thing: the guard of every merge, and what lint calls a contradiction.
// Pure, and without any model: words, numbers and names, in English and Japanese.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

struct Difference {
  // The token's kind (tokens.hh) where values differ: "number", "date", "version", …; else "name", "negation" (on one
  // side only), "code" or "word".
  std::string kind;
  std::string left, right;  // what differs, as it stands in the text; empty: that side has nothing there
  std::string left_sentence, right_sentence;
  std::size_t left_line = 0, right_line = 0;  // 1-based within the body, of the paragraph, item or row
};

enum class Strictness {
  // Before a merge, for near-equal texts: any doubt is a difference. Of two aligned sentences everything counts but
  // case, punctuation, one wrong letter within a longer word, and what difference_wording.hh takes for the same
  // (articles, contractions, fillers, politeness, an adverbial in another place), and so does what they stand under
  // (the headings, the item above, a line that ends with ':'). Of code every character counts, and two texts that each
  // have a block of code that the other lacks differ. A sentence without a partner is none: a merge keeps it.
  merging,
  // For lint, between pages in other words on one topic: only where one value, name, negation or opposite differs, all
  // other words agree, and the value is one that a thing has only one of. Events, logs, lists, quotations, code, what
  // is marked as old, and sentences under headings of other things or days are not compared. Rather misses one than
  // raises a false one.
  contradiction,
};

// Goes up whenever two texts that differ for a merge might not any more, by these rules or those of same_form.hh: that
// they do is remembered.
inline constexpr int kMergingRules = 2;

struct Sentence;  // difference_units.hh

struct DifferenceOptions {
  Strictness strictness = Strictness::merging;
  // What the pages are about, for contradictions: a title given counts as the outermost heading.
  std::string left_title, right_title;
};

// In the order of the left text.
//
// For merging, each sentence is compared with at most one of the other text: with an equal one, first under the same
// headings, else with the most similar one of those left (Jaccard of content words at least 1/3, or half of the shorter
// one's in the longer), else with the one that stands at its place, between the same others. Texts with more than 2000
// sentences each that the other lacks are told to differ without a look at which.
//
// For contradictions, every statement with every one of the first 2000 of the other, and one that could contradict
// several says nothing.
std::vector<Difference> differences(std::string_view left_body, std::string_view right_body,
                                    const DifferenceOptions& options = {});
// Whether there are any before a merge; takes less time.
bool differ_for_merging(std::string_view left_body, std::string_view right_body);
// The same as the first for one who compares a text with many: what sentences_of() made of each body.
std::vector<Difference> differences(const std::vector<Sentence>& left, const std::vector<Sentence>& right,
                                    const DifferenceOptions& options = {});

}  // namespace ai_memory
