// Where clauses end, and what denies within one. By form alone, English and Japanese.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "decay/content_words.hh"

namespace ai_memory {

// The clauses of text[begin, end): cut behind commas, colons, brackets and their like and before "but", "so", "because"
// and such; not within `whole`, which ascends. Linear.
std::vector<TextRange> clauses(std::string_view text, TextRange sentence, const std::vector<TextRange>& whole);

struct Denials {
  int strong = 0, weak = 0;
};
// `word` as it stands.
Denials denials_of_word(std::string_view word);
// Of the runs of hiragana in `text`: ない, ません, なし; where the last of them begins.
struct KanaDenials {
  int count = 0;
  std::size_t last = 0;
};
KanaDenials kana_denials(std::string_view text);

}  // namespace ai_memory
