// Whether statements of two pages are of one thing, as titles and headings tell. Pure.
#pragma once

#include <cstddef>

#include "decay/difference_statement.hh"

namespace ai_memory {

// `agreeing`: the words in which the two agree; `weight`: how much they tell, a word 1, a long run of kanji 2.
//
// Words of titles and headings that the other page's lack, and that are neither in the sentence nor of a general kind,
// tell apart if both sides have some, or if one is a setting ("staging"). Numbers there always do. Of what is left, two
// words are enough under a shared title or heading, or where both titles are of the sentence; else it takes three, of
// which one is the name of a thing, or two where one page's title speaks of something else.
bool are_of_one_thing(const Statement& left, const Statement& right, const Words& agreeing, std::size_t weight);

}  // namespace ai_memory
