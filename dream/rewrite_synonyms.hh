// Words that a rewrite may put for each other: irregular forms, and what says the same in any note. Pure.
#pragma once

#include <string>
#include <string_view>

namespace ai_memory {

// `key` is what word_key() makes of a word in small letters; the key of the first of its row, or itself.
std::string plain_word_key(std::string_view word, std::string key);

// A run of kanji or katakana likewise: 使 for 利用. It points into a table or is `run`.
std::string_view plain_run(std::string_view run);

}  // namespace ai_memory
