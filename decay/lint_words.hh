// What single words say to the search for contradictions: whether a sentence tells what is so now, what a thing has
// only one of, and what tells two pages apart. Words are given as units have them: lower case, usual width.
#pragma once

#include <string_view>

namespace ai_memory {

// Says nothing of what a sentence is about: "is", "the", "must", "every".
bool is_small_word(std::string_view word);

// Of a title: tells what kind of page it is, or which side of a thing it looks at: "overview", "limits", 一覧.
bool is_topic_word(std::string_view word);

// Sets a page apart from another of the same matter: "staging", "linux", 本番.
bool is_setting(std::string_view word);
// Of these one that may be a part of the whole, as "web" or "admin": what is said there of a thing that has a name of
// its own is said of that thing everywhere.
bool is_part_of_whole(std::string_view word);

// The page is of old, a plan or a template: "changelog", 履歴.
bool is_unsettled_title(std::string_view word);

// Past, plans, guesses, examples, conditions, hearsay, one of several: "until", "might", "example", "some", 以前. Of
// hiragana: かもしれ, たら, つもり.
bool is_unsettled(std::string_view word);
bool is_unsettled_glue(std::string_view glue);

bool tells_one_of_several(std::string_view word);  // "some", "another"

// "is", "can", "listens": what stands before it is what the sentence is about.
bool is_finite_verb(std::string_view word);
// A command to the reader, as the first word of a sentence: "set", "wait".
bool is_command(std::string_view word);

// What follows such a word may well be one of several: "supports", "speaks", "likes".
bool takes_several(std::string_view word);
// What follows it has one value, with a preposition between or without: "hosted", "written". `somewhere`: also where it
// is no name, as with "stored in the cellar".
bool takes_one(std::string_view word);
bool takes_one_place(std::string_view word);
// A thing that has one name only: "language", "owner", 担当者.
bool is_one_of_a_kind(std::string_view word);

// Happens at one time: "starts", "runs", 開. Not so "leaves": of trains there are many.
bool keeps_time(std::string_view word);
bool comes_often(std::string_view word);   // "train", "next", 電車: has many times
bool has_one_date(std::string_view word);  // "exam", 締切

// A number behind it tells which one is meant: "step", "chapter".
bool is_counted(std::string_view word);

// Words of which one at most is true: months, colours, how often, programming languages. 0: of no such class.
int word_class(std::string_view word);

// "must" and "need not": the modal words of a slot, with blanks between.
bool are_other_duties(std::string_view one, std::string_view other);

}  // namespace ai_memory
