#include "cli/clock.hh"

#include <charconv>
#include <cstdlib>

#include "wiki/error.hh"

namespace ai_memory {

namespace {

// What git's index and old programs can keep of a time: 32 bits, without a sign.
constexpr Timestamp kFirstTime{};
constexpr Timestamp kEndOfTime = std::chrono::sys_days(std::chrono::year(2106) / 1 / 1);

}  // namespace

std::optional<std::chrono::seconds> parse_span(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  const char unit = text.back();
  const std::string_view digits = text.substr(0, text.size() - 1);
  int count = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (problem != std::errc() || end != digits.data() + digits.size() || count < 0 || count > 100'000)
    return std::nullopt;
  if (unit == 'h') return std::chrono::hours(count);
  if (unit == 'd') return std::chrono::days(count);
  if (unit == 'w') return std::chrono::weeks(count);
  return std::nullopt;
}

Timestamp current_time() {
  const char* set = std::getenv("AI_MEMORY_NOW");
  if (set == nullptr || *set == '\0') return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const auto time = parse_time(set);
  if (time && (*time < kFirstTime || *time >= kEndOfTime))
    throw Error(ErrorKind::usage, std::string("AI_MEMORY_NOW: before 1970 or after 2105: ") + set,
                "git keeps no such time; choose another one");
  if (time) return *time;
  throw Error(ErrorKind::usage, std::string("AI_MEMORY_NOW: not a time: ") + set,
              "use RFC 3339, as in AI_MEMORY_NOW=2026-11-29T12:00:00Z");
}

bool is_since(std::string_view text) { return parse_time(text) || parse_span(text); }

Timestamp parse_since(std::string_view text, Timestamp now) {
  if (const auto time = parse_time(text)) return *time;
  if (const auto span = parse_span(text)) return now - *span;
  throw Error(ErrorKind::usage, "--since: not a time: " + std::string(text), "it takes " + std::string(kSinceForms));
}

}  // namespace ai_memory
