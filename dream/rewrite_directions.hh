// To or from what: the words of a sentence that a preposition or particle gives a direction. By form alone, English and
// Japanese.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

enum class Direction { to, from, before, after, above, below };
Direction opposite_of(Direction where);

struct Directed {
  std::string key, text;  // of a word or token: content_key(), or the key of its fact
  Direction where{};
};

struct DirectedSentence {
  std::vector<std::string> keys;  // of all its words that tell something, ascending, each once
  std::vector<Directed> directed;
  bool denies = false;  // "not after Monday" is "by Monday"
};

// At most 200 words are looked at.
DirectedSentence directions_of(std::string_view sentence);

}  // namespace ai_memory
