// One spelling for tokens that say the same.
#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

#include "decay/token_scan.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

using Number = std::optional<int>;

// Full-width ASCII as ASCII, the minus sign as one.
std::string narrow(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto next = code_point_at(text);
    if (next.code >= 0xff01 && next.code <= 0xff5e)
      out += static_cast<char>(next.code - 0xff01 + '!');
    else if (next.code == 0x2212)
      out += '-';
    else if (next.code == 0x301c)
      out += '~';
    else if (next.code == 0xa0 || next.code == 0x202f || next.code == 0x3000)
      out += ' ';
    else
      out += text.substr(0, next.size);
    text.remove_prefix(next.size);
  }
  return out;
}

std::string without(std::string_view text, std::string_view chars) {
  std::string out;
  for (const char c : text)
    if (chars.find(c) == std::string_view::npos) out += c;
  return out;
}

int to_int(std::string_view digits) {
  int value = 0;
  for (const char c : digits.substr(0, 6)) value = value * 10 + (c - '0');
  return value;
}

std::string two(int value) { return (value < 10 ? "0" : "") + std::to_string(value); }

// 十五 and 二〇二六 as 15 and 2026; up to 9999.
int kanji_value(std::string_view numeral) {
  constexpr std::u32string_view kDigits = U"〇一二三四五六七八九", kScales = U"十百千";
  constexpr std::array kPowers = {10, 100, 1000};
  int sum = 0, digits = 0;
  bool any = false;
  while (!numeral.empty()) {
    const auto next = code_point_at(numeral);
    numeral.remove_prefix(next.size);
    if (const auto digit = kDigits.find(next.code); digit != kDigits.npos) {
      digits = std::min(digits, 999) * 10 + static_cast<int>(digit);
      any = true;
    } else if (const auto scale = kScales.find(next.code); scale != kScales.npos) {
      sum += (any ? digits : 1) * kPowers[scale];
      digits = 0;
      any = false;
    }
  }
  return sum + digits;
}

// The parts of a date, however they were written.
struct DateParts {
  Number year, month, day, hour, minute, second;
  std::string zone, other;
  bool afternoon = false, morning = false;

  std::string text() const {
    std::string out;
    if (year && month && day)
      out = std::to_string(*year) + "-" + two(*month) + "-" + two(*day);
    else if (year && month)
      out = std::to_string(*year) + "-" + two(*month);
    else if (year && !day)
      out = std::to_string(*year);
    else if (month || day)
      out = (month ? "--" + two(*month) : "---") + (day ? (month ? "-" : "") + two(*day) : "");
    if (hour) out += (out.empty() ? "" : "T") + two(clock_hour()) + ":" + two(minute.value_or(0));
    if (second && *second > 0) out += ":" + two(*second);
    return out + zone + (other.empty() || out.empty() ? other : "-" + other);
  }

  int clock_hour() const {
    if (afternoon && *hour < 12) return *hour + 12;
    return morning && *hour == 12 ? 0 : *hour;
  }
};

// 14:05:09 or 2 (pm) from `text` on; how much of it was read.
std::size_t read_clock(std::string_view text, DateParts& parts) {
  std::array<Number*, 3> fields = {&parts.hour, &parts.minute, &parts.second};
  std::size_t at = 0;
  for (Number* field : fields) {
    const auto size = digits_size(text.substr(at), 2);
    *field = to_int(text.substr(at, size));
    at += size;
    if (!text.substr(at).starts_with(':')) break;
    ++at;
  }
  if (text.substr(at).starts_with('.')) at += 1 + digits_size(text.substr(at + 1), 9);
  return at;
}

void read_number(std::string_view text, std::size_t size, std::string_view behind, DateParts& parts) {
  const auto value = to_int(text.substr(0, size));
  const bool stroke = behind.starts_with('-') || behind.starts_with('/') || behind.starts_with('.');
  if (size == 4)
    parts.year = value;
  else if (stroke && !parts.year && !parts.month && !parts.day)
    parts.month = value;  // 11/30/2026; 30.11.2026 is turned below
  else if (parts.year && !parts.month)
    parts.month = value;
  else if (!parts.day)
    parts.day = value;
  if (parts.month && *parts.month > 12 && parts.day) std::swap(parts.month, parts.day);
}

