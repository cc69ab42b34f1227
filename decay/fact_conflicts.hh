// Two statements of two texts that cannot both be so. Pure.
#pragma once

#include <optional>

#include "decay/difference.hh"
#include "decay/fact_statements.hh"

namespace ai_memory {

// What two statements share, 0..1: Jaccard's index of their words and values.
double likeness(const FactStatement& a, const FactStatement& b);

// Two words of one statement that have changed places with each other, or one that is from where and until where:
// "Ann tells it to Ben" of "Ben tells it to Ann". Of statements in the same words.
std::optional<std::pair<std::string, std::string>> turned(const FactStatement& left, const FactStatement& right);

enum class Place {
  same,
  unknown,  // a heading that one of the texts lacks
  other,    // under two things that both texts have
};

// Two statements that neither text has of the other, and what surrounds them.
struct FactPair {
  const FactText& left_text;
  const FactText& right_text;
  const FactStatement& left;
  const FactStatement& right;
  Place place;
  bool nearest;  // for one of them the other text has none that shares more
};

// Kind, left and right of the first thing found in which they contradict each other, and the statements' texts.
std::optional<Difference> conflict(const FactPair& pair);

}  // namespace ai_memory
