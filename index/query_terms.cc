#include "index/query_terms.hh"

#include <algorithm>

#include "decay/token_scan.hh"
#include "index/chain.hh"
#include "index/tokenizer.hh"
#include "index/unicode.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostTerms = 400;
constexpr std::size_t kMostTokens = 64;  // of one phrase; what follows is left out

using Chars = std::span<const FoldedChar>;
using Visit = std::function<void(std::string_view)>;

bool is_ideographic(CharKind kind) {
  return kind == CharKind::han || kind == CharKind::hiragana || kind == CharKind::katakana;
}

bool is_word(CharKind kind) { return kind == CharKind::letter || kind == CharKind::digit; }

// Pieces of text, named by characters.
class Pieces {
 public:
  Pieces(std::string_view text, const Visit& visit) : text_(text), visit_(visit) { fold(text, chars_); }

  void visit() {
    for (std::size_t i = 0; i < chars_.size();) {
      const CharKind kind = chars_[i].kind;
      if (is_word(kind)) {
        i = visit_chain(i);
      } else if (is_ideographic(kind)) {
        i = visit_ideographic(i);
      } else if (kind == CharKind::hangul || kind == CharKind::thai) {
        const std::size_t end = same_kind_end(i);
        slide(i, end, kind == CharKind::hangul ? 2 : 3);
        i = end;
      } else {
        ++i;
      }
    }
  }

 private:
  void give(std::size_t begin, std::size_t end) {
    visit_(text_.substr(chars_[begin].begin, chars_[end - 1].end - chars_[begin].begin));
  }

  // Every `size` neighbours in [begin, end); all of it if it is shorter.
  void slide(std::size_t begin, std::size_t end, std::size_t size) {
    if (end - begin <= size) return give(begin, end);
    for (std::size_t i = begin; i + size <= end; ++i) give(i, i + size);
  }

  std::size_t same_kind_end(std::size_t i) const {
    const CharKind kind = chars_[i].kind;
    while (i < chars_.size() && chars_[i].kind == kind) ++i;
    return i;
  }

  // A chain of letters and digits; a number alone says too little.
  std::size_t visit_chain(std::size_t begin) {
    WordChain chain;
    read_chain(chars_, begin, chain);
    const auto letters = std::count_if(chars_.begin() + static_cast<std::ptrdiff_t>(begin),
                                       chars_.begin() + static_cast<std::ptrdiff_t>(chain.next),
                                       [](const FoldedChar& c) { return c.kind == CharKind::letter; });
    if (letters > 0 && chain.next - begin >= 3) give(begin, chain.next);
    return chain.next;
  }

  // Words of Japanese and Chinese as far as the script shows them: katakana whole, Han by bigrams (one Han among kana
  // alone), hiragana (mostly endings and particles) only where there is nothing else.
  std::size_t visit_ideographic(std::size_t begin) {
    std::size_t end = begin;
    while (end < chars_.size() && is_ideographic(chars_[end].kind)) ++end;
    if (same_kind_end(begin) == end && chars_[begin].kind == CharKind::hiragana) {
      if (end - begin > 4) slide(begin, end, 3);
      return end;
    }
    for (std::size_t i = begin; i < end;) {
      const std::size_t next = same_kind_end(i);
      if (chars_[i].kind == CharKind::han) slide(i, next, 2);
      if (chars_[i].kind == CharKind::katakana && next - i >= 2) give(i, next);
      i = next;
    }
    return end;
  }

  std::string_view text_;
  const Visit& visit_;
  std::vector<FoldedChar> chars_;
};

// The one-name forms of every chain in the text: `pre-commit` → `precommit`, `GitHub` → `github`.
void visit_wholes(std::string_view text, const Visit& visit) {
  std::vector<FoldedChar> chars;
  fold(text, chars);
  WordChain chain;
  for (std::size_t i = 0; i < chars.size();) {
    if (!is_word(chars[i].kind)) {
      ++i;
      continue;
    }
    read_chain(chars, i, chain);
    if (!chain.whole.empty()) visit(chain.whole);
    for (const WordRun& run : chain.runs)
      if (!run.whole.empty()) visit(run.whole);
    i = chain.next;
  }
}

// Of a word that is a version, `2.3.1` or `v2.3.1`, the other way to write it; empty for any other word.
std::string other_spelling(std::string_view text) {
  while (!text.empty() && !is_ascii_alnum(text.front())) {
    if (static_cast<unsigned char>(text.front()) >= 0x80) return {};
    text.remove_prefix(1);
  }
  const bool with_v = !text.empty() && ascii_lower(text.front()) == 'v';
  const std::string_view number = text.substr(with_v ? 1 : 0);
  std::size_t at = 0;
  while (at < number.size() && is_ascii_digit(number[at])) ++at;
  if (at == 0 || at + 1 >= number.size() || number[at] != '.' || !is_ascii_digit(number[at + 1])) return {};
  return (with_v ? "" : "v") + std::string(number);
}

}  // namespace

std::string fts5_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '\0') continue;
    quoted += c;
    if (c == '"') quoted += c;
  }
  return quoted += '"';
}

void QueryTerms::add(std::string_view text, bool prefix) { add(text, prefix, words_); }

void QueryTerms::add(std::string_view text, bool prefix, std::vector<std::string>& words) {
  if (strings_.size() >= kMostTerms) return;
  std::string key;
  std::vector<Token> tokens;
  for_each_token(text, prefix ? TokenUse::prefix : TokenUse::query, [&](const Token& token) {
    tokens.push_back(token);
    key += token.text + ' ';
    return tokens.size() < kMostTokens;
  });
  if (tokens.empty() || !seen_.insert(key + (prefix ? "*" : "")).second) return;
  const std::size_t begin = tokens.front().begin;
  strings_.push_back(fts5_string(text.substr(begin, tokens.back().end - begin)) + (prefix ? " *" : ""));
  if (prefix) {
    prefixes_.push_back(tokens.back().text);
    tokens.pop_back();
  }
  for (const Token& token : tokens)
    if (seen_words_.insert(token.text).second) words.push_back(token.text);
}

void QueryTerms::add_prefix(std::string_view text) { add(text, true); }

void QueryTerms::add_phrase(std::string_view text) {
  add(text, false);
  add(ascii_lower(text), false);
}

void QueryTerms::add_word(std::string_view text) {
  add_phrase(text);
  visit_wholes(text, [this](std::string_view whole) { add(whole, false); });
  add(other_spelling(text), false, also_);
}

void QueryTerms::add_pieces(std::string_view text, const IsStopWord& is_stop_word) {
  const Visit visit = [&](std::string_view piece) {
    if (!is_stop_word(piece)) add_word(piece);
  };
  Pieces(text, visit).visit();
}

std::string QueryTerms::expression() const {
  std::string joined;
  for (const std::string& string : strings_) joined += (joined.empty() ? "" : " OR ") + string;
  return joined;
}

}  // namespace ai_memory