void read_word(std::string_view word, DateParts& parts) {
  const auto lower = ascii_lower(word);
  if (const int month = month_number(word))
    parts.month = month;
  else if (lower == "am" || lower == "a.m.")
    parts.morning = true;
  else if (lower == "pm" || lower == "p.m.")
    parts.afternoon = true;
  else if (word == "UTC" || word == "GMT" || word == "Z")
    parts.zone = "Z";
  else if (lower != "of" && lower != "st" && lower != "nd" && lower != "rd" && lower != "th" && lower != "t")
    parts.other += parts.other.empty() ? lower : " " + lower;
}

// 年, 月, 日, 時, 分, 秒 behind `value`.
bool read_counter(std::string_view behind, int value, DateParts& parts) {
  constexpr std::array<std::string_view, 6> kUnits = {"年", "月", "日", "時", "分", "秒"};
  const std::array<Number*, 6> fields = {&parts.year, &parts.month,  &parts.day,
                                         &parts.hour, &parts.minute, &parts.second};
  for (std::size_t i = 0; i < kUnits.size(); ++i)
    if (behind.starts_with(kUnits[i])) {
      *fields[i] = value;
      return true;
    }
  return false;
}

// A word at the front, with the dots of p.m.; of Q3 its digit, of T14:05 the T alone.
std::size_t word_size(std::string_view text) {
  if (text.size() > 1 && is_ascii_digit(text[1])) return text[0] == 'T' ? 1 : 2;
  std::size_t size = 1;
  while (size < text.size() && (is_ascii_letter(text[size]) || (text[size] == '.' && size % 2 == 1 && size < 4)))
    ++size;
  while (size > 1 && text[size - 1] == '.' && size != 4) --size;
  return size;
}

std::string date_value(std::string_view text) {
  DateParts parts;
  for (std::size_t at = 0; at < text.size();) {
    const auto here = text.substr(at);
    const auto digits = digits_size(here, 4);
    const auto kanji = digits == 0 ? kanji_number_size(here) : 0;
    const auto behind = here.substr(digits + kanji);
    if (digits + kanji > 0 &&
        read_counter(behind, digits > 0 ? to_int(here.substr(0, digits)) : kanji_value(here.substr(0, kanji)), parts)) {
      at += digits + kanji + 3;
    } else if (digits > 0 && digits <= 2 &&
               (behind.starts_with(':') || behind.starts_with("am") || behind.starts_with("pm") ||
                behind.starts_with(" am") || behind.starts_with(" pm") || behind.starts_with("a.m") ||
                behind.starts_with(" a.m") || behind.starts_with("p.m") || behind.starts_with(" p.m"))) {
      at += read_clock(here, parts);
      const auto zone = text.substr(at);
      if (zone.size() == 6 && (zone[0] == '+' || zone[0] == '-')) return parts.text() + std::string(zone);
    } else if (digits > 0) {
      read_number(here, digits, behind, parts);
      at += digits;
    } else if (is_ascii_letter(here[0])) {
      const auto size = word_size(here);
      read_word(here.substr(0, size), parts);
      at += size;
    } else if (here.starts_with("午前") || here.starts_with("午後")) {
      (here.starts_with("午後") ? parts.afternoon : parts.morning) = true;
      at += 6;
    } else {
      const auto size = code_point_at(here).size;
      if (size > 1 && !here.starts_with("曜日")) parts.other += here.substr(0, size);
      at += here.starts_with("曜日") ? 6 : size;
    }
  }
  if (parts.other.size() > 1 && parts.other.ends_with('s') && parts.other.find("day") != std::string::npos)
    parts.other.pop_back();
  return parts.text();
}

// 3万 as 30000, 1.5億 as 150000000: the zeros are moved in by hand, for no rounding.
std::string with_zeros(std::string_view number, std::size_t zeros) {
  const auto dot = std::min(number.find('.'), number.size());
  std::string digits(number.substr(0, dot));
  std::string_view rest = dot < number.size() ? number.substr(dot + 1) : std::string_view();
  digits += rest.substr(0, zeros);
  digits.append(zeros - std::min(zeros, rest.size()), '0');
  if (rest.size() > zeros) digits.append(".").append(rest.substr(zeros));
  return digits;
}

