// A page in pieces that one vector each can stand for.
#pragma once

#include <string>
#include <vector>

#include "index/embedder.hh"
#include "wiki/page.hh"

namespace ai_memory {

struct Chunk {
  std::string text;           // the page's title, the headings above, then the piece itself
  std::size_t line = 0;       // of the file, where the piece begins; 1-based
  std::int64_t hash() const;  // of the text: equal texts have equal vectors
};

// The body is cut at its headings, long parts at blank lines, then at line ends, then between words, so that nothing is
// left out and each piece fits the embedder; short neighbours of one part are not joined across headings. A page
// without text gives one chunk of its title. Never empty.
std::vector<Chunk> chunks_of(const Page& page, const Embedder& embedder);

}  // namespace ai_memory
