// Tokens as facts that two texts can share however they spell them.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "decay/tokens.hh"

namespace ai_memory {

struct RewriteFact {
  std::string kind;   // as RewriteFinding has it
  std::string key;    // equal for facts that say the same
  std::string group;  // facts of one group can stand for each other by mistake: "n ms" are numbers of milliseconds
  std::string text;   // as it stands
};

// A date with a time is two facts, and a weekday one of its own; counters such as 人 and "times" count for nothing. Of
// a quotation: none, see RewriteText.
std::vector<RewriteFact> facts_of(TokenKind kind, std::string_view token);

RewriteFact code_fact(std::string_view code);                   // one line; blanks do not count
std::string number_word_key(std::string_view lower_case_word);  // "two".."twelve" as the key of that number; else empty

// The facts of texts on one side.
class FactSet {
 public:
  void add(const RewriteFact& fact);
  void add_key(std::string key) { stated_.insert(std::move(key)); }
  bool states_key(const std::string& key) const { return stated_.contains(key); }
  // Whether it is there: as such, within a fuller date, or as all numbers of a range.
  bool states(const RewriteFact& fact) const;
  // Whether it can come of what is there: also one end of a range, a year of a date.
  bool yields(const RewriteFact& fact) const;
  // Whether it may be there in other dress: a number with a unit or without, but not with another one, £85 for
  // "£85/night"; each number of a range; a year by a day of it, 1951 by "7 July 1951"; a month by 10/3.
  bool may_state(const RewriteFact& fact) const;

 private:
  bool states_year(const RewriteFact& fact) const;

  std::unordered_map<std::string, std::unordered_set<std::string>> units_;  // by number; "" for one alone
  std::unordered_set<std::string> stated_, parts_, perhaps_;
};

}  // namespace ai_memory
