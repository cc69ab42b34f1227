#include "decay/lint_slot.hh"

#include <algorithm>
#include <vector>

#include "decay/difference_words.hh"
#include "decay/lint_words.hh"

namespace ai_memory {
namespace {

using Units = std::vector<const Unit*>;
using Is = bool (*)(std::string_view);

// The spelling by which words are compared. The classes of which one word excludes another are no synonyms here.
std::string form_of(const Unit& unit) {
  if (unit.kind != Unit::Kind::word) return unit.value;
  if (word_class(unit.value) != 0) return unit.value;
  if (unit.value == "retained") return "kept";
  const std::string meant = concept_of_unit(unit);
  return meant == "database" || meant == "nightly" ? unit.value : meant;
}

// A sentence as it is compared: without articles, です, and what only says how sure or how polite it is.
struct Line {
  Units units;
  std::vector<std::string> forms;
  std::string tail;  // the kana behind the last word: にある
  bool is_indefinite = false;
};

bool is_left_out(const Unit& unit) {
  if (unit.kind == Unit::Kind::glue) return plain_glue(unit.value).empty();
  constexpr std::string_view kFillers[] = {"currently", "now", "please", "always", "just"};
  return unit.kind == Unit::Kind::word && (is_article(unit.value) || std::find(std::begin(kFillers), std::end(kFillers),
                                                                               unit.value) != std::end(kFillers));
}

Line line_of(const Sentence& sentence, bool with_negations) {
  Line line;
  std::size_t end = sentence.units.size();
  const auto is_kana = [](const Unit& unit) {
    return unit.kind == Unit::Kind::glue || unit.kind == Unit::Kind::negation;
  };
  while (end > 1 && is_kana(sentence.units[end - 1])) --end;
  for (std::size_t i = end; i < sentence.units.size(); ++i) line.tail += sentence.units[i].text;
  const std::string& first = sentence.units[0].value;
  line.is_indefinite = first == "a" || first == "an";
  for (std::size_t i = 0; i < end; ++i) {
    const Unit& unit = sentence.units[i];
    if (is_left_out(unit) || (unit.kind == Unit::Kind::negation && !with_negations)) continue;
    if (!with_negations && (unit.value == "do" || unit.value == "does" || unit.value == "any")) continue;
    line.units.push_back(&unit);
    line.forms.push_back(unit.kind == Unit::Kind::glue ? plain_glue(unit.value) : form_of(unit));
  }
  return line;
}

// は, in the way that it opens what is said of a thing.
bool is_topic_mark(const Unit& unit) {
  if (unit.kind != Unit::Kind::glue) return false;
  const std::string mark = plain_glue(unit.value);
  return mark.starts_with("は") || mark.ends_with("は") || mark.ends_with("が");
}

bool any_word(const Units& units, Is is) {
  return std::any_of(units.begin(), units.end(),
                     [is](const Unit* unit) { return unit->kind == Unit::Kind::word && is(unit->value); });
}

std::string without_digits(std::string_view value) {
  std::string rest;
  for (const char c : value)
    if ((c < '0' || c > '9') && c != '.' && c != ',' && c != '-') rest += c;
  return rest;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

enum class When { none, time, weekday, month, year, day, span };

When when_of(const Unit& unit) {
  if (unit.kind == Unit::Kind::word) return word_class(unit.value) == 1 ? When::month : When::none;
  if (unit.kind != Unit::Kind::token || unit.token != TokenKind::date) return When::none;
  const std::string_view value = unit.value;
  if (value.find(':') != value.npos) return When::time;
  if (value.size() <= 2 && unit.text.ends_with("年")) return When::span;  // 3年
  if (value.size() == 4) return value.starts_with("--") ? When::month : When::year;
  return value.find_first_of("0123456789") == value.npos ? When::weekday : When::day;
}

bool is_amount(const Unit& unit) { return unit.kind == Unit::Kind::token && unit.token == TokenKind::amount; }

// Behind the words that are the same and before those that are the same again.
class SlotRules {
 public:
  SlotRules(const Statement& left, const Statement& right)
      : left_(line_of(*left.sentence, true)), right_(line_of(*right.sentence, true)) {
    const auto& l = left_.forms;
    const auto& r = right_.forms;
    std::size_t begin = 0, end = 0;
    while (begin < std::min(l.size(), r.size()) && l[begin] == r[begin]) ++begin;
    while (begin + end < std::min(l.size(), r.size()) && l[l.size() - 1 - end] == r[r.size() - 1 - end]) ++end;
    const auto part = [](const Units& units, std::size_t from, std::size_t to) {
      return Units(units.begin() + static_cast<std::ptrdiff_t>(from), units.begin() + static_cast<std::ptrdiff_t>(to));
    };
    before_ = part(left_.units, 0, begin);
    slot_l_ = part(left_.units, begin, l.size() - end);
    slot_r_ = part(right_.units, begin, r.size() - end);
    after_ = part(left_.units, l.size() - end, l.size());
    same_tail_ = left_.tail == right_.tail;
    is_japanese_ = std::any_of(left_.units.begin(), left_.units.end(),
                               [](const Unit* unit) { return unit->kind == Unit::Kind::glue; }) ||
                   !left_.tail.empty();
  }

  std::optional<Slot> find(bool same_denials) const {
    constexpr std::size_t kMostUnits = 4;
    if (std::max(slot_l_.size(), slot_r_.size()) > kMostUnits) return {};
    if (is_duty()) return slot("negation", false);
    if (!same_denials || slot_l_.empty() || slot_r_.empty()) return {};
    if (is_name_first()) return slot("name", true);
    if (!is_said_of_a_thing()) return {};
    if (is_opposite_word()) return slot("word", false);
    if (is_value_pair()) return slot(std::string(token_kind_name(slot_l_[0]->token)), true);
    if (is_of_one_class()) return slot("word", true);
    if (is_name()) return slot("name", true);
    return {};
  }

 private:
  std::optional<Slot> slot(std::string kind, bool is_value) const {
    Slot found{std::move(kind), text_of(slot_l_), text_of(slot_r_), is_value, {}, 0};
    for (const Units* part : {&before_, &after_}) add_weight(found, *part);
    // Its unit is a word too.
    if (slot_l_.size() == 1 && (is_amount(*slot_l_[0]) || when_of(*slot_l_[0]) == When::span)) ++found.weight;
    return found;
  }

 public:
  static void add_weight(Slot& slot, const Units& units) {
    constexpr std::size_t kLongRun = 12;  // bytes of kanji or katakana
    for (const Unit* unit : units) {
      if (unit->kind == Unit::Kind::token) ++slot.weight;
      if (unit->kind != Unit::Kind::word) continue;
      if (!is_small_word(unit->value)) slot.weight += !is_ascii(unit->value) && unit->value.size() >= kLongRun ? 2 : 1;
      if (!is_small_word(unit->value)) slot.agreeing.insert(concept_of(unit->value));
    }
  }

 private:
  static std::string text_of(const Units& units) {
    std::string text;
    for (const Unit* unit : units) text += (text.empty() || !is_ascii(unit->text) ? "" : " ") + unit->text;
    return text;
  }

  static std::string duty_of(const Units& units) {
    std::string text;
    for (const Unit* unit : units) {
      const bool is_duty = unit->kind == Unit::Kind::negation || unit->value == "must" || unit->value == "need" ||
                           unit->value == "may" || unit->value == "can" || unit->value == "should";
      if (!is_duty) return {};
      text += (text.empty() ? "" : " ") + unit->value;
    }
    return text;
  }
  bool is_duty() const { return are_other_duties(duty_of(slot_l_), duty_of(slot_r_)); }

  // Whether the slot lies in what is said, and not in what it is said of.
  bool is_said_of_a_thing() const {
    if (is_japanese_) {
      const auto marks = [](const Units& units) {
        return std::any_of(units.begin(), units.end(), [](const Unit* unit) { return is_topic_mark(*unit); });
      };
      return marks(before_) && !marks(after_);
    }
    if (before_.empty() || any_word(after_, is_verb) || any_word(after_, takes_one)) return false;
    for (std::size_t i = 1; i < before_.size(); ++i)
      if (before_[i]->kind == Unit::Kind::word && (is_finite_verb(before_[i]->value) || looks_like_verb(i)))
        return true;
    return false;
  }

  // "The lift carries 8 people": an s, and then a number or what only leads on.
  bool looks_like_verb(std::size_t at) const {
    constexpr std::string_view kLeads[] = {"at", "on", "in", "to", "by", "every", "for", "from", "with", "up", "no"};
    const std::string_view word = before_[at]->value;
    if (word.size() < 4 || !word.ends_with('s') || word.ends_with("ss") || word.ends_with("us")) return false;
    if (before_[at]->capital || before_[at - 1]->value.ends_with('s')) return false;
    if (at + 1 == before_.size()) return slot_l_[0]->kind == Unit::Kind::token;
    return std::find(std::begin(kLeads), std::end(kLeads), before_[at + 1]->value) != std::end(kLeads);
  }

  bool any_around(Is is) const { return any_word(before_, is) || any_word(after_, is); }
  bool are_single(Unit::Kind kind) const {
    return slot_l_.size() == 1 && slot_r_.size() == 1 && slot_l_[0]->kind == kind && slot_r_[0]->kind == kind;
  }

  bool is_opposite_word() const {
    return are_single(Unit::Kind::word) && is_opposite(slot_l_[0]->value, slot_r_[0]->value);
  }

  // さん, or a single capitalised word before the verb: "Ida works".
  bool is_person() const {
    if (is_japanese_) {
      return std::any_of(before_.begin(), before_.end(), [](const Unit* unit) {
        return unit->kind == Unit::Kind::glue && unit->value.starts_with("さん");
      });
    }
    constexpr std::string_view kPersons[] = {"he", "she", "they", "we", "you", "who"};
    const Unit& first = *before_[0];
    if (std::find(std::begin(kPersons), std::end(kPersons), first.value) != std::end(kPersons)) return true;
    return first.capital && before_.size() > 1 && is_finite_verb(before_[1]->value) && !first.value.ends_with('s');
  }

  bool fits_time(const Unit& l, const Unit& r) const {
    const When when = when_of(l);
    if (when == When::span) return when_of(r) == When::span;
    if (when == When::none || when != when_of(r) || any_around(comes_often)) return false;
    const bool copula = is_japanese_ && after_.empty() && !left_.tail.starts_with("に");
    if (when == When::day || when == When::year) return any_around(has_one_date);
    if (!copula && !any_around(keeps_time)) return false;
    if (when == When::time) return true;
    const auto is_time = [](const Unit* unit) { return when_of(*unit) == When::time; };
    const bool other_time = std::any_of(before_.begin(), before_.end(), is_time);
    return !other_time && !is_person() && !left_.is_indefinite;
  }

  bool fits_value(const Unit& l, const Unit& r) const {
    if (l.kind != Unit::Kind::token || r.kind != Unit::Kind::token || l.token != r.token) return false;
    switch (l.token) {
      case TokenKind::date:
        return fits_time(l, r);
      case TokenKind::amount:
        return without_digits(l.value) == without_digits(r.value);
      case TokenKind::number:
      case TokenKind::version:
        return without_digits(l.value) == without_digits(r.value) && !says_which();
      case TokenKind::url:
      case TokenKind::path:
      case TokenKind::file:
      case TokenKind::email:
      case TokenKind::identifier:
      case TokenKind::mention:
        return any_around(takes_one) || any_around(is_one_of_a_kind) || is_passive_place(l.token);
      default:
        return false;
    }
  }

  // "are read from conf/a.toml"
  bool is_passive_place(TokenKind kind) const {
    const bool is_place = kind == TokenKind::url || kind == TokenKind::path || kind == TokenKind::file;
    return is_place &&
           std::any_of(before_.begin(), before_.end(), [](const Unit* unit) { return is_verb_to_be(*unit); });
  }

  // "chapter 4", "supports Python 3.9".
  bool says_which() const {
    if (before_.empty()) return false;
    const Unit& last = *before_.back();
    if (last.kind == Unit::Kind::word && is_counted(concept_of(last.value))) return true;
    const bool named = last.name || last.kind == Unit::Kind::token;
    return named && any_word(before_, takes_several);
  }

  // One value, or a range of two: "9 to 17".
  bool is_value_pair() const {
    if (slot_l_.size() != slot_r_.size() || !fits_value(*slot_l_[0], *slot_r_[0])) return false;
    if (slot_l_.size() == 1) return true;
    constexpr std::string_view kBetween[] = {"to", "and", "until", "から"};
    const Unit& last = *slot_l_.back();
    const bool joined = slot_l_.size() == 2 ||
                        (slot_l_.size() == 3 && *slot_l_[1] == *slot_r_[1] &&
                         std::find(std::begin(kBetween), std::end(kBetween), slot_l_[1]->value) != std::end(kBetween));
    return joined && last.token == slot_l_[0]->token && when_of(last) == when_of(*slot_l_[0]) &&
           fits_value(last, *slot_r_.back());
  }

  bool is_of_one_class() const {
    if (slot_l_.size() != 1 || slot_r_.size() != 1) return false;
    const Unit& l = *slot_l_[0];
    const Unit& r = *slot_r_[0];
    if (when_of(l) == When::month && when_of(r) == When::month) return fits_time(l, r);
    if (l.kind != Unit::Kind::word || r.kind != Unit::Kind::word) return false;
    const int kind = word_class(l.value);
    if (kind == 0 || kind != word_class(r.value) || left_.is_indefinite) return false;
    constexpr int kPeriods = 3;  // "every week", but not "in the week"
    const std::string_view last = before_.back()->value;
    return kind != kPeriods || last == "every" || last == "per" || last == "each";
  }

  // "Dana is the maintainer of the parser."
  bool is_name_first() const {
    const auto is_plain_name = [](const Units& units) {
      return units.size() <= 2 && std::all_of(units.begin(), units.end(), [](const Unit* unit) {
               return unit->kind == Unit::Kind::word && unit->capital && !is_topic_word(unit->value);
             });
    };
    if (is_japanese_ || !before_.empty() || after_.empty() || !is_plain_name(slot_l_) || !is_plain_name(slot_r_))
      return false;
    if (has_one_name(after_[0]->value)) return true;  // "leads"
    return after_[0]->value == "is" && after_.size() > 1 && is_one_of_a_kind(after_[1]->value) && !is_a_kind();
  }

  // "Dana is a maintainer": there are others.
  bool is_a_kind() const {
    const Unit* noun = after_[1];
    const Unit& article = *(noun - 1);  // units of one sentence lie side by side
    return article.value == "a" || article.value == "an";
  }

  bool is_name() const {
    if (left_.is_indefinite || any_word(before_, takes_several)) return false;
    return is_japanese_ ? is_japanese_name() : is_english_name();
  }

  bool is_english_name() const {
    constexpr std::string_view kPlaces[] = {"in", "at", "on", "by", "to", "with", "under", "behind", "near"};
    const auto is_of_names = [](const Units& units) {
      return units.size() <= 2 && std::all_of(units.begin(), units.end(), [](const Unit* unit) {
               return unit->kind == Unit::Kind::word && (unit->name || unit->capital);
             });
    };
    const bool names = is_of_names(slot_l_) && is_of_names(slot_r_);
    const Unit& last = *before_.back();
    if (std::find(std::begin(kPlaces), std::end(kPlaces), last.value) != std::end(kPlaces)) {
      const bool is_there = before_.size() > 1 && is_verb_to_be(*before_[before_.size() - 2]);
      if (any_word(before_, takes_one) || (is_there && last.value != "with" && last.value != "to"))
        return names || (are_single(Unit::Kind::word) && any_word(before_, takes_one_place) && after_.empty());
      return false;
    }
    if (is_verb_to_be(last)) return names && any_word(before_, is_one_of_a_kind);
    return names && any_word(before_, takes_one);  // "under the MIT licence"
  }
  static bool is_verb_to_be(const Unit& unit) { return unit.value == "is" || unit.value == "are"; }

  bool is_japanese_name() const {
    if (!are_single(Unit::Kind::word)) return false;
    std::string next = after_.empty() ? left_.tail : std::string(after_[0]->value);
    if (next.starts_with("さん")) next = next.substr(std::string_view("さん").size());
    if (after_.empty() && (next.starts_with("にある") || next.starts_with("にあり")))
      return !is_person() && same_place_tail();
    if (next.starts_with("で") || next.starts_with("に"))
      if (any_word(after_, takes_one)) return !is_person() || after_.back()->value == "住";
    const bool ends = after_.empty() && (plain_glue(next).empty() || next.starts_with("です") || next == "だ" ||
                                         next == "である" || next == "とする");
    return ends && is_one_of_a_kind(topic());
  }
  bool same_place_tail() const { return right_.tail.starts_with("にあ"); }

  // The word before は.
  std::string topic() const {
    std::string word;
    for (const Unit* unit : before_) {
      if (is_topic_mark(*unit)) break;
      if (unit->kind == Unit::Kind::word) word = unit->value;
    }
    return word;
  }

  Line left_, right_;
  Units before_, slot_l_, slot_r_, after_;
  bool same_tail_ = false, is_japanese_ = false;
};

std::string denial_of(const Statement& statement) {
  for (const Unit& unit : statement.sentence->units)
    if (unit.kind == Unit::Kind::negation) return unit.text;
  return {};
}

// できる and しない are two verbs.
bool may_be_one_verb(const Line& l, const Line& r) {
  constexpr std::string_view kCan = "でき";
  return l.tail.starts_with(kCan) == r.tail.starts_with(kCan);
}

std::optional<Slot> denied(const Statement& left, const Statement& right) {
  if (left.negations % 2 == right.negations % 2) return {};
  const Line l = line_of(*left.sentence, false), r = line_of(*right.sentence, false);
  if (l.forms != r.forms || !may_be_one_verb(l, r) || l.is_indefinite) return {};
  Slot slot{"negation", denial_of(left), denial_of(right), false, {}, 0};
  SlotRules::add_weight(slot, l.units);
  return slot;
}

}  // namespace

std::optional<Slot> contradicting_slot(const Statement& left, const Statement& right) {
  constexpr std::size_t kMostUnits = 60, kMostMore = 6;  // longer ones are lists; the slot is short
  const auto l_size = left.sentence->units.size(), r_size = right.sentence->units.size();
  if (std::max(l_size, r_size) > kMostUnits || std::max(l_size, r_size) - std::min(l_size, r_size) > kMostMore)
    return {};
  if (left.sentence->kind == TextPiece::Kind::cell || right.sentence->kind == TextPiece::Kind::cell) return {};
  if (auto slot = denied(left, right)) return slot;
  const auto is_one = [](const Statement& statement) {
    const Unit& first = statement.sentence->units[0];
    return !(first.kind == Unit::Kind::word && is_command(first.value));
  };
  if (!is_one(left) || !is_one(right)) return {};
  return SlotRules(left, right).find(left.negations == right.negations);
}

}  // namespace ai_memory
