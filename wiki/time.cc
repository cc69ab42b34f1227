#include "wiki/time.hh"

#include <array>
#include <cstdio>

namespace ai_memory {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// Takes exactly `digits` decimal digits off the front of `text`.
std::optional<int> take_number(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<Timestamp> take_date(std::string_view& text) {
  const auto year = take_number(text, 4);
  if (!year || !take(text, "-")) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || !take(text, "-")) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *year == 0) return std::nullopt;
  return std::chrono::sys_days{date};
}

std::optional<seconds> take_zone(std::string_view& text) {
  if (text.empty() || take(text, "Zz")) return seconds{0};
  const bool west = text.front() == '-';
  if (!take(text, "+-")) return std::nullopt;
  const auto hour = take_number(text, 2);
  take(text, ":");
  const auto minute = take_number(text, 2);
  if (!hour || !minute || *hour > 23 || *minute > 59) return std::nullopt;
  const seconds offset = hours{*hour} + minutes{*minute};
  return west ? -offset : offset;
}

std::optional<seconds> take_clock(std::string_view& text) {
  const auto hour = take_number(text, 2);
  if (!hour || !take(text, ":")) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || *hour > 23 || *minute > 59) return std::nullopt;
  int second = 0;
  if (take(text, ":")) {
    const auto parsed = take_number(text, 2);
    if (!parsed || *parsed > 60) return std::nullopt;
    second = *parsed == 60 ? 59 : *parsed;
    if (take(text, ".,")) {
      if (!take_number(text, 1)) return std::nullopt;
      while (take_number(text, 1)) {
      }
    }
  }
  return hours{*hour} + minutes{*minute} + seconds{second};
}

// "2026-11"; with `past`, the first second behind it.
std::optional<Timestamp> parse_month(std::string_view text, bool past) {
  const auto year = take_number(text, 4);
  if (!year || !take(text, "-")) return std::nullopt;
  const auto number = take_number(text, 2);
  if (!number || !text.empty()) return std::nullopt;
  std::chrono::year_month month{std::chrono::year{*year}, std::chrono::month(static_cast<unsigned>(*number))};
  if (!month.ok() || *year == 0) return std::nullopt;
  if (past) month += std::chrono::months{1};
  return std::chrono::sys_days{month / 1};
}

std::optional<Timestamp> parse(std::string_view text, days bare_date_offset) {
  if (text.size() == 7) return parse_month(text, bare_date_offset != days{0});
  const auto date = take_date(text);
  if (!date) return std::nullopt;
  if (text.empty()) return *date + bare_date_offset;
  if (!take(text, "Tt ")) return std::nullopt;
  const auto clock = take_clock(text);
  if (!clock) return std::nullopt;
  const auto zone = take_zone(text);
  if (!zone || !text.empty()) return std::nullopt;
  const Timestamp time = *date + *clock - *zone;
  // At the ends of the calendar a zone leads to years that cannot be written.
  const bool four_digits = time >= std::chrono::sys_days{std::chrono::year{1} / 1 / 1} &&
                           time < std::chrono::sys_days{std::chrono::year{10'000} / 1 / 1};
  return four_digits ? std::optional(time) : std::nullopt;
}

}  // namespace

std::optional<Timestamp> parse_time(std::string_view text) { return parse(text, days{0}); }

std::optional<Timestamp> parse_deadline(std::string_view text) { return parse(text, days{1}); }

std::string format_date(Timestamp time) {
  const std::chrono::year_month_day date{std::chrono::floor<days>(time)};
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return buffer.data();
}

std::string format_time(Timestamp time) {
  const auto clock = static_cast<int>((time - std::chrono::floor<days>(time)).count());
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "T%02d:%02d:%02dZ", clock / 3600, clock / 60 % 60, clock % 60);
  return format_date(time) + buffer.data();
}

double days_between(Timestamp from, Timestamp to) { return static_cast<double>((to - from).count()) / 86400.0; }

}  // namespace ai_memory
