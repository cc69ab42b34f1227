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
  bool states_year(const RewriteFact& fact) const;  // 1951 by "7 July 1951"
  // Of a number without a unit: whether both sides have an amount of so many, 380 by "380 ml".
  bool shares_amount(const FactSet& other, const RewriteFact& fact) const;
  // Whether the number, or each of a range, is there in other dress: with a unit or without, £85 for "£85/night"; not
  // with another unit.
  bool tells_number(const RewriteFact& fact) const;

 private:
  std::unordered_map<std::string, std::unordered_set<std::string>> amounts_;  // by number
  std::unordered_map<std::string, std::unordered_set<std::string>> units_;    // likewise; "" for a number alone
  std::unordered_set<std::string> stated_, parts_;
};

}  // namespace ai_memory
