#include "decay/fact_statements.hh"

#include <algorithm>
#include <array>
#include <map>

#include "decay/content_words.hh"
#include "decay/difference_statement.hh"
#include "decay/difference_words.hh"
#include "decay/fact_clauses.hh"
#include "decay/token_scan.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

// Links words as "is" does.
bool is_past(std::string_view word) {
  constexpr std::array<std::string_view, 8> kWords = {"was", "were", "been", "did", "had", "got", "gets", "being"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// "two" as "2"; not "one", which may be no number. Empty: no number.
std::string number_of_word(std::string_view word) {
  constexpr std::array<std::string_view, 11> kNumbers = {"two",   "three", "four", "five",   "six",   "seven",
                                                         "eight", "nine",  "ten",  "eleven", "twelve"};
  const auto found = std::find(kNumbers.begin(), kNumbers.end(), word);
  return found == kNumbers.end() ? std::string() : std::to_string(found - kNumbers.begin() + 2);
}

// Equal for "days", "day" and the unit of an amount as token_value() has it.
std::string unit_key(std::string_view unit) {
  const auto value = token_value(TokenKind::amount, "1 " + std::string(unit)).substr(1);
  return is_ascii_lower(value[0]) ? word_key(value) : value;
}

// Of an amount the number alone: "from 30 to 45 EUR".
std::string role_key(const Unit& unit) {
  if (unit.kind == Unit::Kind::word) return fact_key(unit.value);
  return unit.token == TokenKind::amount ? unit.value.substr(0, unit.value.find_first_not_of("-0123456789."))
                                         : unit.value;
}

// Of 四張 or 第三会議室 the numeral: begin and end; none: {0, 0}.
TextPart numeral_of(std::string_view word) {
  const std::size_t begin = word.starts_with("第") ? 3 : 0;
  const auto rest = word.substr(begin);
  for (const std::string_view digit : {"一", "二", "三", "四", "五", "六", "七", "八", "九", "十"})
    if (rest.starts_with(digit)) return {begin, begin + kanji_number_size(rest)};
  return {};
}

// 10:30 of 2026-01-04T10:30, and what stands before it.
std::size_t time_at(std::string_view date) {
  const auto colon = date.find(':');
  if (colon == std::string_view::npos) return date.size();
  return colon < 2 ? 0 : colon - 2;
}

// A sentence's or a clause's units as a statement.
class StatementReader {
 public:
  StatementReader(const std::vector<Unit>& units, const FactWords& names, FactStatement& into)
      : units_(units), names_(names), into_(into) {}

  void read() {
    for (at_ = 0; at_ < units_.size(); ++at_) {
      const Unit& unit = units_[at_];
      into_.order.push_back(unit.value);
      switch (unit.kind) {
        case Unit::Kind::negation:
          if (!is_contrast()) read_negation();
          break;
        case Unit::Kind::mark:
          if (unit.value.starts_with('[')) into_.box = unit.value[1];
          break;
        case Unit::Kind::glue:
          read_glue(unit.value);
          break;
        case Unit::Kind::token:
          read_token(unit);
          break;
        case Unit::Kind::word:
          read_word(unit);
          break;
      }
    }
  }

 private:
  // "v1ではなくv2" says which, and denies nothing.
  bool is_contrast() const {
    return at_ > 0 && units_[at_].text == "なく" && units_[at_ - 1].kind == Unit::Kind::glue &&
           units_[at_ - 1].value.ends_with("では");
  }

  // In Japanese the word before it is denied, in English the one behind it.
  void read_negation() {
    ++into_.negations;
    const bool japanese = static_cast<unsigned char>(units_[at_].text[0]) >= 0x80;
    const auto deny = [&](const Unit& unit) {
      if (unit.kind != Unit::Kind::word || is_linking(unit.value)) return false;
      into_.denied.insert(fact_key(unit.value));
      return true;
    };
    for (std::size_t i = at_; !japanese && i < units_.size(); ++i)
      if (deny(units_[i])) return;
    for (std::size_t i = at_; i-- > 0;)
      if (deny(units_[i])) return;
  }

  std::string next_word() const {
    if (at_ + 1 >= units_.size() || units_[at_ + 1].kind != Unit::Kind::word) return {};
    const auto& word = units_[at_ + 1].value;
    return is_linking(word) ? std::string() : unit_key(word);
  }

  void read_glue(std::string_view glue) {
    for (const std::string_view end : {"わず", "かず", "らず", "さず", "たず", "ばず"})
      if (glue.ends_with(end) && !glue.ends_with("かならず")) read_negation();
    if (glue.starts_with("れ") || glue.starts_with("され")) into_.passive = true;
    if (at_ == 0) return;
    const Unit& before = units_[at_ - 1];
    if (before.kind != Unit::Kind::word && before.kind != Unit::Kind::token) return;
    for (const std::string_view particle : {"から", "まで", "より", "では", "を", "に", "へ", "は", "が"}) {
      if (!glue.starts_with(particle) && !(glue.starts_with("さん") && glue.substr(6).starts_with(particle))) continue;
      const bool subject = particle == "は" || particle == "が";
      into_.roles.emplace_back(role_key(before), subject ? "" : particle == "へ" ? "に" : particle);
      return;
    }
  }

  void read_token(const Unit& unit) {
    if (const auto before = preposition(); !before.empty()) into_.roles.emplace_back(role_key(unit), before);
    if (unit.token == TokenKind::date) return read_date(unit);
    FactValue value{std::string(token_kind_name(unit.token)), unit.value, {}, {}, unit.text};
    if (unit.token == TokenKind::number) value.next = next_word();
    if (unit.token == TokenKind::amount) {
      const auto end = std::min(unit.value.find_first_not_of("-0123456789."), unit.value.size());
      value.number = unit.value.substr(0, end);
      if (end < unit.value.size()) value.unit = unit_key(unit.value.substr(end));
      value.kind = "number";
    }
    into_.values.push_back(std::move(value));
  }

  void read_date(const Unit& unit) {
    const auto time = time_at(unit.value);
    auto day = unit.value.substr(0, time);
    if (day.ends_with('T')) day.pop_back();
    if (!day.empty()) into_.values.push_back({"date", day, {}, {}, unit.text});
    if (time < unit.value.size()) into_.values.push_back({"time", unit.value.substr(time), {}, {}, unit.text});
  }

  void read_word(const Unit& unit) {
    into_.plain.insert(unit.value);
    if (unit.exact) into_.exact.insert(unit.text);
    if (const auto number = number_of_word(unit.value); !number.empty() && !next_word().empty()) {
      into_.values.push_back({"number", number, next_word(), {}, unit.text});
      return;
    }
    if (unit.name || names_.contains(unit.value)) into_.names.insert(fact_key(unit.value));
    if (const auto [begin, end] = numeral_of(unit.value); end > begin && !unit.name && end < unit.value.size()) {
      const auto rest = unit.value.substr(end);
      const auto numeral = unit.value.substr(begin, end - begin);
      const auto value = token_value(TokenKind::amount, numeral + "個");
      into_.values.push_back({"number", value.substr(0, value.find("個")), rest, {}, unit.text});
      into_.words.insert(rest);
      return;
    }
    if ((is_linking(unit.value) || is_past(unit.value)) && !unit.name) return;
    const auto key = fact_key(unit.value);
    into_.words.insert(key);
    into_.shown.emplace(key, unit.text);
    if (unit.capital) into_.capitals.insert(key);
    if (unit.value[0] >= 'a' && unit.value[0] <= 'z') into_.roles.emplace_back(key, preposition());
  }

  // "to" of "to the team".
  std::string preposition() const {
    constexpr std::array<std::string_view, 7> kWords = {"to", "from", "until", "than", "by", "over", "before"};
    for (std::size_t back = 1; back <= 2 && back <= at_; ++back) {
      const Unit& before = units_[at_ - back];
      if (std::find(kWords.begin(), kWords.end(), before.value) != kWords.end()) return before.value;
      if (!is_article(before.value)) break;
    }
    return {};
  }

  const std::vector<Unit>& units_;
  const FactWords& names_;
  FactStatement& into_;
  std::size_t at_ = 0;
};

FactWords signs_of(std::string_view text) {
  FactWords found;
  for (const std::string_view sign : {"→",  "←", "↑", "↓", "⇒", "✅", "❌", "✓", "✔", "✗", "✘", "☑", "☐",
                                      "~~", "<", ">", "≤", "≥", "±", "½", "¼", "¾", "²", "³", "👍", "👎"})
    if (text.find(sign) != std::string_view::npos) found.insert(std::string(sign));
  return found;
}

bool is_question(std::string_view text) {
  text = trim(text, " \t。.");
  return text.ends_with('?') || text.ends_with("？") || text.ends_with("か");
}

std::string joined(const FactWords& words) {
  std::string text;
  for (const std::string& word : words) text += word + '\n';
  return text;
}

void finish(FactStatement& statement) {
  FactWords seen, twice;
  for (const auto& [word, role] : statement.roles)
    if (!seen.insert(word).second) twice.insert(word);
  std::erase_if(statement.roles, [&](const auto& each) { return twice.contains(each.first); });
  FactWords values;
  statement.features = statement.words;
  for (const FactValue& value : statement.values) statement.features.insert(value.number);
  for (const FactValue& value : statement.values) values.insert(value.kind + value.number + ' ' + value.unit);
  statement.key = joined(statement.words) + '\t' + joined(values) + '\t' + joined(statement.signs) +
                  (statement.denies() ? "-" : "") + (statement.asks ? "?" : "") + statement.box;
  if (statement.kind == TextPiece::Kind::cell || statement.kind == TextPiece::Kind::code)
    for (const std::string& unit : statement.order) statement.key += '|' + unit;
  for (const std::string& word : statement.exact) statement.key += '`' + word;
}

std::string place_of(const std::vector<Unit>& context) {
  FactWords place;
  for (const Unit& unit : context)
    if (unit.kind == Unit::Kind::token || is_content(unit)) place.insert(fact_key(unit.value));
  return joined(place);
}

FactStatement sentence_statement(const Sentence& sentence, const FactWords& names) {
  FactStatement statement;
  statement.text = sentence.text;
  statement.kind = sentence.kind;
  statement.place = place_of(sentence.context);
  statement.signs = signs_of(sentence.text);
  statement.asks = is_question(sentence.text);
  StatementReader(sentence.units, names, statement).read();
  if (statement.text.starts_with("No, ") && statement.negations > 1) --statement.negations;  // an answer
  finish(statement);
  return statement;
}

FactStatement clause_statement(const FactStatement& of, std::string_view text, const FactWords& names) {
  FactStatement statement;
  statement.text = std::string(trim(text));
  statement.whole = false;
  statement.kind = of.kind;
  statement.place = of.place;
  statement.signs = signs_of(text);
  statement.asks = of.asks;
  statement.box = of.box;
  StatementReader(units_of(text), names, statement).read();
  finish(statement);
  return statement;
}

}  // namespace

std::string fact_key(std::string_view word) { return word_key(concept_of(word)); }

FactText fact_text(std::string_view body) {
  const auto sentences = sentences_of(with_lines_apart(body));
  FactText text;
  FactWords names;
  for (const Sentence& sentence : sentences)
    for (const Unit& unit : sentence.units) {
      if (unit.name) names.insert(unit.value);
      if (unit.kind != Unit::Kind::word) continue;
      text.words.insert(fact_key(unit.value));
      if (!unit.capital) text.lower.insert(fact_key(unit.value));
    }
  for (const Sentence& sentence : sentences) {
    text.statements.push_back(sentence_statement(sentence, names));
    const FactStatement whole = text.statements.back();
    text.places.insert(whole.place);
    text.values.insert(text.values.end(), whole.values.begin(), whole.values.end());
    if (whole.kind == TextPiece::Kind::code || whole.kind == TextPiece::Kind::html) continue;
    const auto clauses = clauses_of(whole.text);
    text.statements.back().split = clauses.size() > 1;
    for (std::size_t i = 0; clauses.size() > 1 && i < clauses.size(); ++i)
      text.statements.push_back(
          clause_statement(whole, whole.text.substr(clauses[i].begin, clauses[i].end - clauses[i].begin), names));
  }
  return text;
}

}  // namespace ai_memory
