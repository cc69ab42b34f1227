// What a text states, piece by piece, in a form in which order, spelling of numbers and endings of words do not count.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decay/difference_units.hh"

namespace ai_memory {

using FactWords = std::set<std::string>;

// A number, date or name of a thing. "三日", "3日" and "three days" are one number; a date with a time is two values.
struct FactValue {
  std::string kind;    // a kind of tokens.hh, or "time"
  std::string number;  // of numbers and amounts the number, else the whole value
  std::string unit;    // of amounts and numerals; may be empty
  std::string next;    // the word behind a number in digits
  std::string text;    // as it stands
};

struct FactStatement {
  std::string text;
  bool whole = true;   // a sentence; else a clause of one
  bool split = false;  // a sentence whose clauses are statements too
  TextPiece::Kind kind{};
  FactWords words;                           // keys of the words that tell something, in any form of theirs
  std::map<std::string, std::string> shown;  // of `words`, as they stand
  FactWords plain;                           // all words as they stand, lower case
  FactWords names;                           // of `words`: surely names
  FactWords capitals;  // of `words`: with a capital, which a sentence's first word has in any case
  FactWords denied;    // of `words`: next to a "not"
  FactWords exact;     // words of code, as they stand
  FactWords features;  // `words` and the numbers of `values`
  std::string place;   // equal for statements under the same words; empty: at the top
  FactWords signs;     // ✅ → ~~ and such
  std::vector<FactValue> values;
  std::vector<std::string> order;  // all of it in order, for rows of tables
  // What each word or value is there: the particle behind it (を, から), or the preposition before it (to, than); ""
  // for a subject. Those that are there twice have none.
  std::vector<std::pair<std::string, std::string>> roles;
  std::size_t negations = 0;
  char box = 0;  // of a task, ' ' or 'x'
  bool asks = false, passive = false;
  std::string key;  // equal for statements that say the same
  bool denies() const { return negations % 2 == 1; }
};

struct FactText {
  std::vector<FactStatement> statements;  // each sentence, and behind it its clauses where there are several
  FactWords words, lower;                 // of all; those that are somewhere without a capital
  FactWords places;
  std::vector<FactValue> values;
};

// Lines of their own are sentences of their own, though no blank line parts them.
FactText fact_text(std::string_view body);

// Equal for the forms of one word and for words of one meaning.
std::string fact_key(std::string_view word);

}  // namespace ai_memory
