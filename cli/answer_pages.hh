// What a language model is given to answer out of: the pages that a search found, as far as there is room.
#pragma once

#include <vector>

#include "cli/context.hh"
#include "dream/answer.hh"

namespace ai_memory {

// The best first, each whole if it fits into what is left of about `tokens`, else the paragraphs around the words that
// were found. Without front matter and secrets.
std::vector<AnswerPage> answer_pages(const Wiki& wiki, const std::vector<Hit>& hits, std::size_t tokens);

// The paragraphs of `body` that have these lines (1-based within it), best first until `tokens` are full, in the order
// of the text; "[…]" stands for what is left out.
std::string passages(std::string_view body, const std::vector<std::size_t>& lines, std::size_t tokens);

}  // namespace ai_memory
