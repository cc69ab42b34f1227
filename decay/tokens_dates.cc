// Dates and times, as English and Japanese texts write them.
#include <array>

#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

bool ends(std::string_view rest) { return rest.empty() || (!is_ascii_alnum(rest[0]) && rest[0] != '_'); }

// Ends before nothing that would make it part of a name: 2026-11-30-notes.md.
bool ends_apart(std::string_view rest) {
  if (!ends(rest)) return false;
  return rest.size() < 2 || std::string_view("-/.").find(rest[0]) == std::string_view::npos || !is_ascii_alnum(rest[1]);
}

std::size_t word_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && size < 12 && is_ascii_letter(text[size])) ++size;
  return size;
}

// Exactly `least`..`most` digits; the bytes of them, or 0.
std::size_t exactly(std::string_view text, std::size_t least, std::size_t most) {
  std::size_t count = 0;
  const auto size = digits_size(text, most + 1, &count);
  return count >= least && count <= most ? size : 0;
}

std::size_t blanks_size(std::string_view text) {
  std::size_t size = 0;
  while (size < 2 && size < text.size() && text[size] == ' ') ++size;
  return size;
}

// am, p.m., behind one blank or none.
std::size_t half_day_size(std::string_view rest) {
  const std::size_t blank = rest.starts_with(' ') ? 1 : 0;
  const auto word = ascii_lower(rest.substr(blank, 4));
  if (word.starts_with("a.m.") || word.starts_with("p.m.")) return blank + 4;
  const bool is_half = word.starts_with("am") || word.starts_with("pm");
  return is_half && ends(rest.substr(blank + 2)) ? blank + 2 : 0;
}

// `stamped`: behind a date, where +09:00 is a zone and no second time.
std::size_t zone_size(std::string_view rest, bool stamped) {
  if (rest.starts_with('Z')) return ends(rest.substr(1)) ? 1 : 0;
  if (!stamped && (rest.starts_with('+') || rest.starts_with('-'))) return 0;
  if (rest.starts_with('+') || rest.starts_with('-')) {
    const auto hours = exactly(rest.substr(1), 2, 2);
    if (hours == 0 || !rest.substr(1 + hours).starts_with(':')) return 0;
    const auto minutes = exactly(rest.substr(2 + hours), 2, 2);
    return minutes > 0 ? 2 + hours + minutes : 0;
  }
  const std::size_t blank = rest.starts_with(' ') ? 1 : 0;
  for (const std::string_view zone : {"UTC", "GMT", "JST", "CET", "CEST", "EST", "EDT", "PST", "PDT"})
    if (rest.substr(blank).starts_with(zone) && ends(rest.substr(blank + zone.size()))) return blank + zone.size();
  return 0;
}

// 14:05, 2:05:09.25 pm, 02:00Z, 2pm.
std::size_t time_size(std::string_view text, bool stamped) {
  auto size = exactly(text, 1, 2);
  if (size == 0) return 0;
  bool clock = false;
  for (int part = 0; part < 2 && text.substr(size).starts_with(':'); ++part) {
    const auto digits = exactly(text.substr(size + 1), 2, 2);
    if (digits == 0) break;
    size += 1 + digits;
    clock = true;
  }
  if (clock && text.substr(size).starts_with('.')) {
    const auto fraction = exactly(text.substr(size + 1), 1, 9);
    if (fraction > 0) size += 1 + fraction;
  }
  const auto half = half_day_size(text.substr(size));
  if (!clock && half == 0) return 0;
  size += half;
  const auto zone = zone_size(text.substr(size), stamped);
  return zone > 0 || ends(text.substr(size)) ? size + zone : 0;
}

// 2026-11-30 and 2026/11/30, with a time behind T or a blank; 2026-11; 11/30/2026, 30.11.2026.
std::size_t numeric_size(std::string_view text) {
  const auto year = exactly(text, 4, 4);
  const auto first = year > 0 ? year : exactly(text, 1, 2);
  if (first == 0 || first >= text.size()) return 0;
  const char stroke = text[first];
  if (stroke != '-' && stroke != '/' && stroke != '.') return 0;
  const auto second = exactly(text.substr(first + 1), 1, 2);
  if (second == 0) return 0;
  auto size = first + 1 + second;
  if (text.substr(size).starts_with(stroke)) {
    const auto third = year > 0 ? exactly(text.substr(size + 1), 1, 2) : exactly(text.substr(size + 1), 4, 4);
    if (third == 0) return 0;
    size += 1 + third;
  } else {
    return year > 0 && stroke == '-' && second == 2 && ends_apart(text.substr(size)) ? size : 0;
  }
  const auto rest = text.substr(size);
  const bool joined = !rest.empty() && (rest[0] == 'T' || rest[0] == ' ');
  if (const auto time = joined ? time_size(rest.substr(1), true) : 0) return size + 1 + time;
  return ends_apart(rest) ? size : 0;
}

std::size_t ordinal_size(std::string_view rest) {
  const auto suffix = ascii_lower(rest.substr(0, 2));
  return suffix == "st" || suffix == "nd" || suffix == "rd" || suffix == "th" ? 2 : 0;
}

// A month's name at the front, with the dot of a short one.
std::size_t month_size(std::string_view text) {
  const auto size = word_size(text);
  if (month_number(text.substr(0, size)) == 0 || !ends(text.substr(size))) return 0;
  return text.substr(size).starts_with('.') && size < 5 ? size + 1 : size;
}

