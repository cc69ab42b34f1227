// What a sentence says of two things that the other way round is another statement: who did what to whom, from where to
// where, what comes first, what is larger. By form alone, English and Japanese.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

struct Relation {
  std::string kind;                        // "from", "time", "instead", "than" and a word, "agent" and a verb
  std::vector<std::string> first, second;  // keys of words that only one side has; neither is empty
  std::string text;                        // first and second as they stand
};

// At most 20. Forms that say the same are one: what is smaller comes second of "than large", what is later of "time".
std::vector<Relation> relations_of(std::string_view sentence);

}  // namespace ai_memory
