// Whether statements of two pages are of one thing, as titles and headings tell. Pure.
#pragma once

#include <cstddef>

#include "decay/difference_statement.hh"

namespace ai_memory {

// `agreeing`: the words in which the statements agree. Words of titles and headings that the other page's lack, and
// that are neither in the sentence nor of a general kind, tell apart if both sides have some, or if one is a setting
// ("staging"). Numbers there always do.
bool are_told_apart(const Statement& left, const Statement& right, const Words& agreeing);

// Not told apart, and close enough. `weight`: how much the agreeing words tell, a word 1, a long run of kanji 2. Two
// are enough under a shared title or heading, or where one title is of the sentence and the other of a general kind;
// else it takes three, of which one is the name of a thing, or two where one page's title speaks of something else.
bool are_of_one_thing(const Statement& left, const Statement& right, const Words& agreeing, std::size_t weight);

}  // namespace ai_memory
