// Results cut to what a language model has room for.
#pragma once

#include <vector>

#include "dream/token_count.hh"
#include "index/search_index.hh"

namespace ai_memory {

// Keeps the best hits that fit, each with as many of its snippets as fit, its best first. The first hit's title and
// path stay even when they alone are too much.
void fit_to_tokens(std::vector<Hit>& hits, std::size_t tokens);

}  // namespace ai_memory
