// Every way to take one fact out of a rewrite or to change it.
#pragma once

#include <string>
#include <vector>

#include "dream/check_rewrite.hh"
#include "tests/dream/faithful_rewrites.hh"

namespace ai_memory::test {

struct Mutation {
  std::string what;  // "5432 deleted", "5432 as 5433"
  Rewrite rewrite;
};

// Each number, date, path, URL, identifier and other token: gone in all places, or changed in one of them, to what no
// source has.
std::vector<Mutation> token_mutations(const FaithfulSet& set);
// Each piece of code: gone in all places, or with another letter in one.
std::vector<Mutation> code_mutations(const FaithfulSet& set);
// Each "not", ない and such: gone; and each ban as what need not be done.
std::vector<Mutation> denial_mutations(const FaithfulSet& set);
// Each "to", "from", から and such of a name, path or number that the sources have in that direction only: turned.
std::vector<Mutation> direction_mutations(const FaithfulSet& set);
// Each two tokens of one kind on different lines, below title and first heading: one for the other.
std::vector<Mutation> swaps(const FaithfulSet& set);

// What was found, a line each.
std::string told(const RewriteVerdict& verdict);

}  // namespace ai_memory::test
