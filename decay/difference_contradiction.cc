#include <algorithm>
#include <optional>
#include <set>

#include "decay/difference_compare.hh"
#include "decay/difference_statement.hh"
#include "decay/difference_words.hh"
#include "decay/lint_slot.hh"
#include "decay/lint_subject.hh"
#include "decay/lint_words.hh"

namespace ai_memory {
namespace {

bool is_day(TokenKind kind) { return kind == TokenKind::date; }

// Kinds whose value says how a thing is. An issue or an error code says which one is meant.
bool is_value(TokenKind kind) {
  switch (kind) {
    case TokenKind::issue:
    case TokenKind::error:
    case TokenKind::exception:
    case TokenKind::quoted:
      return false;
    default:
      return true;
  }
}

Words minus(const Words& a, const Words& b) {
  Words rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(rest, rest.end()));
  return rest;
}

// Whether two pages speak of one thing here: by what they and their sections are about, or else by a name in the
// sentence.
bool same_subject(const Statement& left, const Statement& right) {
  Words agreeing;
  std::set_intersection(left.words.begin(), left.words.end(), right.words.begin(), right.words.end(),
                        std::inserter(agreeing, agreeing.end()));
  if (are_told_apart(left, right, agreeing)) return false;
  if (left.subject.empty() && right.subject.empty()) return true;
  const auto alone = minus(left.subject, right.subject).size();
  const auto shared = left.subject.size() - alone;
  const auto fewer = std::min(left.subject.size(), right.subject.size());
  if (shared > 0 && shared * 2 > fewer) return true;
  const auto is_shared_name = [&](const std::string& word) {
    return right.words.count(word) > 0 && !is_general(word) &&
           (word == "database" || (left.names.count(word) > 0 && right.names.count(word) > 0));
  };
  return std::any_of(left.words.begin(), left.words.end(), is_shared_name);
}

std::vector<const Unit*> tokens_alone(const Statement& in, const Statement& other) {
  std::vector<const Unit*> alone;
  for (const Unit* unit : in.tokens)
    if (std::none_of(other.tokens.begin(), other.tokens.end(), [&](const Unit* each) { return *each == *unit; }))
      alone.push_back(unit);
  return alone;
}

std::string without_digits(std::string_view value) {
  std::string rest;
  for (const char c : value)
    if ((c < '0' || c > '9') && c != '.' && c != ',' && c != '-') rest += c;
  return rest;
}

// What is left of a value when its number is taken away: "gb". Values in other units are not compared, nor times of
// other zones.
bool same_unit(const Unit& a, const Unit& b) {
  if (a.token != b.token) return false;
  if (a.token != TokenKind::amount && a.token != TokenKind::number && a.token != TokenKind::date) return true;
  return without_digits(a.value) == without_digits(b.value);
}

// A token before the verb, with more to come, is what the sentence is about: "Step 3 takes a minute".
bool is_key(const Statement& statement, const Unit* token) {
  std::size_t before = 0, after = 0;
  bool passed = false;
  for (const Unit& unit : statement.sentence->units) {
    if (&unit == token) passed = true;
    if (!passed && (is_verb(unit.value) || (unit.kind == Unit::Kind::glue && unit.value.starts_with("は"))))
      return false;
    if (is_content(unit)) ++(passed ? after : before);
  }
  return before <= 1 && after > 0;
}

// "supports Python 3.9": and perhaps others.
bool is_one_of_several(const Statement& statement, const Unit* token) {
  const auto& units = statement.sentence->units;
  if (token == units.data() || !(token - 1)->name) return false;
  return std::any_of(units.data(), token,
                     [](const Unit& unit) { return unit.kind == Unit::Kind::word && takes_several(unit.value); });
}

bool only_one_of_its_kind(const Statement& statement, TokenKind kind) {
  return std::count_if(statement.tokens.begin(), statement.tokens.end(),
                       [kind](const Unit* unit) { return unit->token == kind; }) == 1;
}

bool any_plain(const Statement& statement, bool (*is)(std::string_view)) {
  return std::any_of(statement.plain.begin(), statement.plain.end(),
                     [is](const std::string& word) { return is(word); }) ||
         std::any_of(statement.words.begin(), statement.words.end(),
                     [is](const std::string& word) { return is(word); });
}

using Found = std::optional<Difference>;

Difference difference(std::string kind, const Statement& left, std::string left_text, const Statement& right,
                      std::string right_text) {
  return {std::move(kind),      std::move(left_text), std::move(right_text), left.sentence->text,
          right.sentence->text, left.sentence->line,  right.sentence->line};
}

Found other_value(const Statement& left, const Statement& right) {
  if (left.words != right.words || left.negations != right.negations) return {};
  if (left.words.empty() && left.tokens.size() < 2) return {};
  const auto l = tokens_alone(left, right), r = tokens_alone(right, left);
  if (l.size() != 1 || r.size() != 1 || !is_value(l[0]->token) || !same_unit(*l[0], *r[0])) return {};
  const TokenKind kind = l[0]->token;
  if (!only_one_of_its_kind(left, kind) || !only_one_of_its_kind(right, kind)) return {};
  if (is_key(left, l[0]) && is_key(right, r[0])) return {};
  if (is_one_of_several(left, l[0]) && is_one_of_several(right, r[0])) return {};
  if (is_day(kind) && !(any_plain(left, has_one_day) && any_plain(right, has_one_day))) return {};
  const bool is_place = kind == TokenKind::url || kind == TokenKind::path || kind == TokenKind::file;
  if (is_place && left.words.size() < 2) return {};
  return difference(std::string(token_kind_name(kind)), left, l[0]->text, right, r[0]->text);
}

bool same_tokens(const Statement& left, const Statement& right) {
  return tokens_alone(left, right).empty() && tokens_alone(right, left).empty();
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// Whether they stand side by side: "Ann Miller".
bool is_run(const Statement& statement, const Words& words) {
  std::size_t runs = 0;
  bool within = false;
  for (const Unit& unit : statement.sentence->units) {
    const bool is_part = unit.kind == Unit::Kind::word && words.count(concept_of(unit.value)) > 0;
    if (is_part && !within) ++runs;
    within = is_part;
  }
  return runs == 1;
}

Found other_name(const Statement& left, const Statement& right) {
  if (!same_tokens(left, right) || left.negations != right.negations) return {};
  const auto l = minus(left.words, right.words), r = minus(right.words, left.words);
  const auto is_name = [](const Words& words, const Statement& statement) {
    return !words.empty() && words.size() <= 2 && minus(words, statement.capitals).empty() && is_run(statement, words);
  };
  if (!is_name(l, left) || !is_name(r, right) || l.size() == left.words.size()) return {};
  if (!any_plain(left, has_one_name) || !any_plain(right, has_one_name)) return {};
  return difference("name", left, joined(l), right, joined(r));
}

Found opposite(const Statement& left, const Statement& right) {
  if (!same_tokens(left, right) || left.negations != right.negations) return {};
  for (const std::string& l : minus(left.plain, right.plain))
    for (const std::string& r : minus(right.plain, left.plain)) {
      if (!is_opposite(l, r)) continue;
      const auto rest_l = minus(left.words, {concept_of(l)}), rest_r = minus(right.words, {concept_of(r)});
      if (rest_l == rest_r && !rest_l.empty()) return difference("word", left, l, right, r);
    }
  return {};
}

Found negated(const Statement& left, const Statement& right) {
  if (!same_tokens(left, right) || left.negations % 2 == right.negations % 2) return {};
  const Words always{concept_of("always")};
  if (minus(left.words, always) != minus(right.words, always) || left.words.empty()) return {};
  const auto text = [](const Statement& statement) {
    for (const Unit& unit : statement.sentence->units)
      if (unit.kind == Unit::Kind::negation) return unit.text;
    return std::string();
  };
  return difference("negation", left, text(left), right, text(right));
}

// Whether all but two words at most of each are the other's: cheap, and no contradiction has more.
bool share_words(const Statement& left, const Statement& right) {
  constexpr std::size_t kMostAlone = 2;
  std::size_t l_alone = 0, r_alone = 0;
  auto l = left.words.begin(), r = right.words.begin();
  while ((l != left.words.end() || r != right.words.end()) && l_alone <= kMostAlone && r_alone <= kMostAlone) {
    const int order = l == left.words.end() ? 1 : r == right.words.end() ? -1 : l->compare(*r);
    if (order < 0) ++l_alone;
    if (order > 0) ++r_alone;
    if (order <= 0) ++l;
    if (order >= 0) ++r;
  }
  return l_alone <= kMostAlone && r_alone <= kMostAlone;
}

// Rows of two tables are of one thing if the tables have the same columns.
bool same_columns(const Statement& left, const Statement& right) {
  return left.header == nullptr || right.header == nullptr || left.header->units == right.header->units;
}

// In other words too.
Found in_other_words(const Statement& left, const Statement& right) {
  if (!left.is_lasting || !right.is_lasting) return {};
  const bool commands = is_command(left.sentence->units[0].value) && is_command(right.sentence->units[0].value);
  for (const auto find : {other_value, other_name, opposite, negated}) {
    if (commands && find == other_value) continue;  // "Run it 3 times": here 3, there 5
    if (auto found = find(left, right)) return same_subject(left, right) ? std::move(found) : Found{};
  }
  return {};
}

struct Contradiction {
  Difference difference;
  bool is_value = true;
};

std::optional<Contradiction> contradiction(const Statement& left, const Statement& right) {
  if (!same_columns(left, right)) return {};
  if (auto found = in_other_words(left, right)) return Contradiction{std::move(*found), false};
  if (!left.is_present || !right.is_present) return {};
  const auto is_shared = [&](const std::string& word) { return right.words.count(word) > 0; };
  if (std::none_of(left.words.begin(), left.words.end(), is_shared)) return {};
  const auto slot = contradicting_slot(left, right);
  if (!slot || !are_of_one_thing(left, right, slot->agreeing, slot->weight)) return {};
  return Contradiction{difference(slot->kind, left, slot->left, right, slot->right), slot->is_value};
}

bool agree(const Statement& left, const Statement& right) {
  return left.words == right.words && same_tokens(left, right) && left.negations % 2 == right.negations % 2;
}

std::set<std::string> token_values(const std::vector<Sentence>& sentences) {
  std::set<std::string> values;
  for (const Sentence& sentence : sentences)
    for (const Unit& unit : sentence.units)
      if (unit.kind == Unit::Kind::token) values.insert(unit.value);
  return values;
}

bool has_word_of(const std::vector<Sentence>& sentences, std::string_view words) {
  for (const Unit& wanted : units_of(words))
    for (const Sentence& sentence : sentences)
      for (const Unit& unit : sentence.units)
        if (unit == wanted && is_content(unit)) return true;
  return false;
}

}  // namespace

std::vector<Difference> contradictions(const std::vector<Sentence>& left, std::string_view left_title,
                                       const std::vector<Sentence>& right, std::string_view right_title) {
  const auto title_l = units_of(left_title), title_r = units_of(right_title);
  if (is_unsettled_place(title_l) || is_unsettled_place(title_r)) return {};
  if (is_dated(left, title_l) && is_dated(right, title_r)) return {};
  const auto lefts = statements_of(left, title_l), rights = statements_of(right, title_r);
  const auto values_l = token_values(left), values_r = token_values(right);

  struct Pair {
    std::size_t l, r;
    Contradiction found;
  };
  std::vector<Pair> pairs;
  std::vector<std::size_t> times_l(lefts.size()), times_r(rights.size());
  for (std::size_t l = 0; l < lefts.size(); ++l)
    for (std::size_t r = 0; r < rights.size(); ++r) {
      if (!share_words(lefts[l], rights[r])) continue;
      if (agree(lefts[l], rights[r])) times_l[l] += 2, times_r[r] += 2;
      auto found = contradiction(lefts[l], rights[r]);
      if (!found) continue;
      ++times_l[l], ++times_r[r];
      pairs.push_back({l, r, std::move(*found)});
    }

  std::vector<Difference> found;
  for (Pair& pair : pairs) {
    if (times_l[pair.l] > 1 || times_r[pair.r] > 1) continue;
    // A page that knows the other's value too says more than one sentence of it does.
    const auto knows = [&](const Statement& statement, const Statement& other, const std::set<std::string>& values) {
      const auto alone = tokens_alone(statement, other);
      return std::any_of(alone.begin(), alone.end(), [&](const Unit* unit) { return values.count(unit->value) > 0; });
    };
    if (knows(lefts[pair.l], rights[pair.r], values_r) || knows(rights[pair.r], lefts[pair.l], values_l)) continue;
    Difference& difference = pair.found.difference;
    if (pair.found.is_value && (has_word_of(right, difference.left) || has_word_of(left, difference.right))) continue;
    found.push_back(std::move(difference));
  }
  return found;
}

}  // namespace ai_memory
