// Numbers, with what they count or what they are versions of.
#include <algorithm>
#include <array>

#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kAny = std::string_view::npos;
constexpr int kMostParts = 20;  // what is longer is no number that anybody reads, and would be looked at over and over

bool is_word_char(char c) { return is_ascii_alnum(c) || c == '_'; }

// Whether a number may end here: before no letter, and before no sign that joins it to more.
bool ends(std::string_view rest) {
  if (rest.empty()) return true;
  if (is_word_char(rest[0]) || digit_size(rest) > 0) return false;
  return rest.size() < 2 || std::string_view("-./\\@").find(rest[0]) == kAny || !is_ascii_letter(rest[1]);
}

std::size_t sign_size(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) return 1;
  return text.starts_with("\u2212") ? 3 : 0;
}

// The decimals of 99,90, behind a number that has no groups: one or two digits, and no list of numbers.
std::size_t comma_decimals_size(std::string_view rest) {
  if (!rest.starts_with(',')) return 0;
  std::size_t count = 0;
  const auto digits = digits_size(rest.substr(1), 3, &count);
  const std::string_view behind = rest.substr(std::min(rest.size(), 1 + digits));
  return count >= 1 && count <= 2 && !behind.starts_with(',') && ends(behind) ? 1 + digits : 0;
}

// 1,200,000 behind its first digits.
std::size_t groups_size(std::string_view rest) {
  std::size_t size = 0;
  for (int part = 0; part < kMostParts && rest.substr(size).starts_with(','); ++part) {
    std::size_t count = 0;
    const auto group = digits_size(rest.substr(size + 1), 4, &count);
    if (count != 3) break;
    size += 1 + group;
  }
  return size;
}

std::size_t exponent_size(std::string_view rest) {
  if (rest.empty() || ascii_lower(rest[0]) != 'e') return 0;
  const auto sign = sign_size(rest.substr(1));
  const auto digits = digits_size(rest.substr(1 + sign), 4);
  return digits > 0 ? 1 + sign + digits : 0;
}

// 1,200.50e-6; `parts`: how many are joined by dots.
std::size_t decimal_size(std::string_view text, int& parts) {
  auto size = digits_size(text, kAny);
  parts = 1;
  const bool bare = size == 0 && text.starts_with('.') && digit_size(text.substr(1)) > 0;  // .95
  if (size == 0 && !bare) return 0;
  const auto groups = groups_size(text.substr(size));
  size += groups > 0 ? groups : comma_decimals_size(text.substr(size));
  while (parts < kMostParts && text.substr(size).starts_with('.')) {
    const auto digits = digits_size(text.substr(size + 1), kAny);
    if (digits == 0) break;
    size += 1 + digits;
    ++parts;
  }
  return parts <= 2 ? size + exponent_size(text.substr(size)) : size;
}

// -rc2, -beta.1, +build5 behind a version.
std::size_t suffix_size(std::string_view rest) {
  if (rest.size() < 2 || (rest[0] != '-' && rest[0] != '+') || !is_ascii_letter(rest[1])) return 0;
  std::size_t size = 1;
  while (size < rest.size() && size < 40 && (is_ascii_alnum(rest[size]) || rest[size] == '.')) ++size;
  while (rest[size - 1] == '.') --size;
  const auto word = ascii_lower(rest.substr(1, size - 1));
  const bool known = std::any_of(word.begin(), word.end(), is_ascii_digit) || word == "beta" || word == "alpha" ||
                     word == "dev" || word == "rc" || word == "snapshot";
  return known ? size : 0;
}

// /month, /user/month, /s behind what is counted.
std::size_t per_size(std::string_view rest) {
  constexpr std::size_t kLongest = 8;
  std::size_t size = 0;
  for (int part = 0; part < 2 && rest.substr(size).starts_with('/'); ++part) {
    std::size_t word = 1;
    while (size + word < rest.size() && word <= kLongest && is_ascii_letter(rest[size + word])) ++word;
    if (word == 1 || word > kLongest) break;
    size += word;
  }
  return size > 0 && ends(rest.substr(size)) ? size : 0;
}

bool is_time(std::string_view word) {
  constexpr std::array kTimes = std::to_array<std::string_view>(
      {"s", "sec", "second", "m", "min", "minute", "h", "hr", "hour", "d", "day", "week", "month", "year"});
  return std::find(kTimes.begin(), kTimes.end(), word) != kTimes.end();
}

bool is_scale(std::string_view word) {
  constexpr std::array kScales = std::to_array<std::string_view>({"thousand", "million", "billion", "trillion"});
  return std::find(kScales.begin(), kScales.end(), word) != kScales.end();
}

