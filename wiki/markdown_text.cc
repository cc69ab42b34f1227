#include "wiki/markdown_text.hh"

#include <cmark-gfm-core-extensions.h>
#include <optional>
#include <utility>

#include "wiki/cmark.hh"
#include "wiki/lines.hh"
#include "wiki/markdown_source.hh"
#include "wiki/wikilink.hh"

namespace ai_memory {
namespace {

// What is struck out says the opposite of what it says: its marks stay.
constexpr const char* kStrike = "~~";

bool is_struck(cmark_node* node) { return as_view(cmark_node_get_type_string(node)) == "strikethrough"; }

// One paragraph, heading or cell, gathered inline by inline.
class PieceText {
 public:
  explicit PieceText(TextPiece& piece) : piece_(piece) {}

  void enter(cmark_node* node) {
    const auto type = cmark_node_get_type(node);
    if (type == CMARK_NODE_TEXT) {
      run_ += as_view(cmark_node_get_literal(node));
      return;
    }
    flush();
    if (type == CMARK_NODE_CODE)
      add_code(unmask(as_view(cmark_node_get_literal(node)), "\\["));
    else if (type == CMARK_NODE_HTML_INLINE)  // vector<int>, written without ticks, is one too
      piece_.text += unmask(as_view(cmark_node_get_literal(node)), "\\[");
    else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK)
      piece_.text += ' ';
    else if (is_struck(node))
      piece_.text += kStrike;
    else if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)
      open(node, type == CMARK_NODE_LINK ? TextSpan::Kind::link : TextSpan::Kind::image);
  }

  void leave(cmark_node* node) {
    flush();
    if (is_struck(node)) piece_.text += kStrike;
    if (open_.empty() || open_.back().node != node) return;
    piece_.spans[open_.back().span].end = piece_.text.size();
    open_.pop_back();
  }

  void finish() {
    flush();
    const auto kept = trim(piece_.text);
    const auto before = kept.empty() ? 0 : static_cast<std::size_t>(kept.data() - piece_.text.data());
    const auto size = kept.size();
    for (TextSpan& span : piece_.spans) {
      span.begin = std::min(span.begin - std::min(span.begin, before), size);
      span.end = std::min(span.end - std::min(span.end, before), size);
    }
    piece_.text = std::string(kept);
  }

 private:
  struct Open {
    cmark_node* node;
    std::size_t span;
  };

  void add_code(const std::string& code) {
    const auto begin = piece_.text.size();
    piece_.text += code;
    piece_.spans.push_back({TextSpan::Kind::code, begin, piece_.text.size(), {}});
  }

  void open(cmark_node* node, TextSpan::Kind kind) {
    open_.push_back({node, piece_.spans.size()});
    const auto here = piece_.text.size();
    piece_.spans.push_back({kind, here, here, unmask(as_view(cmark_node_get_url(node)), "[")});
  }

  // Text between two other inlines: cmark cuts it at every bracket, so wikilinks are looked for in the whole run.
  void flush() {
    std::size_t done = 0;
    while (open_.empty()) {
      const auto found = find_wikilink(run_, done);
      if (!found) break;
      piece_.text += unmask(std::string_view(run_).substr(done, found->begin - done), "[");
      add_wikilink(found->link);
      done = found->end;
    }
    piece_.text += unmask(std::string_view(run_).substr(done), "[");
    run_.clear();
  }

  void add_wikilink(const Link& link) {
    const auto begin = piece_.text.size();
    piece_.text += !link.label.empty() ? link.label : !link.target.empty() ? link.target : link.fragment;
    auto target = link.fragment.empty() ? link.target : link.target + '#' + link.fragment;
    piece_.spans.push_back({TextSpan::Kind::wikilink, begin, piece_.text.size(), std::move(target)});
  }

  TextPiece& piece_;
  std::string run_;  // adjacent text nodes, not yet looked at; still masked
  std::vector<Open> open_;
};

// Where an underlined heading ends cmark does not tell: it counts what follows.
std::size_t last_line(cmark_node* node) {
  if (cmark_node_get_type(node) == CMARK_NODE_HEADING) return start_line(node);
  return std::max(start_line(node), static_cast<std::size_t>(std::max(0, cmark_node_get_end_line(node))));
}

