// Time as a value: whole seconds since 1970 UTC. Nothing outside cli/ reads a clock.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace ai_memory {

using Timestamp = std::chrono::sys_seconds;

// RFC 3339 date-time, or a date or month (2026-11; its first second). Without a zone: UTC. Fractions are cut off.
// Absent if the text is anything else or names a day that does not exist (2026-02-30).
std::optional<Timestamp> parse_time(std::string_view text);

// As parse_time, but a bare date or month means its end: the first second of the next.
std::optional<Timestamp> parse_deadline(std::string_view text);

std::string format_time(Timestamp time);  // 2026-11-29T19:48:13Z
std::string format_date(Timestamp time);  // 2026-11-29

// (to − from) in days of 86400 s; negative when `from` is later.
double days_between(Timestamp from, Timestamp to);

}  // namespace ai_memory
