#include "decay/difference_statement.hh"

#include <algorithm>

#include "decay/difference_words.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostStatements = 2000;

bool has_event(const std::vector<Unit>& units) {
  return std::any_of(units.begin(), units.end(),
                     [](const Unit& unit) { return unit.kind == Unit::Kind::word && is_event(unit.value); });
}

bool names_day_or_version(const std::vector<Unit>& units) {
  return std::any_of(units.begin(), units.end(), [](const Unit& unit) {
    return unit.kind == Unit::Kind::token && (unit.token == TokenKind::date || unit.token == TokenKind::version);
  });
}

// Whether the sentence states something that lasts, so that another page could say otherwise.
bool is_statement(const Sentence& sentence) {
  if (sentence.quoted || sentence.units.empty() || sentence.units[0].kind == Unit::Kind::mark) return false;
  if (sentence.kind == TextPiece::Kind::heading || sentence.kind == TextPiece::Kind::code ||
      sentence.kind == TextPiece::Kind::html)
    return false;
  for (const std::string_view end : {"?", "？", ":", "：", "か。", "か"})
    if (sentence.text.ends_with(end)) return false;
  const Unit& first = sentence.units[0];
  // A line of a log or a list of versions; but a name may come first.
  if (first.kind == Unit::Kind::token && first.token != TokenKind::identifier) return false;
  return !has_aside(sentence.units) && !has_event(sentence.units) && !has_aside(sentence.context) &&
         !names_day_or_version(sentence.context);
}

// "Date: 2026-11-30" says of which day the page is.
bool says_day(const Sentence& sentence) {
  const auto words = std::count_if(sentence.units.begin(), sentence.units.end(), is_content);
  const bool labels = std::all_of(sentence.units.begin(), sentence.units.end(), [](const Unit& unit) {
    return !is_content(unit) || is_general(concept_of(unit.value)) || unit.value == "when" || unit.value == "created" ||
           unit.value == "updated" || unit.value == "on" || unit.value == "作成日" || unit.value == "更新日" ||
           unit.value == "開催日";
  });
  return labels && words <= 2 && names_day_or_version(sentence.units);
}

void add_subject(Statement& statement, const std::vector<Unit>& units) {
  for (const Unit& unit : units) {
    if (is_content(unit) && !is_general(concept_of(unit.value))) statement.subject.insert(concept_of(unit.value));
    if (unit.kind == Unit::Kind::token) statement.numbered.insert(unit.value);
  }
}

Statement statement_of(const Sentence& sentence, const std::vector<Unit>& title) {
  Statement statement{&sentence, {}, {}, {}, {}, {}, 0, {}, {}};
  for (const Unit& unit : sentence.units) {
    if (unit.kind == Unit::Kind::negation) ++statement.negations;
    if (unit.kind == Unit::Kind::token && unit.token != TokenKind::quoted) statement.tokens.push_back(&unit);
    if (unit.kind != Unit::Kind::word) continue;
    statement.plain.insert(unit.value);
    if (!is_linking(unit.value)) statement.words.insert(concept_of(unit.value));
    if (unit.capital || unit.name) statement.capitals.insert(concept_of(unit.value));
    if (unit.name) statement.names.insert(concept_of(unit.value));
  }
  add_subject(statement, title);
  add_subject(statement, sentence.context);
  return statement;
}

}  // namespace

bool is_content(const Unit& unit) { return unit.kind == Unit::Kind::word && !is_linking(unit.value); }

bool has_aside(const std::vector<Unit>& units) {
  return std::any_of(units.begin(), units.end(), [](const Unit& unit) {
    if (unit.kind == Unit::Kind::glue) return is_aside_glue(unit.value);
    return unit.kind == Unit::Kind::word && is_aside(unit.value);
  });
}

bool is_dated(const std::vector<Sentence>& sentences, const std::vector<Unit>& title) {
  return names_day_or_version(title) || std::any_of(sentences.begin(), sentences.end(), says_day);
}

std::vector<Statement> statements_of(const std::vector<Sentence>& sentences, const std::vector<Unit>& title) {
  std::vector<Statement> found;
  for (const Sentence& sentence : sentences)
    if (found.size() < kMostStatements && is_statement(sentence)) found.push_back(statement_of(sentence, title));
  return found;
}

}  // namespace ai_memory
