#include <ctime>
#include <doctest/doctest.h>

#include "wiki/markdown_text.hh"

using namespace ai_memory;

namespace {

const char* kind_name(TextPiece::Kind kind) {
  switch (kind) {
    case TextPiece::Kind::paragraph:
      return "text";
    case TextPiece::Kind::heading:
      return "heading";
    case TextPiece::Kind::cell:
      return "cell";
    case TextPiece::Kind::item:
      return "item";
    case TextPiece::Kind::code:
      return "code";
    case TextPiece::Kind::html:
      return "html";
  }
  return "";
}

// "kind line-last text", with its level where that is not 0, > for quoted and [x] for tasks.
std::vector<std::string> pieces_of(std::string_view body) {
  std::vector<std::string> out;
  for (const TextPiece& piece : text_pieces(body)) {
    std::string text = kind_name(piece.kind);
    if (piece.level > 0) text += std::to_string(piece.level);
    text += " " + std::to_string(piece.line);
    if (piece.last_line != piece.line) text += "-" + std::to_string(piece.last_line);
    if (piece.quoted) text += " >";
    if (piece.task != 0) text += std::string(" [") + piece.task + "]";
    if (!piece.info.empty()) text += " ```" + piece.info;
    out.push_back(text + " " + piece.text);
  }
  return out;
}

std::vector<std::string> spans_of(std::string_view body) {
  constexpr const char* kNames[] = {"code", "link", "wikilink", "image"};
  std::vector<std::string> out;
  for (const TextPiece& piece : text_pieces(body))
    for (const TextSpan& span : piece.spans) {
      std::string text =
          std::string(kNames[static_cast<int>(span.kind)]) + " " + piece.text.substr(span.begin, span.end - span.begin);
      out.push_back(span.target.empty() ? text : text + " -> " + span.target);
    }
  return out;
}

std::string repeat(std::string_view text, int times) {
  std::string out;
  while (times-- > 0) out += text;
  return out;
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("a body's text comes in pieces, in order, each with its lines") {
  struct Row {
    const char* body;
    Strings pieces;
  };
  for (const Row& row : {
           Row{"", {}},
           Row{"one\ntwo\n\nthree", {"text 1-2 one two", "text 4 three"}},
           Row{"# A *b*\n\nC\n=\n### D", {"heading1 1 A b", "heading1 3 C", "heading3 5 D"}},
           Row{"- a\n- b\n  c\n\n  d\n", {"item1 1 a", "item1 2-3 b c", "text1 5 d"}},
           Row{"1. a\n   - b\n", {"item1 1 a", "item2 2 b"}},
           Row{"- [ ] a\n- [x] b\n- [decision] c", {"item1 1 [ ] a", "item1 2 [x] b", "item1 3 [decision] c"}},
           Row{"> a\n> b\n\nc", {"text 1-2 > a b", "text 4 c"}},
           Row{"|x|y|\n|-|-|\n|1|`2`|\n", {"cell 1 x", "cell 1 y", "cell 3 1", "cell 3 2"}},
           Row{"```sh -x\na\n\n  b\n```\nc", {"code 1-5 ```sh -x a\n\n  b\n", "text 6 c"}},
           Row{"    a\n    b\n", {"code 1-2 a\nb\n"}},
           Row{"<div>\nx\n</div>\n\ny", {"html 1-3 <div>\nx\n</div>\n", "text 5 y"}},
           Row{"a vector<int> b", {"text 1 a vector<int> b"}},
           Row{"a\r\nb\r\n\r\nc\r\n", {"text 1-2 a b", "text 4 c"}},
           Row{"**bold** ~~gone~~ \\*as is\\* &amp;", {"text 1 bold ~~gone~~ *as is* &"}},
           Row{"設計は[[メモ|別の頁]]に。\n次の行", {"text 1-2 設計は別の頁に。 次の行"}},
           Row{"[ref]: https://example.org\n\nx", {"text 3 x"}},
           Row{"- \n- a", {"item1 2 a"}},
           Row{"`\\[x`\n\n    \\[y\n", {"text 1 \\[x", "code 3 \\[y\n"}},
       }) {
    const auto found = pieces_of(row.body);
    REQUIRE_MESSAGE(found.size() == row.pieces.size(), std::string(row.body));
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == row.pieces[i]);
  }
}

TEST_CASE("code, links, wikilinks and images are marked where they stand in the text") {
  struct Row {
    const char* body;
    Strings spans;
  };
  for (const Row& row : {
           Row{"a `x y` b", {"code x y"}},
           Row{"[the *plan*](p.md#a)", {"link the plan -> p.md#a"}},
           Row{"<https://example.org/a>", {"link https://example.org/a -> https://example.org/a"}},
           Row{"[a][r]\n\n[r]: r.md", {"link a -> r.md"}},
           Row{"[[p#Here|l]] [[q]] [[#z]]", {"wikilink l -> p#Here", "wikilink q -> q", "wikilink z -> #z"}},
           Row{"![alt `c`](x.png)", {"image alt c -> x.png", "code c"}},
           Row{"[![pic](i.png) more](t.md)", {"link pic more -> t.md", "image pic -> i.png"}},
           Row{"\\[[a]] `[[b]]`", {"code [[b]]"}},
           Row{"日本`語`の[頁](<設 計.md>)", {"code 語", "link 頁 -> 設 計.md"}},
           Row{"    [[a]] `b`", {}},
       })
    CHECK_MESSAGE(spans_of(row.body) == row.spans, std::string(row.body));
}

TEST_CASE("spans lie within their text, in order, for bodies of any marks") {
  constexpr std::string_view kParts[] = {"[[",   "]]",    "[",  "](",  ")",  "`",     "```\n", "\n",
                                         "\n\n", "- ",    "> ", "|",   "x",  "![",    "*",     "#",
                                         " ",    "&#32;", "設", "\\[", "\\", "|-|\n", "<b>"};
  unsigned seed = 7;
  const auto next = [&seed] { return (seed = seed * 1664525 + 1013904223) >> 16; };
  for (int round = 0; round < 3000; ++round) {
    std::string body;
    for (unsigned i = next() % 40; i > 0; --i) body += kParts[next() % std::size(kParts)];
    std::size_t line = 1;
    for (const TextPiece& piece : text_pieces(body)) {
      std::size_t begin = 0;
      CHECK(piece.line >= 1);
      CHECK(piece.last_line >= piece.line);
      line = piece.line;
      for (const TextSpan& span : piece.spans) {
        CHECK_MESSAGE((span.begin >= begin && span.begin <= span.end && span.end <= piece.text.size()), body);
        begin = span.begin;
      }
    }
    CHECK(line <= body.size() + 1);
  }
}

TEST_CASE("hostile bodies take seconds, and long ones come whole (A16)") {
  for (const auto& body : {repeat(">", 50'000), repeat("[a](<b", 50'000), repeat("](\n[", 50'000), repeat("~", 200'000),
                           repeat("`", 1'000'000), repeat("[[", 500'000), repeat("![[a]]", 100'000)}) {
    const auto start = std::clock();
    text_pieces(body);
    CHECK(std::clock() - start < 10 * CLOCKS_PER_SEC);
  }
  const auto pieces = text_pieces(repeat("one word\n\n", 300'000));
  REQUIRE(pieces.size() == 300'000);
  CHECK(pieces.back().line == 599'999);
}
