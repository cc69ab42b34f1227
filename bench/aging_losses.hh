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
  Loss negations;    // sentences with not, never, no, n't, ない, …: whole, in their own words
};

// `before`: a body; `after`: the body it became. Its last line, which names a commit, is not looked at.
void add_losses(std::string_view before, std::string_view after, Losses& losses);

}  // namespace ai_memory
