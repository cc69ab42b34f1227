// Sentences as statements: what lint compares between pages.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "decay/difference_units.hh"

namespace ai_memory {

using Words = std::set<std::string>;

// A sentence that tells what lasts, so that another page could say otherwise: no heading, code, quotation, question,
// event, plan, or line of a log.
struct Statement {
  const Sentence* sentence;
  Words words;     // concepts, without those that only link
  Words plain;     // all words as they stand
  Words capitals;  // concepts of capitalised words
  Words names;     // of those that are so where a plain word is not
  std::vector<const Unit*> tokens;
  std::size_t negations = 0;
  Words subject;   // concepts of what the page and the sentence's place are about, without general ones
  Words numbered;  // and the tokens there: "Run 17"
};

// The first 2000. `title`: of the page, may be empty.
std::vector<Statement> statements_of(const std::vector<Sentence>& sentences, const std::vector<Unit>& title);

// Whether the page is of one day or version: its title says so, or a line such as "Date: 2026-11-30".
bool is_dated(const std::vector<Sentence>& sentences, const std::vector<Unit>& title);

bool is_content(const Unit& unit);               // a word that does more than link others
bool has_aside(const std::vector<Unit>& units);  // marks of what is old, planned, an example

}  // namespace ai_memory
