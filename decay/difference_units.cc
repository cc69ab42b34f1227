#include "decay/difference_units.hh"

#include <algorithm>
#include <array>

#include "decay/difference_words.hh"
#include "decay/twins.hh"
#include "wiki/lines.hh"
#include "wiki/page_path.hh"

namespace ai_memory {
namespace {

enum class Script { other, letter, ideograph, katakana, hiragana };

struct Character {
  Script script = Script::other;
  std::size_t size = 1;
};

Script script_of(unsigned code) {
  if (code < 0x80) {
    const unsigned folded = code | 0x20;
    return (code >= '0' && code <= '9') || (folded >= 'a' && folded <= 'z') ? Script::letter : Script::other;
  }
  if (code >= 0x3041 && code <= 0x309f) return Script::hiragana;
  if ((code >= 0x30a1 && code <= 0x30ff && code != 0x30fb) || (code >= 0xff66 && code <= 0xff9f))
    return Script::katakana;
  if (code == 0x3005 || code == 0x3007 || (code >= 0x3400 && code <= 0x9fff)) return Script::ideograph;
  if (code >= 0x20000) return Script::ideograph;
  if ((code >= 0xff10 && code <= 0xff19) || (code >= 0xff21 && code <= 0xff3a) || (code >= 0xff41 && code <= 0xff5a))
    return Script::letter;
  const bool punctuation = code < 0xc0 || code == 0xd7 || code == 0xf7 || (code >= 0x2000 && code <= 0x2e7f) ||
                           (code >= 0x3000 && code < 0x3041) || code == 0x30fb || code >= 0xfe30;
  return punctuation ? Script::other : Script::letter;
}

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0xc0) return {first < 0x80 ? script_of(first) : Script::other, 1};
  unsigned code = first < 0xe0 ? first & 0x1fU : first < 0xf0 ? first & 0x0fU : first & 0x07U;
  const std::size_t size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + size > text.size()) return {Script::other, text.size() - at};
  for (std::size_t i = 1; i < size; ++i) code = code << 6 | (byte(i) & 0x3fU);
  return {script_of(code), size};
}

bool is_apostrophe(std::string_view rest) { return rest.starts_with('\'') || rest.starts_with("\xe2\x80\x99"); }

// Where the word that begins at `at` ends: letters with apostrophes and hyphens within, or a run of one other script.
std::size_t word_end(std::string_view text, std::size_t at, std::size_t limit) {
  const Script script = character_at(text, at).script;
  while (at < limit) {
    const Character here = character_at(text, at);
    if (here.script == script) {
      at += here.size;
      continue;
    }
    const std::size_t joint = is_apostrophe(text.substr(at)) ? (text[at] == '\'' ? 1 : 3) : 0;
    if (script != Script::letter || joint == 0 || at + joint >= limit) break;
    if (character_at(text, at + joint).script != Script::letter) break;
    at += joint;
  }
  return at;
}

std::string folded(std::string_view word) {
  std::string out = to_nfc(usual_width(word));
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  constexpr std::string_view kCurly = "\xe2\x80\x99", kLong = "ー";
  for (auto at = out.find(kCurly); at != std::string::npos; at = out.find(kCurly)) out.replace(at, kCurly.size(), "'");
  if (out.size() > 3 * kLong.size() && out.ends_with(kLong)) out.resize(out.size() - kLong.size());  // サーバー, サーバ
  return out;
}

class UnitReader {
 public:
  UnitReader(std::string_view text, const std::vector<TextSpan>& spans) : text_(text), spans_(spans) {}

  std::vector<Unit> read(std::size_t begin, std::size_t end, const std::vector<FoundToken>& tokens) {
    std::size_t at = begin;
    for (const FoundToken& token : tokens) {
      if (token.kind == TokenKind::quoted || token.begin < at || token.end > end) continue;
      words(at, token.begin);
      add_token(token);
      at = token.end;
    }
    words(at, end);
    for (const TextSpan& span : spans_)
      if (!span.target.empty() && span.begin >= begin && span.begin < end) {
        Unit unit{Unit::Kind::token, span.target, span.target};
        unit.token = span.target.find("://") == std::string::npos ? TokenKind::path : TokenKind::url;
        units_.push_back(std::move(unit));
      }
    return std::move(units_);
  }

