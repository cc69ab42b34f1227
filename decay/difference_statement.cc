#include "decay/difference_statement.hh"

#include <algorithm>
#include <array>

#include "decay/difference_words.hh"
#include "decay/lint_words.hh"

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

bool can_state(const Sentence& sentence) {
  if (sentence.quoted || sentence.units.empty() || sentence.units[0].kind == Unit::Kind::mark) return false;
  if (sentence.kind == TextPiece::Kind::heading || sentence.kind == TextPiece::Kind::code ||
      sentence.kind == TextPiece::Kind::html)
    return false;
  for (const std::string_view end : {"?", "？", ":", "：", "か。", "か"})
    if (sentence.text.ends_with(end)) return false;
  const Unit& first = sentence.units[0];
  // A line of a log or a list of versions; but a name may come first.
  if (first.kind == Unit::Kind::token && first.token != TokenKind::identifier) return false;
  return !names_day_or_version(sentence.context);
}

// Whether the sentence states something that lasts, so that another page could say otherwise.
bool is_lasting(const Sentence& sentence) {
  const auto is_one_of_several = [](const Unit& unit) {
    return unit.kind == Unit::Kind::word && tells_one_of_several(unit.value);
  };
  if (std::any_of(sentence.units.begin(), sentence.units.end(), is_one_of_several)) return false;
  return !has_aside(sentence.units) && !has_event(sentence.units) && !has_aside(sentence.context);
}

bool is_be(std::string_view word) { return word == "is" || word == "are" || word == "be"; }

// Makes a participle, or the plain form, of a verb that comes soon after it: "is watered", "can read".
bool goes_with_verb(const Unit& unit) {
  constexpr std::array<std::string_view, 12> kWith = {"get", "gets", "can",  "must", "may", "should",
                                                      "to",  "do",   "does", "not",  "has", "have"};
  return unit.kind == Unit::Kind::negation || is_be(unit.value) ||
         std::find(kWith.begin(), kWith.end(), unit.value) != kWith.end();
}

// "The gate opened at 8", but not "the opened gate is", nor "is watered".
bool tells_past(const std::vector<Unit>& units) {
  constexpr std::size_t kNear = 3;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i].kind != Unit::Kind::word || !is_event(units[i].value) || units[i].value == "week") continue;
    bool is_state = i + 1 < units.size() && is_content(units[i + 1]) && (i == 0 || is_article(units[i - 1].value));
    for (std::size_t back = 1; back <= std::min(i, kNear); ++back)
      is_state = is_state || goes_with_verb(units[i - back]);
    if (!is_state) return true;
  }
  return false;
}

// Of Japanese: the verb at the end is in the past.
bool ends_in_past(const Sentence& sentence) {
  const Unit& last = sentence.units.back();
  return last.kind == Unit::Kind::glue && last.value.ends_with("た");
}

bool is_present(const Sentence& sentence) {
  const auto unsettled = [&](const Unit& unit) {
    if (unit.kind == Unit::Kind::glue) return is_unsettled_glue(unit.value);
    return unit.kind == Unit::Kind::word && is_unsettled(unit.value);
  };
  if (std::any_of(sentence.units.begin(), sentence.units.end(), unsettled)) return false;
  for (std::size_t i = 0; i + 1 < sentence.units.size(); ++i)
    if (sentence.units[i].value == "used" && sentence.units[i + 1].value == "to" &&
        (i == 0 || !is_be(sentence.units[i - 1].value)))
      return false;
  return !tells_past(sentence.units) && !ends_in_past(sentence) && !is_unsettled_place(sentence.context);
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
    if (unit.kind != Unit::Kind::word) continue;
    if (unit.text.size() == 1 && unit.capital)
      statement.about.insert('=' + unit.text);
    else if (!is_small_word(unit.value))
      statement.about.insert(concept_of(unit.value));
  }
}

Statement statement_of(const Sentence& sentence, const std::vector<Unit>& title) {
  Statement statement;
  statement.sentence = &sentence;
  statement.is_lasting = is_lasting(sentence);
  statement.is_present = is_present(sentence);
  for (const Unit& unit : sentence.units) {
    if (unit.kind == Unit::Kind::negation) ++statement.negations;
    if (unit.kind == Unit::Kind::token && unit.token != TokenKind::quoted) statement.tokens.push_back(&unit);
    if (unit.kind != Unit::Kind::word) continue;
    statement.plain.insert(unit.value);
    if (!is_linking(unit.value)) statement.words.insert(concept_of_unit(unit));
    if (unit.capital || unit.name) statement.capitals.insert(concept_of_unit(unit));
    if (unit.name) statement.names.insert(concept_of_unit(unit));
  }
  add_subject(statement, title);
  add_subject(statement, sentence.context);
  return statement;
}

}  // namespace

std::string concept_of_unit(const Unit& unit) {
  const bool is_acronym = unit.text.size() > 3 && unit.text.ends_with('S');
  return is_acronym ? unit.value : concept_of(unit.value);
}

bool is_content(const Unit& unit) { return unit.kind == Unit::Kind::word && !is_linking(unit.value); }

bool has_aside(const std::vector<Unit>& units) {
  return std::any_of(units.begin(), units.end(), [](const Unit& unit) {
    if (unit.kind == Unit::Kind::glue) return is_aside_glue(unit.value);
    return unit.kind == Unit::Kind::word && is_aside(unit.value);
  });
}

bool is_unsettled_place(const std::vector<Unit>& units) {
  return std::any_of(units.begin(), units.end(), [&](const Unit& unit) {
    if (unit.value == "log" && &unit != &units.back()) return false;  // "Log levels"
    return unit.kind == Unit::Kind::word && is_unsettled_title(unit.value);
  });
}

bool is_dated(const std::vector<Sentence>& sentences, const std::vector<Unit>& title) {
  return names_day_or_version(title) || std::any_of(sentences.begin(), sentences.end(), says_day);
}

std::vector<Statement> statements_of(const std::vector<Sentence>& sentences, const std::vector<Unit>& title) {
  std::vector<Statement> found;
  const Sentence* header = nullptr;
  std::size_t row = 0;
  for (const Sentence& sentence : sentences) {
    const bool is_row = sentence.kind == TextPiece::Kind::cell;
    // Behind the header comes a line of dashes.
    const bool is_header = is_row && !(header != nullptr && sentence.line <= row + 2);
    row = sentence.line;
    if (!is_row || is_header) header = is_header ? &sentence : nullptr;
    if (is_header || found.size() >= kMostStatements || !can_state(sentence)) continue;
    Statement statement = statement_of(sentence, title);
    statement.header = header;
    if (statement.is_lasting || statement.is_present) found.push_back(std::move(statement));
  }
  return found;
}

}  // namespace ai_memory
