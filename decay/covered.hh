// What a text that is being put together says already.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "decay/content_words.hh"
#include "decay/tokens.hh"

namespace ai_memory {

class Covered {
 public:
  // `text`, as it is written, with its tokens and words.
  void add(std::string_view text) {
    for (const FoundToken& token : find_tokens(text))
      tokens_.emplace(text.substr(token.begin, token.end - token.begin));
    for (const TextWord& word : text_words(text)) words_.insert(word_key(word.of(text)));
  }
  void add_mark(std::string mark) { marks_.insert(std::move(mark)); }

  bool has_token(const std::string& token) const { return tokens_.contains(token); }
  bool has_word(const std::string& key) const { return words_.contains(key); }
  // Links and code, as markdown.
  bool has_mark(const std::string& mark) const { return marks_.contains(mark); }

 private:
  std::unordered_set<std::string> tokens_, words_, marks_;
};

}  // namespace ai_memory
