// EDICT, the Japanese–English dictionary of the Electronic Dictionary Research and Development Group (CC BY-SA 3.0), as
// the file of a glossary.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

// The text begins as EDICT and its sister files do.
bool is_edict(std::string_view text);

// `dictionaries`: files in EDICT's format and encoding (EUC-JP), the main one first. The same input gives the same
// bytes. Each word stands with the stems of its forms (戻す: 戻し, 戻さ, …) and, of its most common entries, the first
// meaning of two. Lines that are no entries are passed over; throws `failed` if there is no entry at all, or bytes are
// no EUC-JP.
std::string convert_edict(const std::vector<std::string>& dictionaries);

}  // namespace ai_memory
