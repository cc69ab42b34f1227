// The people, projects and things that pages say they are about (front matter `entities`), and which of them a query
// names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "index/database.hh"

namespace ai_memory {

// A name as it is stored and compared: its words folded and stemmed, a space between them; empty if it has none, or
// more than six. Of a link, its label or the page's name.
std::string entity_words(std::string_view typed);

// How much the entities say that stand in `question` word for word: for each page the sum of ln(1 + pages / pages with
// that entity). Pages with none are not there.
std::map<std::int64_t, double> entity_matches(const sqlite::Database& database, std::string_view question);

}  // namespace ai_memory
