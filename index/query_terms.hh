// The FTS5 strings that stand for one word or phrase of a query: as typed, as one name, and its pieces.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

// Alternatives to be joined by OR. Each has a token, none stands twice, and there is a most (a page pasted as a query
// is searched for by its first few hundred words).
class QueryTerms {
 public:
  using IsStopWord = std::function<bool(std::string_view)>;

  void add_prefix(std::string_view text);
  void add_phrase(std::string_view text);
  // A word as typed between spaces. A compound (`pre-commit`) is also looked for as one name (`precommit`), a version
  // also with and without the v before it (`2.3.1`, `v2.3.1`).
  void add_word(std::string_view text);
  // The pieces of such a compound that are worth a search of their own (`src/main.cc`: `src` and `main.cc`; the bigrams
  // of a run of Han), without stop words.
  void add_pieces(std::string_view text, const IsStopWord& is_stop_word);

  bool empty() const { return strings_.empty(); }
  // `"a" OR "b" *`
  std::string expression() const;
  // The tokens of all of them; `also`: those that stand only in the other spelling of a version.
  const std::vector<std::string>& words() const { return words_; }
  const std::vector<std::string>& also() const { return also_; }
  const std::vector<std::string>& prefixes() const { return prefixes_; }

 private:
  void add(std::string_view text, bool prefix);
  void add(std::string_view text, bool prefix, std::vector<std::string>& words);

  std::vector<std::string> strings_, words_, also_, prefixes_;
  std::set<std::string> seen_, seen_words_;
};

// The text in FTS5 quotes.
std::string fts5_string(std::string_view text);

}  // namespace ai_memory
