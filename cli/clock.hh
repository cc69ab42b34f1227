// The only clock of the program.
#pragma once

#include "wiki/time.hh"

namespace ai_memory {

// AI_MEMORY_NOW if set and not empty, else the system's clock. Throws `usage` if the variable holds no time.
Timestamp current_time();

// "12h", "30d", "2w"; absent for anything else.
std::optional<std::chrono::seconds> parse_span(std::string_view text);

// `--since`: a date, an RFC 3339 time, or a span back from `now`: 12h, 30d, 2w. Throws `usage` for anything else.
inline constexpr std::string_view kSinceForms =
    "a date (2026-11-29) or month, an RFC 3339 time, or a span: 12h, 30d, 2w";
bool is_since(std::string_view text);
Timestamp parse_since(std::string_view text, Timestamp now);

}  // namespace ai_memory
