// The spelling of a text as 384 numbers of unit length: character n-grams, hashed. Texts that share words or parts of
// words lie near each other, in any script; what they mean plays no part.
#pragma once

#include <string_view>
#include <vector>

namespace ai_memory {

inline constexpr int kNgramDimension = 384;

// Of the letters and digits, NFKC case-folded: 3 to 5 characters within a word, 1 to 3 where the script puts no spaces.
// Each counts 1 + ln(how often). Empty for a text without letters and digits.
std::vector<float> ngram_vector(std::string_view text);

// The share of Han, kana, Hangul and Thai among the letters, 0..1; 0 without letters.
double share_without_spaces(std::string_view text);
inline constexpr double kMostWithoutSpaces = 0.3;  // above, a text counts as one without spaces

}  // namespace ai_memory
