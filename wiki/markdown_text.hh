// The text of a body piece by piece, as cmark-gfm's tree has it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

// Part of a piece's text that is not plain prose. Bytes of TextPiece::text.
struct TextSpan {
  enum class Kind { code, link, wikilink, image };
  Kind kind = Kind::code;
  std::size_t begin = 0, end = 0;  // of a code span: what stands between the ticks; else: the label or alt text
  std::string target;              // of a link or image, as Link::target has it, with its #fragment; else empty
};

// A paragraph, heading, table cell or the first paragraph of a list item; or a block of code or HTML.
struct TextPiece {
  enum class Kind { paragraph, heading, cell, item, code, html };
  Kind kind = Kind::paragraph;
  std::string text;  // plain text on one line, what is struck out between ~~; of code and HTML: their lines as they
                     // stand, with the last line end
  std::vector<TextSpan> spans;  // in order; none of code and HTML
  int level = 0;                // of a heading 1..6; else how many lists it is in
  bool quoted = false;          // within > …
  char task = 0;                // of an item with a box: what is in it, ' ' or 'x'; else 0
  std::string info;             // of fenced code: the words behind the fence
  std::size_t line = 0,
              last_line = 0;  // 1-based within the body; of fenced code with its fences; of a heading its first
};

// In order. Bounded as outline() is: any input in seconds, nesting over 100 levels not looked into. Every byte of the
// body's text that a reader would see is in one piece, except those of marks (#, *, |, fences) and of definitions.
std::vector<TextPiece> text_pieces(std::string_view body);

}  // namespace ai_memory
