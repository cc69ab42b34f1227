#include "dream/rewrite_facts.hh"

#include <algorithm>
#include <array>

#include "decay/token_scan.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

bool is_counter(std::string_view unit) {
  constexpr auto kCounters = std::to_array<std::string_view>(
      {"people", "kids", "pages", "points", "times", "x",  "人",     "名",   "個",  "件", "回",
       "本",     "枚",   "台",    "冊",     "匹",    "頭", "行",     "頁",   "章",  "号", "番",
       "点",     "社",   "杯",    "通",     "位",    "階", "ページ", "ヶ所", "か所"});
  return std::find(kCounters.begin(), kCounters.end(), unit) != kCounters.end();
}

std::string number_key(std::string_view value, std::string_view unit = {}) {
  return "n" + std::string(value) + "|" + std::string(is_counter(unit) ? "" : unit);
}

RewriteFact number_fact(std::string_view kind, std::string value, std::string_view unit, std::string_view text) {
  for (auto at = value.find("\u2013"); at != std::string::npos; at = value.find("\u2013")) value.replace(at, 3, "-");
  for (auto at = value.find('~', 1); at != std::string::npos; at = value.find('~', at)) value[at] = '-';  // 10〜20
  const std::string own(is_counter(unit) ? "" : unit);
  return {std::string(kind), number_key(value, own), "n " + own, std::string(text)};
}

RewriteFact amount_fact(std::string_view kind, std::string_view value, std::string_view text) {
  const auto end = std::min(value.find_first_not_of("0123456789.+-"), value.size());
  return number_fact(kind, std::string(value.substr(0, end)), value.substr(end), text);
}

// What date_value() of tokens_value.cc wrote: 2026-11-30, --11-30, ---30, then T14:05 or 14:05 with its zone, then a
// word.
struct DateParts {
  std::string day, clock, word;
};

std::size_t span_of(std::string_view text, std::string_view chars) {
  return std::min(text.find_first_not_of(chars), text.size());
}

DateParts parts_of(std::string_view value) {
  DateParts parts;
  const auto digits = span_of(value, "0123456789");
  const bool clock_alone = digits > 0 && value.substr(digits).starts_with(':');
  if (!clock_alone && (digits > 0 || value.starts_with("--"))) {
    auto size = digits > 0 ? digits : span_of(value, "-");
    if (digits == 0) size += span_of(value.substr(size), "0123456789");
    while (value.substr(size).starts_with('-')) {
      const auto more = span_of(value.substr(size + 1), "0123456789");
      if (more == 0) break;
      size += 1 + more;
    }
    parts.day = value.substr(0, size);
    value.remove_prefix(size);
    if (value.starts_with('T')) value.remove_prefix(1);
  }
  if (!value.empty() && is_ascii_digit(value[0])) {
    auto size = span_of(value, "0123456789:");
    if (value.substr(size).starts_with('Z')) ++size;
    if (const auto zone = value.substr(size); zone.size() >= 6 && (zone[0] == '+' || zone[0] == '-') && zone[3] == ':')
      size += 6;
    parts.clock = value.substr(0, size);
    value.remove_prefix(size);
  }
  parts.word = trim(value, "- ");
  if (parts.word.size() > 3 && parts.word.ends_with("曜")) parts.word.resize(parts.word.size() - 3);
  return parts;
}

// Days, months and years can each stand for others of their own only: a page of June has days of June.
std::string day_group(std::string_view day) {
  const auto strokes = std::count(day.begin(), day.end(), '-');
  return day.starts_with("---") || strokes == (day.starts_with("--") ? 3 : 2) ? "d"
         : strokes == 0                                                       ? "d year"
                                                                              : "d month";
}