// ms, GB, days …; the longest word of the table that stands here whole.
std::size_t unit_word_size(std::string_view rest, bool apart) {
  constexpr std::array kUnits = std::to_array<std::string_view>(
      {"ms",      "us",       "ns",     "s",      "sec",     "secs",   "min",   "mins",     "h",       "hr",
       "hrs",     "b",        "bytes",  "byte",   "kb",      "mb",     "gb",    "tb",       "pb",      "kib",
       "mib",     "gib",      "tib",    "bit",    "bits",    "kbit",   "mbit",  "kbps",     "mbps",    "gbps",
       "km",      "m",        "cm",     "mm",     "ft",      "kg",     "g",     "mg",       "lb",      "lbs",
       "oz",      "l",        "ml",     "w",      "kw",      "kwh",    "v",     "hz",       "khz",     "mhz",
       "ghz",     "px",       "pt",     "em",     "rem",     "rpm",    "fps",   "dpi",      "usd",     "eur",
       "jpy",     "gbp",      "yen",    "dollar", "dollars", "euro",   "euros", "pounds",   "percent", "second",
       "seconds", "minute",   "hour",   "hours",  "day",     "days",   "week",  "weeks",    "month",   "months",
       "year",    "years",    "people", "miles",  "mile",    "times",  "x",     "k",        "minutes", "million",
       "billion", "thousand", "kids",   "pages",  "points",  "db",     "dbm",   "trillion", "chf",     "cad",
       "aud",     "cny",      "inr",    "sek",    "kbytes",  "mbytes", "gbit",  "tbit",     "mw",      "gw",
       "mv",      "mah",      "kpa",    "hpa",    "kcal",    "users",  "items", "lines",    "rows",    "files",
       "yr",      "yrs",      "wk",     "wks"});
  std::size_t size = 0;
  while (size < rest.size() && size < 10 && is_ascii_letter(rest[size])) ++size;
  const auto per = size > 0 ? per_size(rest.substr(size)) : 0;
  if (size == 0 || (per == 0 && !ends(rest.substr(size)))) return 0;
  if (per > 0 && is_time(rest.substr(size + 1, per - 1))) return size + per;  // 100 req/s
  if (apart && size == 1 && std::string_view("shmglWV").find(rest[0]) == kAny) return 0;
  const auto word = ascii_lower(rest.substr(0, size));
  if (std::find(kUnits.begin(), kUnits.end(), word) == kUnits.end()) return 0;
  if (!is_scale(word) || !rest.substr(size).starts_with(' ')) return size + per;
  const auto counted = unit_word_size(rest.substr(size + 1), true);  // 5 million euros
  return size + per + (counted > 0 ? 1 + counted : 0);
}

// With the blank before it.
std::size_t unit_size(std::string_view rest) {
  std::size_t blank = rest.starts_with(' ') ? 1 : rest.starts_with("\u00a0") || rest.starts_with("\u202f") ? 2 : 0;
  if (rest.starts_with("\u202f")) blank = 3;
  const auto unit = rest.substr(blank);
  for (const std::string_view sign : {"%", "％", "‰", "°C", "°F", "°", "℃", "€", "£", "¥"})
    if (unit.starts_with(sign)) return blank + sign.size();
  if (const auto word = unit_word_size(unit, blank > 0)) return blank + word;
  if (blank > 0) return 0;
  std::size_t size = 0;
  for (const std::string_view scale : {"万", "億", "千"})
    if (size == 0 && unit.starts_with(scale)) size = scale.size();
  return size + counter_size(unit.substr(size));
}

// 555-1234, 10-12, 3/4, 10–12: digits joined by strokes.
std::size_t joined_size(std::string_view rest) {
  std::size_t size = 0;
  for (int part = 0; part < kMostParts; ++part) {
    const auto here = rest.substr(size);
    const bool wave = here.starts_with("\u301c") || here.starts_with("\uff5e") || here.starts_with("\u2013");
    const std::size_t stroke = here.starts_with('-') || here.starts_with('/') || here.starts_with('~') ? 1
                               : wave                                                                  ? 3
                                                                                                       : 0;
    const auto digits = stroke > 0 ? digits_size(here.substr(stroke), kAny) : 0;
    if (digits == 0) return size;
    size += stroke + digits;
    const auto decimals = rest.substr(size).starts_with('.') ? digits_size(rest.substr(size + 1), kAny) : 0;
    if (decimals > 0) size += 1 + decimals;  // 7.30–9.30
  }
  return size;
}

std::size_t ordinal_size(std::string_view rest) {
  for (const std::string_view suffix : {"st", "nd", "rd", "th"})
    if (ascii_lower(rest.substr(0, 2)) == suffix) return 2;
  return 0;
}

