// What a text that is being put together says already.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "decay/content_words.hh"
#include "decay/token_scan.hh"

namespace ai_memory {

class Covered {
 public:
  // `key`: equal for the forms of a word that count as one.
  explicit Covered(std::function<std::string(std::string_view)> key = word_key) : key_(std::move(key)) {}

  // `text`, as it is written, with its tokens, with and without their signs, and words.
  void add(std::string_view text) {
    for (const FoundToken& token : find_tokens(text)) {
      tokens_.emplace(text.substr(token.begin, token.end - token.begin));
      const std::size_t begin = signed_begin(text, token);
      tokens_.emplace(text.substr(begin, token.end - begin));
    }
    add_words(text);
  }
  void add_words(std::string_view text) {
    for (const TextWord& word : text_words(text)) words_.insert(key_(word.of(text)));
  }
  void add_mark(std::string mark) { marks_.insert(std::move(mark)); }

  // \\server\share is written with the stroke that markdown takes away.
  bool has_token(const std::string& token) const {
    return tokens_.contains(token) || (token.starts_with('\\') && tokens_.contains("\\" + token));
  }
  std::string key(std::string_view word) const { return key_(word); }
  bool has_word(std::string_view word) const { return words_.contains(key_(word)); }
  // Links and code, as markdown.
  bool has_mark(const std::string& mark) const { return marks_.contains(mark); }

 private:
  std::function<std::string(std::string_view)> key_;
  std::unordered_set<std::string> tokens_, words_, marks_;
};

}  // namespace ai_memory
