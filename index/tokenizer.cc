#include "index/tokenizer.hh"

#include <algorithm>
#include <array>
#include <span>

#include "index/chain.hh"
#include "index/stem.hh"
#include "index/unicode.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostBytesOfToken = 256;  // a longer word is found by its beginning

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Runs of one group are cut into bigrams together: Japanese mixes Han with both kana.
enum class Group { none, ideographic, hangul, thai };

Group group_of(CharKind kind) {
  switch (kind) {
    case CharKind::han:
    case CharKind::hiragana:
    case CharKind::katakana:
      return Group::ideographic;
    case CharKind::hangul:
      return Group::hangul;
    case CharKind::thai:
      return Group::thai;
    default:
      return Group::none;
  }
}

class Cutter {
 public:
  Cutter(TokenUse use, const std::function<bool(const Token&)>& each) : use_(use), each_(each) {}

  // A piece between spaces; `offset` is where it starts in the input. False: no more, please.
  bool cut(std::string_view piece, std::size_t offset) {
    offset_ = offset;
    chars_.clear();
    fold(piece, chars_);
    for (std::size_t i = 0; i < chars_.size() && going_;) i = cut_at(i);
    return going_;
  }

 private:
  std::size_t cut_at(std::size_t i) {
    const CharKind kind = chars_[i].kind;
    if (kind == CharKind::letter || kind == CharKind::digit) return cut_chain(i);
    if (kind == CharKind::pictograph) {
      text_.clear();
      append_utf8(text_, chars_[i].code);
      emit(text_, chars_[i].begin, chars_[i].end, false);
    }
    return group_of(kind) == Group::none ? i + 1 : cut_run(i);
  }

  std::size_t cut_chain(std::size_t i) {
    read_chain(chars_, i, chain_);
    if (use_ == TokenUse::document)
      emit_document_chain();
    else
      emit_query_chain();
    return chain_.next;
  }

  void emit_query_chain() {
    for (std::size_t r = 0; r < chain_.runs.size(); ++r) {
      const WordRun& run = chain_.runs[r];
      const bool may_go_on = use_ == TokenUse::prefix && r + 1 == chain_.runs.size() && !run.whole.empty();
      if (may_go_on) {
        emit(run.whole, chain_.parts[run.first_part].begin, chain_.parts[run.last_part].end, false);
        continue;
      }
      for (std::size_t p = run.first_part; p <= run.last_part; ++p) {
        const WordPart& part = chain_.parts[p];
        emit(use_ == TokenUse::prefix ? part.text : porter_stem(part.text), part.begin, part.end, false);
      }
    }
  }

  void emit_document_chain() {
    for (const WordRun& run : chain_.runs) {
      for (std::size_t p = run.first_part; p <= run.last_part; ++p) {
        const WordPart& part = chain_.parts[p];
        said_.clear();
        say(part.text, part.begin, part.end);
        for (const std::string& also : part.also) say(also, part.begin, part.end);
        // The whole run stands at its first and its last part, so that it is a neighbour of the words on both sides.
        if (p == run.first_part) say(run.whole, part.begin, chain_.parts[run.last_part].end);
        if (p == run.last_part) say(run.whole, part.begin, part.end);
        if (p == 0) say(chain_.whole, part.begin, chain_.parts.back().end);
      }
    }
  }

  // Emits a word and its stem at the current position, each text once.
  void say(const std::string& text, std::uint32_t begin, std::uint32_t end) {
    if (text.empty()) return;
    say_once(text, begin, end);
    say_once(porter_stem(text), begin, end);
  }

  void say_once(const std::string& text, std::uint32_t begin, std::uint32_t end) {
    if (std::ranges::find(said_, text) != said_.end()) return;
    emit(text, begin, end, !said_.empty());
    said_.push_back(text);
  }

  std::size_t cut_run(std::size_t begin) {
    const Group group = group_of(chars_[begin].kind);
    units_.clear();
    std::size_t end = begin;
    for (; end < chars_.size() && group_of(chars_[end].kind) == group; ++end)
      if (!chars_[end].continues || units_.empty()) units_.push_back(end);
    units_.push_back(end);
    const std::size_t count = units_.size() - 1;
    if (count == 1) emit_units(0, 1, false);
    for (std::size_t u = 0; u + 1 < count; ++u) {
      emit_units(u, u + 2, false);
      if (use_ != TokenUse::document) continue;
      emit_units(u, u + 1, true);
      if (u + 2 == count) emit_units(u + 1, u + 2, true);
    }
    return end;
  }

  void emit_units(std::size_t first, std::size_t last, bool colocated) {
    text_.clear();
    for (std::size_t i = units_[first]; i < units_[last]; ++i) append_utf8(text_, chars_[i].code);
    emit(text_, chars_[units_[first]].begin, chars_[units_[last] - 1].end, colocated);
  }

  void emit(std::string_view text, std::uint32_t begin, std::uint32_t end, bool colocated) {
    if (!going_) return;
    if (text.size() > kMostBytesOfToken) {
      std::size_t size = kMostBytesOfToken;
      while ((static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
      text = text.substr(0, size);
    }
    token_.text = text;
    token_.begin = offset_ + begin;
    token_.end = offset_ + end;
    token_.colocated = colocated;
    going_ = each_(token_);
  }

  TokenUse use_;
  const std::function<bool(const Token&)>& each_;
  bool going_ = true;
  std::size_t offset_ = 0;
  std::vector<FoldedChar> chars_;
  std::vector<std::size_t> units_;  // where each character of a run starts, and the end
  std::vector<std::string> said_;   // at the current position
  WordChain chain_;
  std::string text_;
  Token token_;
};

}  // namespace

void for_each_token(std::string_view text, TokenUse use, const std::function<bool(const Token&)>& each) {
  Cutter cutter(use, each);
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && is_space(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    if (begin < at && !cutter.cut(text.substr(begin, at - begin), begin)) return;
  }
}

std::vector<Token> tokenize(std::string_view text, TokenUse use) {
  std::vector<Token> tokens;
  for_each_token(text, use, [&](const Token& token) {
    tokens.push_back(token);
    return true;
  });
  return tokens;
}

}  // namespace ai_memory
