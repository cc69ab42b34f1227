// What must survive when a page's text is shortened: its facts by form, its links, code and marked lines. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "decay/tokens.hh"
#include "wiki/markdown_text.hh"

namespace ai_memory {

enum class KeepKind {
  // a list item marked [decision], [fact], [question], [answer], TODO, FIXME or with an empty box, or below a line or
  // heading that announces decisions; a sentence that tells one (decisions.hh). On one line
  item,
  block,  // a block of code of at most kWholeCodeLines lines, fenced; of a longer one its first line and comments that
          // forbid
  link,   // [[target|label]], [label](target), ![alt](target), as markdown
  tag,    // #area/sub, without #
  code,   // inline code, without ticks
  token,  // see TokenKind
};
inline constexpr std::size_t kWholeCodeLines = 20;

struct KeptToken {
  KeepKind kind{};
  TokenKind token{};     // of kind `token` alone
  std::string text;      // one line but for blocks, which have LF line ends
  std::size_t line = 0;  // 1-based within the body: where the paragraph, item or block starts
};

// In document order, each once; what only the raw lines show comes last. Numbers that only mark list items are none of
// the text. Definitions of links count, used or not. What stands in an item, quotation, code or link is there as a
// token of its own too.
std::vector<KeptToken> keep_tokens(std::string_view body);
std::vector<KeptToken> keep_tokens(std::string_view body, const std::vector<TextPiece>& pieces);

}  // namespace ai_memory
