#include "decay/compaction_groups.hh"

#include <algorithm>

#include "decay/markdown_out.hh"
#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_ascii_alnum(c) || static_cast<unsigned char>(c) >= 0x80 ||
           std::string_view("-./:#@%$,+ ").find(c) != std::string_view::npos;
  });
}

}  // namespace

std::string_view group_of(const KeptToken& kept) {
  if (kept.kind == KeepKind::link) return "Links";
  if (kept.kind == KeepKind::tag) return "Tags";
  if (kept.kind == KeepKind::code) return "Code";
  switch (kept.token) {
    case TokenKind::url:
      return "Addresses";
    case TokenKind::path:
    case TokenKind::file:
      return "Files";
    case TokenKind::error:
    case TokenKind::exception:
      return "Errors";
    case TokenKind::identifier:
    case TokenKind::id:
    case TokenKind::issue:
    case TokenKind::version:
      return "Identifiers";
    case TokenKind::date:
      return "Dates";
    case TokenKind::amount:
    case TokenKind::number:
      return "Numbers";
    case TokenKind::email:
    case TokenKind::mention:
      return "People";
    case TokenKind::quoted:
      return "Quotes";
  }
  return "Code";
}

std::string written(const KeptToken& kept) {
  if (kept.kind == KeepKind::link) return kept.text;
  if (kept.kind == KeepKind::tag) return "#" + kept.text;
  if (kept.kind == KeepKind::code) return code_span(kept.text);
  if (kept.token == TokenKind::quoted) return "“" + escape_inline(kept.text) + "”";
  if (kept.text.starts_with('\\') && kept.kind == KeepKind::token) return escape_inline(kept.text);
  if (is_plain(kept.text) || escape_inline(kept.text) == kept.text) return kept.text;
  return code_span(kept.text);
}

}  // namespace ai_memory