// What is in the box of the list item that a paragraph opens.
char task_mark(cmark_node* paragraph) {
  auto* item = cmark_node_parent(paragraph);
  if (as_view(cmark_node_get_type_string(item)) != "tasklist") return 0;
  return cmark_gfm_extensions_get_tasklist_item_checked(item) ? 'x' : ' ';
}

// The blocks around the one that is being read.
struct Around {
  int lists = 0, quotes = 0;

  void step(cmark_node* node, int by) {
    const auto type = cmark_node_get_type(node);
    if (type == CMARK_NODE_LIST) lists += by;
    if (type == CMARK_NODE_BLOCK_QUOTE) quotes += by;
  }
};

TextPiece new_piece(cmark_node* node, const Around& around) {
  TextPiece piece;
  piece.quoted = around.quotes > 0;
  piece.level = around.lists;
  piece.line = start_line(node);
  piece.last_line = last_line(node);
  return piece;
}

TextPiece leaf_piece(cmark_node* node, const Around& around) {
  TextPiece piece = new_piece(node, around);
  if (cmark_node_get_type(node) == CMARK_NODE_HEADING) {
    piece.kind = TextPiece::Kind::heading;
    piece.level = cmark_node_get_heading_level(node);
  } else if (cmark_node_get_type(node) != CMARK_NODE_PARAGRAPH) {
    piece.kind = TextPiece::Kind::cell;
  } else if (opens_list_item(node)) {
    piece.kind = TextPiece::Kind::item;
    piece.task = task_mark(node);
  }
  return piece;
}

TextPiece raw_piece(cmark_node* node, const Around& around) {
  TextPiece piece = new_piece(node, around);
  const bool code = cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK;
  piece.kind = code ? TextPiece::Kind::code : TextPiece::Kind::html;
  piece.text = unmask(as_view(cmark_node_get_literal(node)), "\\[");
  if (code) piece.info = unmask(as_view(cmark_node_get_fence_info(node)), "[");
  return piece;
}

bool is_raw_block(cmark_node* node) {
  const auto type = cmark_node_get_type(node);
  return type == CMARK_NODE_CODE_BLOCK || type == CMARK_NODE_HTML_BLOCK;
}

// Blocks hold inlines or blocks, never both, so one leaf block is open at a time.
void walk(cmark_node* document, std::vector<TextPiece>& out) {
  const IterPtr iter(cmark_iter_new(document), &cmark_iter_free);
  Around around;
  TextPiece piece;
  std::optional<PieceText> text;
  for (auto event = cmark_iter_next(iter.get()); event != CMARK_EVENT_DONE; event = cmark_iter_next(iter.get())) {
    auto* node = cmark_iter_get_node(iter.get());
    const bool enters = event == CMARK_EVENT_ENTER;
    if (is_leaf_block(node)) {
      if (enters) {
        piece = leaf_piece(node, around);
        text.emplace(piece);
      } else if (text) {
        text->finish();
        text.reset();
        if (!piece.text.empty() || !piece.spans.empty()) out.push_back(std::move(piece));
      }
    } else if (text) {
      enters ? text->enter(node) : text->leave(node);
    } else if (is_raw_block(node)) {
      out.push_back(raw_piece(node, around));
    } else {
      around.step(node, enters ? 1 : -1);
    }
  }
}

}  // namespace

std::vector<TextPiece> text_pieces(std::string_view body) {
  std::vector<TextPiece> pieces;
  std::size_t lines_before = 0;
  while (!body.empty()) {
    const auto part = body.substr(0, safe_cut(body));
    const MarkdownSource source(part);
    const auto first = pieces.size();
    walk(parse_markdown(source.text(), source.tables()).get(), pieces);
    for (auto i = first; i < pieces.size(); ++i) {
      pieces[i].line += lines_before;
      pieces[i].last_line += lines_before;
    }
    body.remove_prefix(part.size());
    if (!body.empty()) lines_before += count_lines(part);
  }
  return pieces;
}

}  // namespace ai_memory