// Words for one unit; short ones keep their case, for Mb is no MB.
std::string unit_value(std::string_view unit) {
  struct Same {
    std::string_view word, unit;
  };
  constexpr auto kSame = std::to_array<Same>(
      {{"percent", "%"}, {"usd", "usd"},     {"eur", "eur"},    {"jpy", "jpy"},     {"gbp", "gbp"},
       {"bytes", "B"},   {"byte", "B"},      {"seconds", "s"},  {"second", "s"},    {"sec", "s"},
       {"secs", "s"},    {"minutes", "min"}, {"minute", "min"}, {"mins", "min"},    {"hours", "h"},
       {"hour", "h"},    {"hrs", "h"},       {"hr", "h"},       {"dollars", "usd"}, {"dollar", "usd"},
       {"euros", "eur"}, {"euro", "eur"},    {"円", "jpy"},     {"yen", "jpy"},     {"miles", "mile"},
       {"lbs", "lb"},    {"€", "eur"},       {"$", "usd"},      {"us$", "usd"},     {"¥", "jpy"},
       {"￥", "jpy"},    {"£", "gbp"},       {"ドル", "usd"},   {"kb", "kB"},       {"パーセント", "%"},
       {"％", "%"},      {"才", "歳"},       {"か月", "ヶ月"},  {"カ月", "ヶ月"},   {"yr", "year"},
       {"yrs", "year"},  {"wk", "week"},     {"wks", "week"}});
  const auto lower = ascii_lower(unit);
  for (const Same& same : kSame)
    if (lower == same.word) return std::string(same.unit);
  if (lower == "days" || lower == "weeks" || lower == "months" || lower == "years")
    return lower.substr(0, lower.size() - 1);
  return unit.size() >= 3 && is_ascii_letter(unit[0]) ? (lower == unit || unit.size() > 3 ? lower : std::string(unit))
                                                      : std::string(unit);
}

std::string amount_value(std::string_view text) {
  const auto compact = without(text, ", ");
  const auto begin = std::min(compact.find_first_of("0123456789"), compact.size());
  if (begin == compact.size()) {
    const auto kanji = kanji_number_size(compact);
    return std::to_string(kanji_value(compact.substr(0, kanji))) + unit_value(std::string_view(compact).substr(kanji));
  }
  const auto end = std::min(compact.find_first_not_of("0123456789.", begin), compact.size());
  auto number = compact.substr(begin, end - begin);
  auto unit = compact.substr(end);
  if (unit.starts_with("千")) number = with_zeros(number, 3), unit.erase(0, 3);
  if (unit.starts_with("万")) number = with_zeros(number, 4), unit.erase(0, 3);
  if (unit.starts_with("億")) number = with_zeros(number, 8), unit.erase(0, 3);
  if (unit.starts_with("thousand")) number = with_zeros(number, 3), unit.erase(0, 8);
  if (unit.starts_with("million")) number = with_zeros(number, 6), unit.erase(0, 7);
  if (unit.starts_with("billion")) number = with_zeros(number, 9), unit.erase(0, 7);
  const auto sign = compact.substr(0, begin);
  if (sign.empty() || sign == "-" || sign == "+") return (sign == "-" ? sign : "") + number + unit_value(unit);
  if (unit == "k" || unit == "K") number = with_zeros(number, 3), unit.clear();
  return number + unit + unit_value(sign);
}

std::string number_value(std::string_view text) {
  auto value = ascii_lower(without(text, ","));
  const bool ordinal = value.size() > 2 && is_ascii_digit(value[0]) && is_ascii_letter(value[value.size() - 2]);
  if (ordinal) value.resize(value.size() - 2);
  return value.starts_with('+') ? value.substr(1) : value;
}

std::string url_value(std::string_view text) {
  const auto host = text.find("://");
  std::string value(text);
  if (host != std::string_view::npos) {
    const auto path = std::min(text.find_first_of("/?#", host + 3), text.size());
    value = ascii_lower(text.substr(0, path)) + std::string(text.substr(path));
  }
  while (value.ends_with('/')) value.pop_back();
  return value;
}

}  // namespace

std::string token_value(TokenKind kind, std::string_view token) {
  const auto text = narrow(trim(token));
  switch (kind) {
    case TokenKind::date:
      return date_value(text);
    case TokenKind::amount:
      return amount_value(text);
    case TokenKind::number:
      return number_value(text);
    case TokenKind::url:
      return url_value(text);
    case TokenKind::path:
      return text.size() > 1 && (text.ends_with('/') || text.ends_with('\\')) ? text.substr(0, text.size() - 1) : text;
    case TokenKind::version:
      return ascii_lower(text[0] == 'v' || text[0] == 'V' ? text.substr(1) : text);
    case TokenKind::id:
    case TokenKind::email:
    case TokenKind::mention:
      return ascii_lower(text);
    default:
      return text;
  }
}

}  // namespace ai_memory
