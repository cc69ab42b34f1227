// The FTS5 tokenizer "ai_memory" (03-search §2) and the same cutting for queries and for other code.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace ai_memory {

struct Token {
  std::string text;       // folded (NFKC case fold, marks removed) and, for Latin words, stemmed or whole
  std::size_t begin = 0;  // byte range in the input
  std::size_t end = 0;
  bool colocated = false;  // stands at the position of the token before it
};

// prefix: a query whose last word may go on; words are not stemmed.
enum class TokenUse { document, query, prefix };

// Latin words as written (folded) with their Porter stem colocated; identifiers whole and split (camelCase, snake_case,
// kebab-case, dotted, paths; "C++", "C#" whole); runs of Han, Kana, Hangul, Thai as overlapping bigrams, with colocated
// unigrams for documents; a query has a unigram only for a one-character run. Any bytes are accepted.
// A query's words are stems, its identifiers their parts: both stand in documents too. Token ranges never run
// backwards.
std::vector<Token> tokenize(std::string_view text, TokenUse use);
// The same without keeping them; `each` returns false to stop.
void for_each_token(std::string_view text, TokenUse use, const std::function<bool(const Token&)>& each);

// Makes the tokenizer known to this connection under the name "ai_memory".
void register_tokenizer(sqlite3* connection);

}  // namespace ai_memory