std::vector<RewriteFact> date_facts(std::string_view value, std::string_view text) {
  const auto parts = parts_of(value);
  std::vector<RewriteFact> facts;
  if (!parts.day.empty()) facts.push_back({"date", "d" + parts.day, day_group(parts.day), std::string(text)});
  if (!parts.clock.empty()) facts.push_back({"time", "t" + parts.clock, "t", std::string(text)});
  if (!parts.word.empty()) facts.push_back({"date", "w" + parts.word, "w", std::string(text)});
  return facts;
}

// HTTP 404, 503 Service Unavailable: the number says it.
std::string_view digits_within(std::string_view text) {
  const auto begin = std::min(text.find_first_of("0123456789"), text.size());
  return text.substr(begin, span_of(text.substr(begin), "0123456789"));
}

std::vector<std::string_view> split(std::string_view text, std::string_view strokes) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const auto next = std::min(text.find_first_of(strokes, at), text.size());
    parts.push_back(text.substr(at, next - at));
    at = next + 1;
  }
  return parts;
}

// The numbers of a range, a score, a phone number; empty for a number alone.
std::vector<std::string> range_keys(std::string_view key) {
  std::vector<std::string> keys;
  if (!key.starts_with('n') || !key.ends_with('|')) return keys;
  const auto value = key.substr(1, key.size() - 2);
  if (value.find_first_of("-/", 1) == std::string_view::npos || value[0] == '-') return keys;
  for (const auto part : split(value, "-/")) keys.push_back(number_key(part));
  return keys;
}

std::string_view unit_of(std::string_view key) { return key.substr(std::min(key.find('|'), key.size() - 1) + 1); }

// The number itself, or those of a range.
std::vector<std::string_view> values_of(std::string_view key) {
  return split(key.substr(1, key.find('|') - 1), key[1] == '-' ? "|" : "-");
}

// 11/2 as the date --11-02.
std::string month_and_day(std::string_view key) {
  const auto parts = key.ends_with('|') ? split(key.substr(1, key.size() - 2), "/") : split({}, "/");
  if (parts.size() != 2 || parts[0].empty() || parts[0].size() > 2 || parts[1].empty() || parts[1].size() > 2)
    return {};
  const auto two = [](std::string_view part) { return (part.size() < 2 ? "0" : "") + std::string(part); };
  return "d--" + two(parts[0]) + "-" + two(parts[1]);
}

// What a day tells besides: of 2026-11-30 the month, the year, 30 November of any year, the 30th.
std::vector<std::string> wider_dates(std::string_view day) {
  if (day.starts_with("---")) return {};
  const bool yearless = day.starts_with("--");
  const auto parts = split(yearless ? day.substr(2) : day, "-");
  const std::string year(yearless ? "" : parts[0]),
      month(parts.size() > (yearless ? 0u : 1u) ? parts[yearless ? 0 : 1] : "");
  const std::string date(parts.size() > (yearless ? 1u : 2u) ? parts[yearless ? 1 : 2] : "");
  std::vector<std::string> wider;
  if (!year.empty()) wider.push_back("d" + year);
  if (!year.empty() && !month.empty()) wider.push_back("d" + year + "-" + month);
  if (!month.empty()) wider.push_back("d--" + month);
  if (!month.empty() && !date.empty()) wider.push_back("d--" + month + "-" + date);
  if (!date.empty()) wider.push_back("d---" + date);
  return wider;
}

// Of a date itself; of 10/3-10/5 the two.
std::vector<std::string> days_of(const std::string& key) {
  if (key[0] == 'd') return {key};
  std::vector<std::string> days;
  if (key[0] != 'n' || !key.ends_with('|')) return days;
  for (const auto part : split(std::string_view(key).substr(1, key.size() - 2), "-"))
    if (auto day = month_and_day("n" + std::string(part) + "|"); !day.empty()) days.push_back(std::move(day));
  return days;
}

}  // namespace

