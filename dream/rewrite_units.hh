// The clauses of a sentence with the words that tell what they say.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "dream/rewrite_sentences.hh"

namespace ai_memory {

// A word, or a run of kanji, of which half must be known.
struct WordUnit {
  std::vector<std::string> keys;
  std::string text;
  float weight = 0;  // 1, or 0.5 for a word of any talk

  template <typename Has>
  bool in(Has has) const {
    return static_cast<std::size_t>(std::count_if(keys.begin(), keys.end(), has)) * 2 >= keys.size();
  }
};
using WordUnits = std::vector<WordUnit>;

float weight_of(const WordUnits& units);

// Without facts, force words, denials and what a rewrite may add or leave out by itself.
WordUnits units_of(const std::vector<SentenceWord>& words);

struct ClausePart {
  std::string text;
  std::vector<SentenceWord> words;
  WordUnits units;
  bool is_label = false;  // a colon follows
  bool has_fact = false;
};
std::vector<ClausePart> parts_of(const std::string& sentence);

// Whether the sentence speaks of something that stands before it: by a pronoun, in Japanese by saying nothing.
bool refers_back(std::string_view sentence);

}  // namespace ai_memory
