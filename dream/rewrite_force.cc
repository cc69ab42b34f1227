#include "dream/rewrite_force.hh"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "decay/token_scan.hh"
#include "dream/rewrite_force_words.hh"

namespace ai_memory {
namespace {

using namespace force;  // NOLINT(google-build-using-namespace)
using Entry = ForceEntry;

using Table = std::unordered_map<std::string_view, std::vector<const Entry*>>;

std::string_view first_word(std::string_view phrase) { return phrase.substr(0, phrase.find(' ')); }

void add(Table& table, std::string_view key, const Entry& entry) {
  auto& row = table[key];
  row.push_back(&entry);
  std::stable_sort(row.begin(), row.end(), [](auto* a, auto* b) { return a->phrase.size() > b->phrase.size(); });
}

const Table& english() {
  static const Table table = [] {
    Table made;
    for (const Entry& entry : english_force_entries()) add(made, first_word(entry.phrase), entry);
    return made;
  }();
  return table;
}

const Table& japanese() {
  static const Table table = [] {
    Table made;
    for (const Entry& entry : japanese_force_entries()) add(made, entry.phrase.substr(0, 3), entry);
    return made;
  }();
  return table;
}

bool is_word_byte(char c) { return is_ascii_alnum(c) || c == '_' || c == '\''; }

// "every 3 months", "each week": how often, not how many.
bool tells_how_often(std::string_view rest) {
  constexpr auto kTimes = std::to_array<std::string_view>(
      {"day",    "week",     "month",  "year",   "night",  "morning", "evening",   "hour",
       "minute", "second",   "other",  "time",   "monday", "tuesday", "wednesday", "thursday",
       "friday", "saturday", "sunday", "summer", "winter", "spring",  "autumn",    "quarter"});
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  if (rest.empty() || is_ascii_digit(rest[0])) return true;
  return std::any_of(kTimes.begin(), kTimes.end(), [&](auto word) { return rest.starts_with(word); });
}

// "every week"; not "20 each", "each other".
bool tells_habit(std::string_view phrase) {
  const auto next = phrase.find(' ');
  return next != std::string_view::npos && next + 1 < phrase.size() && is_ascii_lower(phrase[next + 1]) &&
         !phrase.starts_with("each other");
}

// "may be opened" allows, "may be stale" doubts; 届くまで is a condition, 東京まで and 2時間まで are none.
bool asks_here(const Entry& entry, std::string_view text, std::string_view as_written, std::size_t at) {
  if (entry.phrase == "may") {  // not the month
    const auto rest = text.substr(at + entry.phrase.size());
    const bool day = (rest.size() > 1 && is_ascii_digit(rest[1])) || (at > 1 && is_ascii_digit(text[at - 2]));
    return as_written[at] == 'm' && !day;
  }
  if (entry.phrase == "may be") {
    auto rest = text.substr(at + entry.phrase.size());
    if (!rest.empty()) rest.remove_prefix(1);
    const auto word = rest.substr(0, rest.find_first_of(" ,.;:"));
    return !word.ends_with("ed") && !word.ends_with("en") && word != "sent" && word != "kept" && word != "run";
  }
  if (entry.phrase != "まで") return true;
  const auto before = at >= 3 ? text.substr(at - 3, 3) : std::string_view();
  for (const std::string_view end : {"る", "く", "う", "す", "つ", "む", "ぬ", "ぶ", "ぐ"})
    if (before == end) return true;
  return false;
}

const Entry* entry_at(const Table& table, std::string_view key, std::string_view rest, bool whole_words) {
  const auto found = table.find(key);
  if (found == table.end()) return nullptr;
  for (const Entry* entry : found->second) {
    if (!rest.starts_with(entry->phrase)) continue;
    const auto size = entry->phrase.size();
    if (!whole_words || size == rest.size() || !is_word_byte(rest[size])) return entry;
  }
  return nullptr;
}

// > and < as comparisons, with = behind them or not; not "->" or an arrow of kinds.
ForceWord sign_at(std::string_view text, std::size_t at) {
  const char sign = text[at];
  if ((sign != '<' && sign != '>') || (at > 0 && std::string_view("-=<>").find(text[at - 1]) != std::string_view::npos))
    return {};
  const bool equal = at + 1 < text.size() && text[at + 1] == '=';
  if (!equal && at + 1 < text.size() && text[at + 1] != ' ' && !is_ascii_digit(text[at + 1])) return {};
  if (equal) return {sign == '>' ? kAtLeast : kAtMost, true, at, at + 2};
  return {sign == '>' ? kAbove | kMore : kBelow | kLess, true, at, at + 1};
}

}  // namespace

std::vector<ForceWord> force_words(std::string_view text) {
  const std::string lower = ascii_lower(text);
  const std::string_view all = lower;
  std::vector<ForceWord> found;
  for (std::size_t at = 0; at < all.size();) {
    const auto rest = all.substr(at);
    const Entry* entry = nullptr;
    std::size_t step = 1;
    if (is_word_byte(rest[0])) {
      while (step < rest.size() && is_word_byte(rest[step])) ++step;
      entry = entry_at(english(), rest.substr(0, step), rest, true);
      if (entry && (entry->means & kAll) != 0 && entry->asks && tells_how_often(rest.substr(entry->phrase.size()))) {
        if (tells_habit(rest)) found.push_back({kEach, true, at, at + entry->phrase.size()});
        entry = nullptr;
      }
    } else if (static_cast<unsigned char>(rest[0]) < 0x80) {
      if (const auto sign = sign_at(all, at); sign.means != 0) found.push_back(sign), step = sign.end - at;
    } else {
      step = code_point_at(rest).size;
      // ± has two bytes.
      entry = entry_at(japanese(), rest.substr(0, std::min<std::size_t>(step == 2 ? 2 : 3, rest.size())), rest, false);
    }
    if (entry) {
      if (entry->means != 0)
        found.push_back({entry->means, entry->asks && asks_here(*entry, all, text, at), at, at + entry->phrase.size()});
      step = entry->phrase.size();
    }
    at += step;
  }
  return found;
}

Force rivals_of(Force means) {
  constexpr std::pair<Force, Force> kPairs[] = {
      {kLarger, kSmaller}, {kFaster, kSlower}, {kFirst, kLast}, {kAbove, kBelow}, {kOn, kOff}};
  Force rivals = 0;
  for (const Force family : {kBounds, kShares, kModes, kHabits, kConditions})
    if ((means & family) != 0) rivals |= family;
  for (const auto& [one, other] : kPairs) {
    if ((means & one) != 0) rivals |= other;
    if ((means & other) != 0) rivals |= one;
  }
  return rivals & ~means;
}

bool is_strong(Force means) {
  constexpr Force kStrong = kMost | kSome | kFew | kOnly | kMust | kShould | kMaybe | kWant | kPlan | kUsually |
                            kSometimes | kEach | kExcept | kIf | kUnless | kUntil | kInstead | kPlusMinus | kForbid |
                            kNeedNot;
  return (means & kStrong) != 0;
}

}  // namespace ai_memory
