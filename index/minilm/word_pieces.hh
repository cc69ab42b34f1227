// Text as the word pieces that BERT's uncased vocabulary has: marks dropped, lower case, ideographs and punctuation
// apart, each word cut from the left into the longest pieces there are.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "index/minilm/model.hh"

namespace ai_memory::minilm {

struct Piece {
  int id;
  std::size_t begin, end;  // bytes of the word it is of, in the text that was given
};

// Words longer than 100 letters, and such as the vocabulary cannot spell, are one [UNK]. Bytes that are no UTF-8 and
// control characters are left out. At most `limit` pieces.
std::vector<Piece> word_pieces(const Model& model, std::string_view text, std::size_t limit);

}  // namespace ai_memory::minilm