 private:
  void add_token(const FoundToken& token) {
    auto as_written = text_.substr(token.begin, token.end - token.begin);
    // "16 Oct." at a sentence's end.
    if (token.kind == TokenKind::date && as_written.ends_with('.')) as_written.remove_suffix(1);
    Unit unit{Unit::Kind::token, token_value(token.kind, as_written), std::string(as_written)};
    unit.token = token.kind;
    unit.exact = in_code(token.begin);
    units_.push_back(std::move(unit));
  }

  // "C++", "C#", blood of "A-": the signs at a word's end that make it another word.
  std::size_t sign_end(std::size_t begin, std::size_t stop, std::size_t end) const {
    std::size_t at = stop;
    while (at < end && (text_[at] == '+' || text_[at] == '#')) ++at;
    const bool grade = stop == begin + 1 && text_[begin] >= 'A' && text_[begin] <= 'F';
    if (at == stop && grade && at < end && text_[at] == '-') ++at;
    const bool goes_on = at < text_.size() && character_at(text_, at).script != Script::other;
    return goes_on || at > stop + 2 ? stop : at;
  }

  bool in_code(std::size_t at) const {
    return std::any_of(spans_.begin(), spans_.end(), [at](const TextSpan& span) {
      return span.kind == TextSpan::Kind::code && span.begin <= at && at < span.end;
    });
  }

  void words(std::size_t at, std::size_t end) {
    while (at < end) {
      const Character here = character_at(text_, at);
      if (here.script == Script::other) {
        at += here.size;
        continue;
      }
      auto stop = word_end(text_, at, end);
      if (here.script == Script::letter) stop = sign_end(at, stop, end);
      const auto word = text_.substr(at, stop - at);
      if (here.script == Script::hiragana)
        glue(word);
      else
        add_word(word, at);
      at = stop;
    }
  }

  void add_word(std::string_view word, std::size_t at) {
    Unit unit{Unit::Kind::word, folded(word), std::string(word)};
    const auto stem = negated_stem(unit.value);
    if (stem) unit.value = *stem;
    if (is_negation(unit.value)) unit.kind = Unit::Kind::negation, unit.value = "not";
    unit.capital = word[0] >= 'A' && word[0] <= 'Z';
    unit.exact = in_code(at);
    unit.name = unit.value.size() > 3 && (unit.value.ends_with("氏") || unit.value.ends_with("様"));
    units_.push_back(std::move(unit));
    if (stem) units_.push_back({Unit::Kind::negation, "not", std::string(word)});
  }

  // わない -> わ, not. さん makes a name of what stands before it.
  void glue(std::string_view run) {
    if (run.starts_with("さん") && !units_.empty() && units_.back().kind == Unit::Kind::word) units_.back().name = true;
    while (!run.empty()) {
      const GluePart part = first_negation(run);
      if (part.begin > 0)
        units_.push_back(
            {Unit::Kind::glue, std::string(run.substr(0, part.begin)), std::string(run.substr(0, part.begin))});
      if (part.end > part.begin)
        units_.push_back({Unit::Kind::negation, "not", std::string(run.substr(part.begin, part.end - part.begin))});
      run.remove_prefix(part.end);
    }
  }

  std::string_view text_;
  const std::vector<TextSpan>& spans_;
  std::vector<Unit> units_;
};

}  // namespace

std::vector<Unit> units_of(std::string_view text, const std::vector<TextSpan>& spans, TextPart part,
                           const std::vector<FoundToken>& tokens) {
  return UnitReader(text, spans).read(part.begin, part.end, tokens);
}

std::vector<Unit> units_of(std::string_view text) { return units_of(text, {}, {0, text.size()}, find_tokens(text)); }

}  // namespace ai_memory