// Of 3人中2人 what is behind the first.
std::size_t out_of_size(std::string_view rest) {
  if (!rest.starts_with("中")) return 0;
  const auto digits = digits_size(rest.substr(3), 9);
  const auto numeral = digits > 0 ? digits : kanji_number_size(rest.substr(3));
  const auto counter = numeral > 0 ? counter_size(rest.substr(3 + numeral)) : 0;
  return counter > 0 ? 3 + numeral + counter : 0;
}

Reading kanji_amount(std::string_view text) {
  const auto numeral = kanji_number_size(text);
  const auto counter = numeral > 0 ? counter_size(text.substr(numeral)) : 0;
  const auto size = numeral + counter;
  return counter > 0 ? Reading{TokenKind::amount, size + out_of_size(text.substr(size))} : Reading{};
}

// USD 300: the name with its blank.
std::size_t currency_size(std::string_view text) {
  for (const std::string_view name :
       {"USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "CNY", "INR", "KRW", "SEK", "NOK", "DKK"}) {
    if (!text.starts_with(name)) continue;
    const auto rest = text.substr(name.size());
    const std::size_t blank = rest.starts_with(' ') ? 1 : rest.starts_with("\u00a0") ? 2 : 0;
    return digit_size(rest.substr(blank)) > 0 ? name.size() + blank : 0;
  }
  return 0;
}

bool is_measured(TokenKind kind) {
  return kind == TokenKind::number || kind == TokenKind::amount || kind == TokenKind::version ||
         kind == TokenKind::date;
}

}  // namespace

std::size_t signed_begin(std::string_view text, const FoundToken& token) {
  if (!is_measured(token.kind)) return token.begin;
  std::string_view before = text.substr(0, token.begin);
  if (before.ends_with(' ')) before.remove_suffix(1);
  constexpr std::array kSigns = std::to_array<std::string_view>(
      {"<=", ">=", "!=", "±", "≈", "≃", "≒", "~", "≤", "≥", "≦", "≧", "≠", "<", ">", "＜", "＞"});
  for (const std::string_view sign : kSigns) {
    if (!before.ends_with(sign)) continue;
    const char outer = sign.size() < before.size() ? before[before.size() - sign.size() - 1] : ' ';
    const bool joins = std::string_view("-=<>~/|&").find(outer) != kAny;  // ->, =>, >>, ~~
    return joins || (sign == "~" && is_word_char(outer)) ? token.begin : before.size() - sign.size();
  }
  return token.begin;
}

Reading number_at(std::string_view text) {
  const bool named = text.size() > 1 && ascii_lower(text[0]) == 'v' && is_ascii_digit(text[1]);  // v2.3.1
  const std::size_t sign = named ? 1 : sign_size(text);
  int parts = 0;
  const auto digits = decimal_size(text.substr(sign), parts);
  if (digits == 0) return sign == 0 ? kanji_amount(text) : Reading{};
  auto size = sign + digits;
  if (const auto suffix = parts > 1 || named ? suffix_size(text.substr(size)) : 0) {
    return ends(text.substr(size + suffix)) ? Reading{TokenKind::version, size + suffix} : Reading{};
  }
  if (parts > 2 || named) return ends(text.substr(size)) ? Reading{TokenKind::version, size} : Reading{};
  if (const auto unit = unit_size(text.substr(size)))
    return {TokenKind::amount, size + unit + out_of_size(text.substr(size + unit))};
  if (const auto per = per_size(text.substr(size))) return {TokenKind::amount, size + per};  // 3,400/day
  const auto joined = joined_size(text.substr(size));
  size += joined;
  if (const auto unit = joined > 0 ? unit_size(text.substr(size)) : 0) return {TokenKind::amount, size + unit};
  size += ordinal_size(text.substr(size));
  return ends(text.substr(size)) ? Reading{TokenKind::number, size} : Reading{};
}

std::size_t money_size(std::string_view text) {
  std::size_t sign = 0;
  for (const std::string_view name : {"US$", "$", "€", "£", "¥", "￥", "₩"})
    if (sign == 0 && text.starts_with(name)) sign = name.size();
  if (sign == 0) sign = currency_size(text);
  if (sign == 0) return 0;
  int parts = 0;
  const auto digits = decimal_size(text.substr(sign), parts);
  if (digits == 0) return 0;
  const auto size = sign + digits;
  const auto unit = unit_word_size(text.substr(size), false);  // $12k, $3M is a million
  const bool million = text.substr(size).starts_with('M') && ends(text.substr(size + 1));
  const auto whole = size + std::max<std::size_t>(unit, million ? 1 : 0);
  const auto rest = text.substr(whole);
  const auto scale = whole == size && rest.starts_with(' ') ? unit_word_size(rest.substr(1), true) : 0;
  if (scale > 0 && is_scale(ascii_lower(rest.substr(1, scale)))) return whole + 1 + scale;  // $3 billion
  return whole + per_size(rest);
}

}  // namespace ai_memory
