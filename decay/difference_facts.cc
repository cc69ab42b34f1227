#include "decay/difference_facts.hh"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "decay/content_words.hh"
#include "decay/difference.hh"
#include "decay/difference_words.hh"
#include "decay/token_scan.hh"
#include "decay/tokens.hh"

namespace ai_memory {
namespace {

// What a text holds, by value.
class Holdings {
 public:
  explicit Holdings(std::string_view body) {
    for (std::size_t begin = 0; begin < body.size();) {
      const auto end = std::min(body.find('\n', begin), body.size());
      add_line(body.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  // Whether all of `text`'s tokens are here; of a text without any, its words.
  bool has(std::string_view text) const {
    const auto tokens = find_tokens(text);
    if (!tokens.empty())
      return std::all_of(tokens.begin(), tokens.end(),
                         [&](const FoundToken& token) { return tokens_.contains(value_of(text, token)); });
    const auto words = text_words(text);
    return std::all_of(words.begin(), words.end(),
                       [&](const TextWord& word) { return words_.contains(word_key(word.of(text))); });
  }

 private:
  static std::string value_of(std::string_view text, const FoundToken& token) {
    return token_value(token.kind, text.substr(token.begin, token.end - token.begin));
  }
  void add_line(std::string_view line) {
    for (const FoundToken& token : find_tokens(line)) tokens_.insert(value_of(line, token));
    for (const TextWord& word : text_words(line)) words_.insert(word_key(word.of(line)));
  }

  std::set<std::string> tokens_, words_;
};

// "on" where the other has "off".
bool are_opposite(std::string_view left, std::string_view right) {
  for (const TextWord& one : text_words(left))
    for (const TextWord& other : text_words(right))
      if (is_opposite(ascii_lower(one.of(left)), ascii_lower(other.of(right)))) return true;
  return false;
}

}  // namespace

bool state_other_facts(std::string_view left_body, std::string_view right_body) {
  const Holdings left(left_body), right(right_body);
  struct Sides {
    bool left = false, right = false;
  };
  std::map<std::tuple<std::string, std::string, std::string>, Sides> other;  // by kind and sentences
  for (const Difference& found : differences(left_body, right_body)) {
    if (found.kind == "negation") return true;
    if (found.kind == "word") {
      if (are_opposite(found.left, found.right)) return true;
      continue;
    }
    Sides& sides = other[{found.kind, found.left_sentence, found.right_sentence}];
    sides.left = sides.left || (!found.left.empty() && !right.has(found.left));
    sides.right = sides.right || (!found.right.empty() && !left.has(found.right));
    if (sides.left && sides.right) return true;
  }
  return false;
}

}  // namespace ai_memory
