#include "decay/markdown_out.hh"

#include <algorithm>

#include "decay/token_scan.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

bool is_punctuation(char c) { return c > ' ' && c < 0x7f && !is_ascii_alnum(c); }

// Whether an underscore stands within a word, where it marks nothing.
bool is_inner(std::string_view text, std::size_t at) {
  return at > 0 && at + 1 < text.size() && is_ascii_alnum(text[at - 1]) && is_ascii_alnum(text[at + 1]);
}

// Of \\server\share one of the first two is taken for a mark when it is read; written so, it is there as both were
// typed.
bool opens_share(std::string_view text, std::size_t at) {
  return (at == 0 || text[at - 1] == ' ') && at + 1 < text.size() && is_ascii_alnum(text[at + 1]);
}

bool needs_escape(std::string_view text, std::size_t at) {
  const char next = at + 1 < text.size() ? text[at + 1] : '\0';
  switch (text[at]) {
    case '*':
    case '`':
    case '[':
    case ']':
      return true;
    case '_':
      return !is_inner(text, at);
    case '<':
      return is_ascii_letter(next) || next == '/' || next == '!' || next == '?';
    case '&':
      return is_ascii_letter(next) || next == '#';
    case '\\':
      return is_punctuation(next) || next == '\0' || opens_share(text, at);
    case '~':
      return next == '~' || (at > 0 && text[at - 1] == '~');
    default:
      return false;
  }
}

std::size_t longest_run(std::string_view text, char c) {
  std::size_t longest = 0, run = 0;
  for (const char here : text) {
    run = here == c ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string destination(std::string_view target) {
  const bool plain = !target.empty() && target.find_first_of(" ()<>\t\\\"'*_[]`&") == std::string_view::npos;
  if (plain) return std::string(target);
  std::string out = "<";
  for (const char c : target) {
    if (c == '<' || c == '>' || c == '\\') out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out + ">";
}

std::string label(const TextPiece& piece, const TextSpan& span) {
  return piece.text.substr(span.begin, span.end - span.begin);
}

}  // namespace

std::string escape_inline(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (needs_escape(text, at)) out += '\\';
    out += text[at];
  }
  return out;
}

std::string escape_start(std::string_view text) {
  const auto run = [&](auto accepts) {
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), accepts) - text.begin());
  };
  const auto blank = [&](std::size_t at) { return at >= text.size() || text[at] == ' '; };
  const auto digits = run(is_ascii_digit), hashes = run([](char c) { return c == '#'; });
  if (digits > 0 && digits < text.size() && (text[digits] == '.' || text[digits] == ')') && blank(digits + 1))
    return std::string(text.substr(0, digits)) + "\\" + std::string(text.substr(digits));
  const char first = text.empty() ? ' ' : text[0];
  const bool item = (first == '-' || first == '+') && (blank(1) || text.starts_with("--"));
  const bool marks =
      item || first == '>' || first == '=' || first == '|' || first == '~' || (hashes > 0 && blank(hashes));
  return (marks ? "\\" : "") + std::string(text);
}

std::string code_span(std::string_view text) {
  const std::string ticks(longest_run(text, '`') + 1, '`');
  const bool pad =
      text.empty() || text.front() == '`' || text.back() == '`' || (text.front() == ' ' && text.back() == ' ');
  std::string out = ticks;
  if (pad) out += ' ';
  for (const char c : text) out += c == '\n' || c == '\r' ? ' ' : c;
  if (pad) out += ' ';
  return out + ticks;
}

std::string code_block(std::string_view code, std::string_view info) {
  const std::string fence(std::max<std::size_t>(3, longest_run(code, '`') + 1), '`');
  std::string out = fence;
  if (info.find('`') == std::string_view::npos && info.find('\n') == std::string_view::npos) out += info;
  out += '\n';
  out += code;
  if (!out.ends_with('\n')) out += '\n';
  return out + fence + "\n";
}

std::string link_text(const TextPiece& piece, const TextSpan& span) {
  const auto text = label(piece, span);
  if (span.kind == TextSpan::Kind::wikilink) {
    const bool same = text == span.target || span.target == "#" + text;
    return "[[" + span.target + (same ? "" : "|" + text) + "]]";
  }
  const bool itself = span.kind == TextSpan::Kind::link && (text == span.target || "mailto:" + text == span.target);
  if (itself && text.find_first_of(" <>") == std::string::npos && text.find_first_of(":@") != std::string::npos)
    return "<" + text + ">";
  return (span.kind == TextSpan::Kind::image ? "![" : "[") + escape_inline(text) + "](" + destination(span.target) +
         ")";
}

std::string inline_text(const TextPiece& piece, std::size_t begin, std::size_t end) {
  std::string out;
  const std::string_view text = piece.text;
  for (const TextSpan& span : piece.spans) {
    if (span.begin < begin || span.begin >= end) continue;
    out += escape_inline(text.substr(begin, span.begin - begin));
    out += span.kind == TextSpan::Kind::code ? code_span(label(piece, span)) : link_text(piece, span);
    begin = std::max(begin, span.end);
  }
  if (begin < end) out += escape_inline(text.substr(begin, end - begin));
  return out;
}

}  // namespace ai_memory
