// Porter's stemmer for English (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980).
#pragma once

#include <string>
#include <string_view>

namespace ai_memory {

// `word` in a–z only; anything else, and words of fewer than 3 or more than 64 letters, come back unchanged.
std::string porter_stem(std::string_view word);

}  // namespace ai_memory
