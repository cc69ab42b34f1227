// Made-up pages of about 3.2 KB, the same on every machine.
#pragma once

#include <string>

#include "wiki/changeset.hh"

namespace ai_memory {

inline constexpr const char* kRareWord = "zyxrare";     // in one page of all
inline constexpr const char* kCommonWord = "everyday";  // in every page

// Page `number` of `count`: a session of the years 2010 to 2024, folders of one month each.
Change made_up_page(int number, int count);

}  // namespace ai_memory
