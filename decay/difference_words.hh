// What single words say to the comparison of two sentences: a few hundred of them, English and Japanese. Words are
// given as units have them: lower case, usual width.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ai_memory {

// "not" and the like. Of a contraction or "cannot", what remains without it: "don't" is "do" and a negation.
bool is_negation(std::string_view word);
std::optional<std::string> negated_stem(std::string_view word);

// The first ない, ません … of a run of hiragana; begin == end == run.size() if there is none. かもしれない negates
// nothing.
struct GluePart {
  std::size_t begin = 0, end = 0;
};
GluePart first_negation(std::string_view run);

// "a", "the": may be there or not. Of hiragana: です, だ; は and が are one.
bool is_article(std::string_view word);
std::string plain_glue(std::string_view glue);

// One letter too many, too few, wrong or swapped with its neighbour, within an ASCII word of five letters or more. Not
// at its ends, where endings and "un-" make another word.
bool is_misspelling(std::string_view a, std::string_view b);

// "on" and "off", 有効 and 無効.
bool is_opposite(std::string_view a, std::string_view b);

// The word by which others of the same meaning are known: its singular, "database" for "postgres".
std::string concept_of(std::string_view word);

// Says nothing about what a sentence is about: "is", "runs", "currently", 使用.
bool is_linking(std::string_view word);
bool is_verb(std::string_view word);  // "has": what comes before it is what the sentence is about
// Names a thing only within its surroundings: "server", "page", "limit".
bool is_general(std::string_view word);

// Marks of sentences that tell an event, a state of old, a plan, an example, a question of time or place: what they say
// need not agree with what another page says.
bool is_event(std::string_view word);
bool is_aside(std::string_view word);
bool is_aside_glue(std::string_view glue);  // でした, まで, だった

// Values of which a thing has one only: days ("deadline", "birthday") and names ("owner", 担当).
bool has_one_day(std::string_view word);
bool has_one_name(std::string_view word);

}  // namespace ai_memory
