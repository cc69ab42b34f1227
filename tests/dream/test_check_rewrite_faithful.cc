#include <doctest/doctest.h>

#include "dream/check_rewrite.hh"
#include "tests/dream/faithful_rewrites.hh"
#include "tests/dream/rewrite_mutations.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

using Sets = std::vector<const FaithfulSet*>;

Sets open_sets() {
  Sets sets;
  for (const auto* some : {&english_rewrites(), &more_rewrites(), &japanese_rewrites()})
    for (const FaithfulSet& set : *some) sets.push_back(&set);
  return sets;
}

// The names of the mutations that the guard takes; with `even_doubted` those too that it only doubts.
template <typename Mutations>
std::vector<std::string> taken(const Sets& sets, Mutations mutations, std::size_t& tried, bool even_doubted = false) {
  std::vector<std::string> names;
  for (const FaithfulSet* set : sets) {
    const auto sources = sources_of(*set);
    for (const Mutation& mutation : mutations(*set)) {
      ++tried;
      const auto verdict = check_rewrite(sources, mutation.rewrite);
      if (even_doubted ? !verdict.refused() : verdict.accepted())
        names.push_back(std::string(set->name) + ": " + mutation.what + told(verdict));
    }
  }
  return names;
}

// Of what is refused anyway a change says nothing.
Sets accepted_sets() {
  Sets sets = open_sets();
  for (const auto* some : {&held_out_rewrites(), &second_rewrites(), &third_rewrites()})
    for (const FaithfulSet& set : *some)
      if (check_rewrite(sources_of(set), rewrite_of(set)).accepted()) sets.push_back(&set);
  return sets;
}

// `refused`: how many of a hundred must not only be doubted.
template <typename Mutations>
void check_all_caught(Mutations mutations, std::size_t least, std::size_t refused) {
  std::size_t tried = 0, again = 0;
  for (const auto& name : taken(accepted_sets(), mutations, tried)) CHECK_MESSAGE(false, name);
  const auto doubted = taken(accepted_sets(), mutations, again, true);
  for (const auto& name : doubted) MESSAGE("doubted: ", name);
  CHECK(tried > least);
  CHECK((tried - doubted.size()) * 100 >= tried * refused);
  MESSAGE(doubted.size(), " doubted of ", tried);
}

}  // namespace

TEST_CASE("faithful rewrites are accepted") {
  for (const FaithfulSet* set : open_sets()) {
    const auto verdict = check_rewrite(sources_of(*set), rewrite_of(*set));
    CHECK_MESSAGE(verdict.accepted(), std::string(set->name) << told(verdict));
  }
}

TEST_CASE(
    "a token that is gone or changed is caught, ninety-nine of a hundred refused, each one of every faithful rewrite") {
  check_all_caught(token_mutations, 50, 99);
}

TEST_CASE("code that is gone or changed is refused, each piece of every faithful rewrite") {
  check_all_caught(code_mutations, 50, 100);
}

TEST_CASE(
    "a denial that is gone, or a ban that became free to leave, is caught, most refused, each one of every faithful "
    "rewrite") {
  check_all_caught(denial_mutations, 50, 60);
}

TEST_CASE("a direction that is turned is caught, each one of every faithful rewrite") {
  check_all_caught(direction_mutations, 15, 0);
}

TEST_CASE("of values that change places at most one pair in twenty is taken") {
  std::size_t tried = 0;
  const auto names = taken(accepted_sets(), swaps, tried);
  for (const auto& name : names) MESSAGE(name);
  MESSAGE(names.size(), " of ", tried, " taken");
  CHECK(names.size() * 20 <= tried);
}

TEST_CASE("of the faithful rewrites held out at most one in ten is refused") {
  for (const auto* sets : {&held_out_rewrites(), &second_rewrites(), &third_rewrites(), &short_rewrites()}) {
    std::size_t refused = 0;
    for (const FaithfulSet& set : *sets) {
      const auto verdict = check_rewrite(sources_of(set), rewrite_of(set));
      if (verdict.accepted()) continue;
      ++refused;
      MESSAGE(std::string(set.name) << told(verdict));
    }
    CHECK(refused * 10 <= sets->size());
  }
}

TEST_CASE("faithful rewrites that put force words in other words are accepted") {
  std::size_t refused = 0;
  for (const FaithfulSet& set : force_word_rewrites()) {
    const auto verdict = check_rewrite(sources_of(set), rewrite_of(set));
    if (verdict.accepted()) continue;
    ++refused;
    MESSAGE(std::string(set.name) << told(verdict));
  }
  MESSAGE(refused, " of ", force_word_rewrites().size(), " refused");
  CHECK(refused <= 2);
}
