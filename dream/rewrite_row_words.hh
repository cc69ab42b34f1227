// Words of a row, as rewrite_rows.cc has them: keys of words, and the letters of scripts without blanks one by one.
#pragma once

#include <string>
#include <string_view>

namespace ai_memory {

// Hiragana, most of which only joins; what it denies is counted apart.
bool is_hiragana(std::string_view sign);
// May come and go without another meaning, in a sentence that is the same else.
bool is_free(const std::string& word);
// Without it a sentence says more than it did: conditions, hedges, and kanji that deny.
bool is_weighty(const std::string& word);

}  // namespace ai_memory
