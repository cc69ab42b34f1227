// Results cut to what a language model has room for.
#pragma once

#include <string_view>
#include <vector>

#include "index/search_index.hh"

namespace ai_memory {

// About how many tokens a model takes for `text`: a token for four ASCII characters, one for each other character.
// Rather too many than too few for English and Japanese alike.
std::size_t estimated_tokens(std::string_view text);

// Keeps the best hits that fit, each with as many of its snippets as fit, its best first. The first hit's title and
// path stay even when they alone are too much.
void fit_to_tokens(std::vector<Hit>& hits, std::size_t tokens);

}  // namespace ai_memory
