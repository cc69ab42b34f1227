// A page as the guard compares it: clauses with their words, facts, negations and surroundings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "dream/rewrite_facts.hh"
#include "wiki/markdown_text.hh"

namespace ai_memory {

// Words and facts as numbers from 1 on, shared by all texts of one check. Days of any year have one number.
class RewriteWords {
 public:
  std::uint32_t id(const std::string& key) {
    return ids_.emplace(key, static_cast<std::uint32_t>(ids_.size() + 1)).first->second;
  }
  std::uint32_t id(const RewriteFact& fact);
  // Of a fact; empty for words.
  std::string_view group(std::uint32_t id) const;

 private:
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::unordered_map<std::uint32_t, std::string> groups_;
};

struct WeightedWord {
  std::uint32_t id = 0;
  float weight = 0;
};

struct ClauseFact {
  RewriteFact fact;
  std::uint32_t id = 0;
};

// What stands between two of , ; : ( ) and the like, or in a cell of a table.
struct RewriteClause {
  std::vector<WeightedWord> words;  // its own, and facts as words; by id
  std::vector<WeightedWord>
      all;  // with those of the rest of its sentence or column, of what it stands under, of the title
  std::vector<ClauseFact> facts;
  std::uint32_t denied = 0;  // the word that is denied: behind "not", before ない; 0: not known
  int negations = 0;         // not, never, 〜ない, 禁止
  int weak_negations = 0;    // lack, avoid, 以外: may say the same
  std::size_t sentence = 0;
  std::string text;
};

struct RewriteSentence {
  std::size_t first = 0, last = 0;  // its clauses, [first, last)
  std::size_t line = 0;             // 0: the title
  std::string text;
  std::string mark;       // "[ ]", "[x]", "[decision]" … of the item that it opens; else empty
  int heading = 0;        // its level, 1 for the title; 0: none
  std::size_t place = 0;  // equal for sentences under the same title and headings
};

// Names that the sources tell: keys of capitalised words, and runs of kanji or katakana. Whether they are certain: of
// others only the place is compared.
using RewriteNames = std::unordered_map<std::string, bool>;

struct NameFound {
  std::string key, text;  // "wann", "j田中"
  std::size_t sentence = 0;
  bool certain = true;   // else only the first word of a sentence
  bool subject = false;  // of such a word: what follows is a verb by its form, "Ann leads"
};

// Equal for the forms of a word and its synonyms; of kanji, katakana and such the run itself.
std::string content_key(std::string_view word);

struct LinkLabel {
  std::string target, text;
  std::size_t sentence = 0;
};

struct RewriteText {
  std::vector<RewriteClause> clauses;
  std::vector<RewriteSentence> sentences;
  FactSet facts;                             // of all that is in the text, code included
  std::unordered_set<std::string> words;     // keys of all words
  std::unordered_set<std::string> lower;     // of those, the ones that stand somewhere without a capital
  std::unordered_set<std::string> literals;  // tokens and words as they stand, but in code
  std::vector<NameFound> names;              // capitalised within a sentence; before さん
  std::vector<std::pair<std::string, std::size_t>> quoted, links, html;  // each with its sentence
  std::vector<std::pair<std::string, std::size_t>> tags;                 // each with its line
  std::vector<LinkLabel> labels;
  std::vector<std::pair<RewriteFact, std::size_t>> hidden;  // with its line: of what no reader sees
};

// `names`: those that count as facts; while they are not known, none.
RewriteText read_rewrite(std::string_view title, std::string_view body, const RewriteNames& names, RewriteWords& words);

}  // namespace ai_memory
