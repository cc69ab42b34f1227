// Any page: its pieces and their tokens lie where they should; made short it is smaller, keeps its front
// matter, and stays as it is when that is asked again.
#include <algorithm>

#include "decay/compaction.hh"
#include "decay/tokens.hh"
#include "tests/fuzz/fuzz.hh"
#include "wiki/markdown_text.hh"
#include "wiki/page.hh"

using namespace ai_memory;

namespace {

void check_tokens(std::string_view text) {
  std::size_t begin = 0, end = 0;
  for (const FoundToken& token : find_tokens(text)) {
    require(token.begin >= begin && token.begin < token.end && token.end <= text.size());
    begin = token.begin;
    token_value(token.kind, text.substr(token.begin, token.end - token.begin));
    if (token.kind == TokenKind::quoted) continue;
    require(token.begin >= end);
    end = token.end;
  }
}

void check_pieces(std::string_view body) {
  for (const TextPiece& piece : text_pieces(body)) {
    require(piece.line >= 1 && piece.line <= piece.last_line);
    for (const TextSpan& span : piece.spans) require(span.begin <= span.end && span.end <= piece.text.size());
    check_tokens(piece.text);
  }
}

// Without "compacted", which it has afterwards.
std::string entries(const FrontMatter& front) {
  std::string all;
  for (const auto& key : front.keys())
    if (key != "compacted") {
      all += key + "=";
      for (const auto& item : front.list(key)) all += item + ",";
    }
  return all;
}

}  // namespace

void check(std::string_view text) {
  const CompactionSource source{"abc1234", PagePath::existing("a/b/notes/x.md")};
  const auto before = parse_page(source.path, text);
  check_pieces(before.body);
  const auto result = compact_page(text, source);
  require(result.text.empty() != result.refused.empty());
  if (result.text.empty()) return;
  require(result.text.size() < text.size());
  const auto after = parse_page(source.path, result.text);
  require(after.compacted && !after.is_protected());
  require(entries(after.front_matter) == entries(before.front_matter));
  require(compact_page(result.text, source).refused == "compacted already");
}
