// The query language (03-search §2). Every input is text; none is an error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

struct Query {
  // An FTS5 MATCH expression made only of quoted tokens, OR, AND, NOT, `*` and column names; empty: nothing to look for.
  std::string match;
  std::vector<std::string> words;  // folded words of the positive part, for snippets
  struct Filter {
    std::vector<std::string> paths, tags, kinds, tiers, projects;  // `path:` `tag:` `kind:` `tier:` `project:`
  } filter;
};

// Words joined by OR; "…" phrase; -word excludes; word* prefix; `title:` searches titles, the other filters above narrow.
// Stop words are dropped from bare words unless nothing would be left. Unclosed quotes run to the end.
// A filter name with nothing known behind it (`path:` alone) is text.
Query parse_query(std::string_view text, const std::vector<std::string>& stop_words);

// The built-in English stop words.
const std::vector<std::string>& english_stop_words();

}  // namespace ai_memory