// ", 2026" or " 2026".
std::size_t year_size(std::string_view rest) {
  const std::size_t comma = rest.starts_with(',') ? 1 : 0;
  const auto blanks = blanks_size(rest.substr(comma));
  const auto year = blanks > 0 ? exactly(rest.substr(comma + blanks), 4, 4) : 0;
  return year > 0 && ends_apart(rest.substr(comma + blanks + year)) ? comma + blanks + year : 0;
}

// 30 Nov 2026, 3rd of July.
std::size_t day_first_size(std::string_view text) {
  auto size = exactly(text, 1, 2);
  if (size == 0) return 0;
  size += ordinal_size(text.substr(size));
  auto blanks = blanks_size(text.substr(size));
  if (blanks == 0) return 0;
  size += blanks;
  if (text.substr(size).starts_with("of ")) size += 3;
  const auto month = month_size(text.substr(size));
  if (month == 0) return 0;
  const auto name = text.substr(size, month), rest = text.substr(size + month);
  const auto year = year_size(rest);
  // "Chapter 3 may have", "all 4 march on".
  const bool verb = (name == "may" || name == "march") && rest.size() > 1 && rest[0] == ' ' && is_ascii_lower(rest[1]);
  return verb && year == 0 ? 0 : size + month + year;
}

// Nov 30, 2026; July 3rd; May 2026. "may 3" is no date, "March" alone neither.
std::size_t month_first_size(std::string_view text) {
  if (text.empty() || !is_ascii_upper(text[0])) return 0;
  const auto month = month_size(text);
  if (month == 0) return 0;
  const auto blanks = blanks_size(text.substr(month));
  if (const auto year = year_size(text.substr(month))) return month + year;
  const auto day = blanks > 0 ? exactly(text.substr(month + blanks), 1, 2) : 0;
  if (day > 0) {
    const auto size = month + blanks + day;
    const auto whole = size + ordinal_size(text.substr(size));
    const auto rest = text.substr(whole);
    const bool part = rest.size() > 1 && (rest[0] == ':' || rest[0] == '.') && is_ascii_digit(rest[1]);  // "May 14:30"
    if (ends(rest) && !part) return whole + year_size(rest);
  }
  return month >= 4 && text.substr(0, month) != "March" ? month : 0;
}

// Q3 2026, H1, 2026-Q3.
std::size_t quarter_size(std::string_view text) {
  if (text.size() < 2) return 0;
  const bool quarter = text[0] == 'Q' && text[1] >= '1' && text[1] <= '4';
  const bool half = text[0] == 'H' && (text[1] == '1' || text[1] == '2');
  const auto year = quarter || half ? year_size(text.substr(2)) : 0;
  if (year > 0) return 2 + year;
  return quarter && ends_apart(text.substr(2)) ? 2 : 0;
}

std::size_t weekday_size(std::string_view text) {
  constexpr std::array<std::string_view, 7> kDays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                     "Friday", "Saturday", "Sunday"};
  const auto size = word_size(text);
  for (const auto day : kDays) {
    if (text.substr(0, day.size()) != day) continue;
    const bool plural = text.substr(day.size()).starts_with('s') && size == day.size() + 1;
    if (plural || (size == day.size() && ends(text.substr(size)))) return size;
  }
  return 0;
}

std::size_t japanese_number_size(std::string_view text) {
  const auto digits = exactly(text, 1, 4);
  return digits > 0 ? digits : kanji_number_size(text);
}

// 2026年11月30日14時05分, any part of it that holds a year, month, day or hour; 月曜日; 午後3時.
std::size_t japanese_size(std::string_view text) {
  for (const std::string_view day : {"月曜", "火曜", "水曜", "木曜", "金曜", "土曜", "日曜"})
    if (text.starts_with(day)) return day.size() + (text.substr(day.size()).starts_with("日") ? 3 : 0);
  constexpr std::array<std::string_view, 6> kUnits = {"年", "月", "日", "時", "分", "秒"};
  std::size_t size = 0, unit = 0;
  for (const std::string_view era : {"令和", "平成", "昭和", "午前", "午後"})
    if (text.starts_with(era)) size = era.size();
  const auto start = size;
  bool dated = false;
  while (unit < kUnits.size()) {
    auto here = text.substr(size);
    const std::string_view half = here.starts_with("午前") || here.starts_with("午後") ? here.substr(0, 6) : "";
    const auto number = japanese_number_size(here.substr(half.size()));
    if (number == 0) break;
    const auto rest = here.substr(half.size() + number);
    auto found = unit;
    while (found < kUnits.size() && !rest.starts_with(kUnits[found])) ++found;
    if (found == kUnits.size() || rest.substr(3).starts_with("間")) break;
    if (found > 3 && !dated) break;  // 5分 is an amount
    size += half.size() + number + 3;
    dated = true;
    unit = found + 1;
  }
  return size > start ? size : 0;
}

std::size_t clock_size(std::string_view text) { return time_size(text, false); }

}  // namespace

int month_number(std::string_view word) {
  constexpr std::array<std::string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                        "may",       "june",     "july",     "august",
                                                        "september", "october",  "november", "december"};
  const auto lower = ascii_lower(word);
  if (lower.size() < 3) return 0;
  for (std::size_t i = 0; i < kMonths.size(); ++i)
    if (lower == kMonths[i] || lower == kMonths[i].substr(0, 3) || (lower == "sept" && i == 8))
      return static_cast<int>(i) + 1;
  return 0;
}

std::size_t date_size(std::string_view text) {
  for (const auto reader :
       {numeric_size, day_first_size, month_first_size, clock_size, quarter_size, weekday_size, japanese_size})
    if (const auto size = reader(text)) return size;
  return 0;
}

}  // namespace ai_memory
