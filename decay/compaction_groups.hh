// How kept facts are listed in a page that was made short.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "decay/keep_tokens.hh"

namespace ai_memory {

// What a kind of fact is called there; several kinds share a name. Not of items and blocks.
std::string_view group_of(const KeptToken& kept);

// In the order in which they are written, behind "Links" and "Quotes".
inline constexpr std::array<std::string_view, 9> kKeptGroups = {"Tags",        "Code",  "Addresses", "Files", "Errors",
                                                                "Identifiers", "Dates", "Numbers",   "People"};

// As markdown that reads back as the fact. Prose stays prose; what has marks in it goes between ticks.
std::string written(const KeptToken& kept);

}  // namespace ai_memory
