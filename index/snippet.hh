// The lines of a page that answer a query, fit to be shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "index/query.hh"
#include "index/search_index.hh"

namespace ai_memory {

// The one to three lines that hold most of the query's different words, in the page's order; earlier lines win ties.
// Without a match in the body: matching lines of the front matter, else the first line of the body, unmarked.
// Long lines are cut to about 200 bytes around the first match, with "…" where text was left out.
// `near_line`, of the file: where to look for that first line instead, 0 for the whole body.
std::vector<Snippet> snippets(std::string_view page_text, const Query& query, std::size_t near_line = 0);

// One line without control characters, terminal escapes and marks that turn the reading direction; tabs become spaces.
// Bytes that are not UTF-8 become U+FFFD.
std::string printable(std::string_view line);

}  // namespace ai_memory
