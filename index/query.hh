// The query language (03-search §2). Every input is text; none is an error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

struct Query {
  // An FTS5 MATCH expression made only of quoted tokens, OR, AND, NOT, `*` and column names; empty: nothing to look for
  // (with a filter set: every page that the filter keeps).
  std::string match;
  // Matches pages where neighbouring words of the query stand next to each other, for ranking; empty for a single word.
  std::string phrase;
  // Like `match`, but all of the words must be there.
  std::string every;
  // What must not be there, where there are only filters and no `match` that says so; empty: nothing.
  std::string without;
  // The words as typed, if there are only words and filters: what may be looked for by meaning. Quotes, exclusions,
  // prefixes and `title:` say exactly what must stand there; then it is empty.
  std::string question;
  // The positive part as tokens: what tokenize(page, TokenUse::document) gives back with one of these texts, or with a
  // text that starts with one of `prefixes`, is a match to show.
  std::vector<std::string> words, prefixes;
  // Tokens to show too: other spellings of some of `words` (v2 for the 2 of 2.3).
  std::vector<std::string> also;
  // Values as typed, without the # of a tag; tiers in lower case.
  struct Filter {
    std::vector<std::string> paths, tags, kinds, tiers, projects;  // `path:` `tag:` `kind:` `tier:` `project:`
    bool empty() const { return paths.empty() && tags.empty() && kinds.empty() && tiers.empty() && projects.empty(); }
  };
  Filter filter;
  Filter excluded;  // with a - before: a page that fits any of these is left out
};

// Words joined by OR; "…" phrase; -word excludes; word* prefix; `title:` searches titles (or the same text anywhere),
// the other filters above narrow, and with a - before leave out. Stop words are dropped from bare words unless nothing
// would be left. Unclosed quotes run to the end. A filter name with nothing known behind it (`path:` alone, `tier:` and
// no tier, `path:/etc`, since no page path starts with a slash) is text, and so are AND, OR, NOT, NEAR and `--flag`.
// With only exclusions nothing is looked for.
Query parse_query(std::string_view text, const std::vector<std::string>& stop_words);

// The built-in English stop words.
const std::vector<std::string>& english_stop_words();

}  // namespace ai_memory
