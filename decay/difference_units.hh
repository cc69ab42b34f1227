// A text as sentences, and a sentence as the units in which two are compared: words, tokens, negations.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "decay/tokens.hh"
#include "wiki/markdown_text.hh"

namespace ai_memory {

struct Unit {
  enum class Kind {
    word,      // letters and digits; a run of kanji or of katakana
    glue,      // a run of hiragana: endings and particles
    token,     // see tokens.hh, and the targets of links
    negation,  // "not", "don't", "never", ない, ません: one for each
    mark,      // what stands around the sentence and changes it: a box of a task, a quotation, code
  };
  Kind kind = Kind::word;
  std::string value;  // equal for units that say the same: lower case, usual width
  std::string text;   // as it stands
  TokenKind token{};  // of a token
  // A capitalised word that is not a sentence's first, or is elsewhere capitalised too; kanji or katakana before さん,
  // 氏.
  bool name = false;
  bool capital = false;  // the word begins with a capital
  bool exact = false;    // of code: every character of `text` counts
  bool operator==(const Unit& other) const { return kind == other.kind && value == other.value; }
};

struct Sentence {
  std::string text;
  std::vector<Unit> units;
  std::size_t line = 0;
  TextPiece::Kind kind{};
  bool quoted = false;
  // The units of what it stands under, outermost first: headings, the items above a nested one, a line ending with ':'.
  std::vector<Unit> context;
  std::vector<std::string> codes;  // what stands between ticks, as it stands
  std::size_t piece = 0;           // sentences of one paragraph, item, heading or row have the same
};

// Tokens within quotation marks are found, the quotation as such is not one. A row of a table is one sentence, and so
// is each line of code.
std::vector<Sentence> sentences_of(std::string_view body);

// Whether a stop behind this text ends no sentence: "Mr", "e.g", an initial.
bool ends_abbreviation(std::string_view before);

// The units of text on one line, as if in the middle of a sentence.
std::vector<Unit> units_of(std::string_view text);

struct TextPart {
  std::size_t begin = 0, end = 0;
};
// The sentences of a text on one line; together they are all of it.
std::vector<TextPart> sentence_parts(std::string_view text);

// Those of a part of a piece's text, with its spans, and the tokens of all of it.
std::vector<Unit> units_of(std::string_view text, const std::vector<TextSpan>& spans, TextPart part,
                           const std::vector<FoundToken>& tokens);

}  // namespace ai_memory
