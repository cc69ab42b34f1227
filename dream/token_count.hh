// How much a text is for a language model. Pure.
#pragma once

#include <cstddef>
#include <string_view>

namespace ai_memory {

// About how many tokens a model takes for `text`: a token for four ASCII characters, one for each other character.
// Rather too many than too few for English and Japanese alike.
std::size_t estimated_tokens(std::string_view text);

}  // namespace ai_memory
