// Text written as markdown that reads back as the same text. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "wiki/markdown_text.hh"

namespace ai_memory {

// With a backslash before what would be taken for a mark within a line; most prose comes out as it is.
std::string escape_inline(std::string_view text);

// What opens a line, already escaped as above, with a backslash where it would start a list, heading, quotation or
// rule.
std::string escape_start(std::string_view text);

// `text`, one line, between as many ticks as it needs.
std::string code_span(std::string_view text);

// A fenced block with LF line ends; `code` ends with one or gets it.
std::string code_block(std::string_view code, std::string_view info);

// [[target|label]], [label](target), ![alt](target); an address that stands for itself as <address>.
std::string link_text(const TextPiece& piece, const TextSpan& span);

// The bytes [begin, end) of a piece with their code spans, links and images; a span that is cut by either end comes
// whole or, if it begins before `begin`, not at all.
std::string inline_text(const TextPiece& piece, std::size_t begin, std::size_t end);

}  // namespace ai_memory