std::vector<RewriteFact> facts_of(TokenKind kind, std::string_view token) {
  const std::string_view name = token_kind_name(kind);
  if (kind == TokenKind::date && token.ends_with('.')) token.remove_suffix(1);  // "16 Oct." at a sentence's end
  auto value = token_value(kind, token);
  switch (kind) {
    case TokenKind::quoted:
      return {};
    case TokenKind::date:
      return date_facts(value, token);
    case TokenKind::amount:
      return {amount_fact(name, value, token)};
    case TokenKind::number:
      if (const auto size = date_size(token); size > 7)
        return date_facts(token_value(TokenKind::date, token.substr(0, size)), token);
      return {number_fact(name, std::move(value), {}, token)};
    case TokenKind::version: {
      auto fact = number_fact(name, std::move(value), {}, token);
      fact.group = "n v";
      return {std::move(fact)};
    }
    case TokenKind::error:
      if (value.find(' ') != std::string::npos)
        return {number_fact(name, std::string(digits_within(value)), {}, token)};
      break;
    case TokenKind::url:
      return {{"url", "u" + value, "u", std::string(token)}};
    default:
      break;
  }
  return {{std::string(name), "x" + value, "x", std::string(token)}};
}

RewriteFact code_fact(std::string_view code) {
  std::string value;
  for (const char c : trim(code)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank)
      value += c;
    else if (!value.ends_with(' '))
      value += ' ';
  }
  return {"code", "c" + value, "x", value};
}

std::string number_word_key(std::string_view word) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"});
  const auto found = std::find(kWords.begin(), kWords.end(), word);
  return found == kWords.end() ? std::string() : number_key(std::to_string(found - kWords.begin() + 2));
}

void FactSet::add(const RewriteFact& fact) {
  if (!stated_.insert(fact.key).second) return;
  const bool is_date = fact.key[0] == 'd';
  for (const std::string& day : days_of(fact.key))
    for (auto& wider : wider_dates(std::string_view(day).substr(1)))
      (is_date || wider == day ? stated_ : perhaps_).insert(std::move(wider));  // "1/2" is seldom of January
  if (const auto zone = fact.key.find_first_of("Z+-"); fact.key[0] == 't' && zone != std::string::npos)
    stated_.insert(fact.key.substr(0, zone));  // 02:15 by "02:15 UTC"
  for (auto& part : range_keys(fact.key)) parts_.insert(std::move(part));
  if (fact.key[0] == 'n')
    for (const std::string_view value : values_of(fact.key)) units_[std::string(value)].emplace(unit_of(fact.key));
}

bool FactSet::states(const RewriteFact& fact) const {
  if (stated_.contains(fact.key)) return true;
  if (fact.key[0] != 'n') return false;
  const auto parts = range_keys(fact.key);
  const auto stated = [&](const std::string& part) { return stated_.contains(part); };
  if (!parts.empty() && std::all_of(parts.begin(), parts.end(), stated)) return true;
  const auto date = month_and_day(fact.key);
  return !date.empty() && stated_.contains(date);
}

bool FactSet::yields(const RewriteFact& fact) const {
  return states(fact) || parts_.contains(fact.key) || states_year(fact);
}

bool FactSet::states_year(const RewriteFact& fact) const {
  return fact.key.size() == 6 && fact.key[0] == 'n' && fact.key[5] == '|' &&
         stated_.contains("d" + fact.key.substr(1, 4));
}

bool FactSet::may_state(const RewriteFact& fact) const {
  if (fact.key[0] != 'n') return perhaps_.contains(fact.key);
  if (states_year(fact)) return true;
  const auto unit = unit_of(fact.key);
  const auto base = [](std::string_view one) { return one.substr(0, one.find('/')); };
  const auto tells = [&](std::string_view value) {
    const auto found = units_.find(std::string(value));
    if (found == units_.end()) return false;
    return base(unit).empty() || std::any_of(found->second.begin(), found->second.end(), [&](const std::string& other) {
             return base(other).empty() || base(other) == base(unit);
           });
  };
  const auto values = values_of(fact.key);
  return std::all_of(values.begin(), values.end(), tells);
}

}  // namespace ai_memory
