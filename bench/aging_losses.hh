// What a shortened text lacks of the one it was made of, by scans of its own: all but the keep-tokens are looked for
// without the code that chose what to keep.
#pragma once

#include <cstddef>
#include <string_view>

namespace ai_memory {

// Each thing counts once a page.
struct Loss {
  std::size_t had = 0, lost = 0;
};

struct Losses {
  Loss keep_tokens;  // what keep_tokens() finds
  Loss numbers;      // runs of digits, with . or , between them
  Loss dates;        // 2023-05-08, 8 May 2023, 8 May, 2023, May 8, 2023
  // Sentences with not, never, no, n't, ない, …: there whole in their own words; else each negation with what is around
  // it up to a comma or conjunction; else, but for words, lost.
  std::size_t denials = 0, denials_whole = 0, denials_as_clause = 0;
  std::size_t denials_as_words() const { return denials - denials_whole - denials_as_clause; }
};

// `before`: a body; `after`: the body it became. Its last line, which names a commit, is not looked at.
void add_losses(std::string_view before, std::string_view after, Losses& losses);

}  // namespace ai_memory
