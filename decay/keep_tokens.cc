#include "decay/keep_tokens.hh"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "decay/content_words.hh"
#include "decay/decisions.hh"
#include "decay/markdown_out.hh"
#include "decay/token_scan.hh"
#include "wiki/inline_tags.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

bool is_marked(const TextPiece& piece) {
  if (piece.kind != TextPiece::Kind::item) return false;
  if (piece.task == ' ') return true;
  const auto start = ascii_lower(piece.text.substr(0, 12));
  constexpr auto kMarks =
      std::to_array<std::string_view>({"[decision]", "[fact]", "[question]", "[answer]", "todo", "fixme"});
  return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) { return start.starts_with(mark); });
}

std::size_t count_line_ends(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string with_line_feeds(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto line = line_at(text, at);
    out.append(line.of(text)).append("\n");
    at = line.next;
  }
  return out;
}

// A line with a comment that denies or forbids.
bool forbids(std::string_view line) {
  for (const std::string_view mark : {"#", "//", "--", "/*", "* ", ";", "<!--", "%", "REM "}) {
    const auto at = line.find(mark);
    const bool apart = at != std::string_view::npos && (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t');
    if (apart && has_negation(line.substr(at + mark.size()))) return true;
  }
  return false;
}

// The first line and those that forbid, and how many are left out between.
std::string cut_code(std::string_view code) {
  std::string out;
  std::size_t left_out = 0;
  const auto tell = [&] {
    if (left_out > 0) out += "… " + std::to_string(left_out) + (left_out > 1 ? " lines" : " line") + " left out\n";
    left_out = 0;
  };
  for (std::size_t at = 0; at < code.size();) {
    const auto line = line_at(code, at);
    at = line.next;
    if (out.empty() || forbids(line.of(code))) {
      tell();
      out.append(line.of(code)).append("\n");
    } else {
      ++left_out;
    }
  }
  tell();
  return out;
}

class Keeper {
 public:
  std::vector<KeptToken> take() { return std::move(kept_); }

  void add_piece(const TextPiece& piece) {
    line_ = piece.line;
    if (piece.kind != TextPiece::Kind::item) announced_ = announces_decisions(piece.text);
    const bool listed = piece.kind == TextPiece::Kind::item && (announced_ || announces_decisions(piece.text));
    if (!is_marked(piece) && listed)
      add(KeepKind::item, inline_text(piece, 0, piece.text.size()));
    else if (!is_marked(piece))
      add_decisions(piece);
    if (piece.kind == TextPiece::Kind::item && announces_decisions(piece.text)) announced_ = true;
    if (is_marked(piece)) {
      auto text = inline_text(piece, 0, piece.text.size());
      if (text.starts_with("\\[")) text = unescaped_mark(std::move(text));
      add(KeepKind::item, (piece.task == ' ' ? "[ ] " : "") + text);
    }
    if (piece.kind == TextPiece::Kind::code) add_code(piece);
    for (const TextSpan& span : piece.spans) add_span(piece, span);
    add_tags(piece);
    const bool raw = piece.kind == TextPiece::Kind::code || piece.kind == TextPiece::Kind::html;  // <td>5
    add_tokens(piece.text, raw ? Signs::apart : Signs::of_numbers);
  }

  // What no piece shows: definitions of links, wherever they stand, and the marks in an address that cmark takes for
  // emphasis, https://example.org/_x_.
  void add_raw(std::string_view body) {
    line_ = 0;
    for (std::size_t at = 0; at < body.size();) {
      const auto line = line_at(body, at);
      const auto text = trim(line.of(body), " \t>");
      ++line_;
      at = line.next;
      const auto close = text.starts_with('[') ? text.find("]:") : std::string_view::npos;
      if (close != std::string_view::npos) add_tokens(text.substr(close + 2));
      if (text.find("://") != std::string_view::npos && text.find_first_of("_*") != std::string_view::npos)
        add_addresses(text);
    }
  }

 private:
  void add(KeepKind kind, std::string text, TokenKind token = {}) {
    auto key = std::to_string(static_cast<int>(kind)) + " " + std::to_string(static_cast<int>(token)) + " " + text;
    if (!text.empty() && seen_.insert(std::move(key)).second) kept_.push_back({kind, token, std::move(text), line_});
  }

  // Sentences of prose that tell one, whole.
  void add_decisions(const TextPiece& piece) {
    if (piece.kind == TextPiece::Kind::code || piece.kind == TextPiece::Kind::html) return;
    if (piece.kind == TextPiece::Kind::heading || !tells_decision(piece.text)) return;
    std::vector<TextRange> whole;
    for (const FoundToken& token : find_tokens(piece.text)) whole.push_back({token.begin, token.end});
    for (const TextSpan& span : piece.spans) whole.push_back({span.begin, span.end});
    std::sort(whole.begin(), whole.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    for (const TextRange& range : sentences(piece.text, whole))
      if (tells_decision(std::string_view(piece.text).substr(range.begin, range.end - range.begin)))
        add(KeepKind::item, std::string(trim(inline_text(piece, range.begin, range.end))));
  }

  // \[decision\] as [decision], which opens no link here for there was none before.
  static std::string unescaped_mark(std::string text) {
    const auto close = text.find("\\]");
    if (close != std::string::npos) text.erase(close, 1);
    return text.substr(1);
  }

  void add_code(const TextPiece& piece) {
    const auto lines = count_line_ends(piece.text);
    auto code = with_line_feeds(piece.text);
    if (lines > kWholeCodeLines) code = cut_code(code);
    add(KeepKind::block, code_block(code, piece.info));
  }

  void add_span(const TextPiece& piece, const TextSpan& span) {
    if (span.kind == TextSpan::Kind::code)
      add(KeepKind::code, piece.text.substr(span.begin, span.end - span.begin));
    else
      add(KeepKind::link, link_text(piece, span));
    add_tokens(span.target);
  }

  void add_tags(const TextPiece& piece) {
    if (piece.kind == TextPiece::Kind::code || piece.kind == TextPiece::Kind::html) return;
    std::vector<std::string> tags;
    std::size_t at = 0;
    for (const TextSpan& span : piece.spans) {
      if (span.begin > at) find_tags(std::string_view(piece.text).substr(at, span.begin - at), at > 0, tags);
      at = std::max(at, span.end);
    }
    find_tags(std::string_view(piece.text).substr(at), at > 0, tags);
    for (std::string& tag : tags) add(KeepKind::tag, std::move(tag));
  }

  void add_addresses(std::string_view line) {
    for (const FoundToken& token : find_tokens(line))
      if (token.kind == TokenKind::url)
        add(KeepKind::token, std::string(line.substr(token.begin, token.end - token.begin)), token.kind);
  }

  enum class Signs { apart, of_numbers };
  void add_tokens(std::string_view text, Signs signs = Signs::apart) {
    for (const FoundToken& token : find_tokens(text)) {
      const auto begin = signs == Signs::of_numbers ? signed_begin(text, token) : token.begin;
      std::string own(trim(text.substr(begin, token.end - begin)));
      std::replace_if(
          own.begin(), own.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
      add(KeepKind::token, std::move(own), token.kind);
    }
  }

  std::vector<KeptToken> kept_;
  std::unordered_set<std::string> seen_;
  bool announced_ = false;  // list items are what a line or heading above says they are: decisions
  std::size_t line_ = 1;
};

}  // namespace

std::vector<KeptToken> keep_tokens(std::string_view body, const std::vector<TextPiece>& pieces) {
  Keeper keeper;
  for (const TextPiece& piece : pieces) keeper.add_piece(piece);
  keeper.add_raw(body);
  return keeper.take();
}

std::vector<KeptToken> keep_tokens(std::string_view body) { return keep_tokens(body, text_pieces(body)); }

}  // namespace ai_memory
