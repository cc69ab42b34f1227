// The words of a text that could name what it is about.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace ai_memory {

// Words of three letters and more, without numbers and the common words of English; of scripts without spaces, runs of
// Katakana and of up to six characters of Han (longer ones as pairs), and words of Hangul. `key` is the same for forms
// of one word, `term` is the form as written, in small letters.
void for_each_term(std::string_view text,
                   const std::function<void(const std::string& key, const std::string& term)>& each);

}  // namespace ai_memory
