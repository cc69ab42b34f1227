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
// event, plan, line of a log, or header of a table.
struct Statement {
  const Sentence* sentence = nullptr;
  Words words;     // concepts, without those that only link
  Words plain;     // all words as they stand
  Words capitals;  // concepts of capitalised words
  Words names;     // of those that are so where a plain word is not
  std::vector<const Unit*> tokens;
  std::size_t negations = 0;
  Words subject;            // concepts of what the page and the sentence's place are about, without general ones
  Words numbered;           // and the tokens there: "Run 17"
  Words about;              // all its words; '=' before a single letter: "Server A"
  bool is_lasting = false;  // by the narrow rules: may be compared in other words too
  bool is_present = false;  // by the wide ones: compared where the words are the same but for one place
  const Sentence* header = nullptr;  // of a row of a table
};

// The first 2000. `title`: of the page, may be empty.
std::vector<Statement> statements_of(const std::vector<Sentence>& sentences, const std::vector<Unit>& title);

// Whether the page is of one day or version: its title says so, or a line such as "Date: 2026-11-30".
bool is_dated(const std::vector<Sentence>& sentences, const std::vector<Unit>& title);

// As concept_of() has it; but the S of HTTPS is no plural.
std::string concept_of_unit(const Unit& unit);
bool is_content(const Unit& unit);               // a word that does more than link others
bool has_aside(const std::vector<Unit>& units);  // marks of what is old, planned, an example
// The title or heading of what is old, a plan, a template or a log.
bool is_unsettled_place(const std::vector<Unit>& units);

}  // namespace ai_memory
