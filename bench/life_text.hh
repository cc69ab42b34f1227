// Made-up notes of somebody's working days, the same from the same numbers on every machine.
#pragma once

#include <random>
#include <string>

namespace ai_memory {

struct Note {
  std::string title, body;  // markdown; `body` begins with the title as a heading
};

// About one of a few dozen topics, some of which come up far more often; 2 to 60 sentences, mostly few, with names,
// numbers, dates, paths and decisions in them. Titles of two notes may be equal.
Note make_note(std::mt19937& random);
// The same in slightly other words: nothing it states differs.
Note say_again(const Note& note);
// The same, but for one number in it; `note` as it is if it has none.
Note contradict(const Note& note, std::mt19937& random);

}  // namespace ai_memory
