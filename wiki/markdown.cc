#include "wiki/markdown.hh"

#include <optional>
#include <utility>

#include "wiki/cmark.hh"
#include "wiki/inline_tags.hh"
#include "wiki/lines.hh"
#include "wiki/markdown_source.hh"
#include "wiki/outline_piece.hh"
#include "wiki/wikilink.hh"

namespace ai_memory {
namespace {

bool is_top_level(cmark_node* node) { return cmark_node_get_type(cmark_node_parent(node)) == CMARK_NODE_DOCUMENT; }

// One paragraph, heading or cell, gathered inline by inline.
class LeafBlock {
 public:
  LeafBlock(cmark_node* node, const MarkdownSource& source, Outline& out)
      : node_(node),
        source_(source),
        out_(out),
        links_(out.links),
        first_link_(links_.size()),
        line_(start_line(node)) {}

  void enter(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_TEXT:
        run_ += as_view(cmark_node_get_literal(node));
        return;
      case CMARK_NODE_CODE:
        flush();
        add_text(unmask(as_view(cmark_node_get_literal(node)), "\\["));
        return;
      case CMARK_NODE_SOFTBREAK:
      case CMARK_NODE_LINEBREAK:
        flush();
        add_text(" ");
        ++line_;
        return;
      case CMARK_NODE_LINK:
        flush();
        if (!in_link_) open_link(node);
        return;
      case CMARK_NODE_IMAGE:
        flush();
        ++images_;
        out_.images.push_back(to_destination(node));
        return;
      default:
        if (!is_style(node) || !in_label()) flush();
    }
  }

  void leave(cmark_node* node) {
    if (is_style(node) && in_label()) return;
    flush();
    if (cmark_node_get_type(node) == CMARK_NODE_IMAGE) --images_;
    if (cmark_node_get_type(node) != CMARK_NODE_LINK || node != in_link_) return;
    links_[open_].label = std::string(trim(std::string_view(text_).substr(label_start_)));
    link_end_ = text_.size();
    in_link_ = nullptr;
  }

  // The text on one line; wikilinks read as their label or target.
  std::string finish() {
    flush();
    std::string text(trim(text_));
    if (!opens_list_item(node_)) return text;
    if (!before_link_.empty()) name_relation();
    if (text.starts_with('[')) out_.bracketed.push_back({text, start_line(node_)});
    return text;
  }

 private:
  void add_text(std::string_view text) { text_ += text; }

  static bool is_style(cmark_node* node) {
    const auto type = cmark_node_get_type(node);
    return type == CMARK_NODE_EMPH || type == CMARK_NODE_STRONG ||
           as_view(cmark_node_get_type_string(node)) == "strikethrough";
  }

  // Whether a wikilink's label is being read, "[[plan|The *best* plan]]": emphasis does not end it.
  bool in_label() const {
    constexpr std::size_t kLongest = 1000;
    const auto recent = std::string_view(run_).substr(run_.size() - std::min(run_.size(), kLongest));
    const auto open = recent.rfind("[[");
    if (open == std::string_view::npos) return false;
    const auto inside = recent.substr(open + 2);
    return inside.find('|') != std::string_view::npos && inside.find_first_of("[]") == std::string_view::npos;
  }

  // Text that is no code and in no link.
  void add_running_text(std::string_view text) {
    if (!in_link_ && images_ == 0)
      find_tags(text, !text_.empty() && text_.back() != ' ' && text_.back() != '\t', out_.tags);
    add_text(unmask(text, "["));
  }

  void open_link(cmark_node* node) {
    in_link_ = node;
    open_ = links_.size();
    label_start_ = text_.size();
    links_.push_back(to_destination(node));
  }

  Link to_destination(cmark_node* node) const {
    const auto url = unmask(as_view(cmark_node_get_url(node)), "[");
    Link link;
    const auto hash = std::min(url.find('#'), url.size());
    link.target = url.substr(0, hash);
    if (hash < url.size()) link.fragment = url.substr(hash + 1);
    link.line = source_.find_line(as_view(cmark_node_get_url(node)), line_, node_line_end());
    return link;
  }

  std::size_t node_line_end() const {
    return std::max(line_, static_cast<std::size_t>(std::max(0, cmark_node_get_end_line(node_))));
  }

  // Text between two other inlines: cmark cuts it at every bracket, so links are looked for in the whole run.
  void flush() {
    std::size_t done = 0;
    while (!in_link_) {
      const auto found = find_wikilink(run_, done);
      if (!found) break;
      add_running_text(std::string_view(run_).substr(done, found->begin - done));
      auto link = found->link;
      if (links_.size() == first_link_) before_link_ = trim(text_);
      link.line = source_.find_line(std::string_view(run_).substr(found->begin, found->end - found->begin), line_,
                                    node_line_end());
      add_text(link.label.empty() ? (link.target.empty() ? link.fragment : link.target) : link.label);
      links_.push_back(std::move(link));
      link_end_ = text_.size();
      done = found->end;
    }
    add_running_text(std::string_view(run_).substr(done));
    run_.clear();
  }

  void name_relation() {
    const auto rest = trim(std::string_view(text_).substr(link_end_));
    const bool alone =
        (rest.empty() || (rest.front() == '(' && rest.back() == ')')) && links_[first_link_].line == start_line(node_);
    const auto relation = relation_name(before_link_, alone);
    for (auto i = first_link_; i < links_.size() && !relation.empty(); ++i)
      if (links_[i].wiki) links_[i].relation = relation;
  }

  cmark_node* node_;
  const MarkdownSource& source_;
  Outline& out_;
  std::vector<Link>& links_;
  std::size_t first_link_;
  std::size_t line_;
  std::string run_;          // adjacent text nodes, not yet looked at; still masked
  std::string text_;         // all text so far
  std::string before_link_;  // what stands before the first link of all
  cmark_node* in_link_ = nullptr;
  std::size_t open_ = 0, label_start_ = 0;
  int images_ = 0;            // open ones
  std::size_t link_end_ = 0;  // in text_, behind the last link
};

void take_block(cmark_node* node, const std::string& text, Outline& out) {
  if (!is_top_level(node)) return;
  if (cmark_node_get_type(node) == CMARK_NODE_HEADING)
    out.headings.push_back({cmark_node_get_heading_level(node), text, start_line(node)});
  if (cmark_node_get_type(node) == CMARK_NODE_PARAGRAPH && out.first_paragraph.empty()) out.first_paragraph = text;
}

// Blocks hold inlines or blocks, never both, so one leaf block is open at a time.
void walk(cmark_node* document, const MarkdownSource& source, Outline& out) {
  const IterPtr iter(cmark_iter_new(document), &cmark_iter_free);
  std::optional<LeafBlock> leaf;
  for (auto event = cmark_iter_next(iter.get()); event != CMARK_EVENT_DONE; event = cmark_iter_next(iter.get())) {
    auto* node = cmark_iter_get_node(iter.get());
    if (is_leaf_block(node)) {
      if (event == CMARK_EVENT_ENTER) {
        leaf.emplace(node, source, out);
      } else if (leaf) {
        take_block(node, leaf->finish(), out);
        leaf.reset();
      }
    } else if (leaf && event == CMARK_EVENT_ENTER) {
      leaf->enter(node);
    } else if (leaf) {
      leaf->leave(node);
    }
  }
}

void append_part(Outline& part, std::size_t by, Outline& whole) {
  constexpr std::size_t kMost = 200'000;
  if (whole.headings.size() > kMost) part.headings.clear();
  if (whole.links.size() > kMost) part.links.clear();
  if (whole.images.size() > kMost) part.images.clear();
  if (whole.tags.size() > kMost) part.tags.clear();
  if (whole.bracketed.size() > kMost) part.bracketed.clear();
  for (auto& heading : part.headings) heading.line += by;
  for (auto* links : {&part.links, &part.images})
    for (auto& link : *links) link.line += by;
  for (auto& item : part.bracketed) item.line += by;
  std::move(part.headings.begin(), part.headings.end(), std::back_inserter(whole.headings));
  std::move(part.links.begin(), part.links.end(), std::back_inserter(whole.links));
  std::move(part.images.begin(), part.images.end(), std::back_inserter(whole.images));
  std::move(part.tags.begin(), part.tags.end(), std::back_inserter(whole.tags));
  std::move(part.bracketed.begin(), part.bracketed.end(), std::back_inserter(whole.bracketed));
  if (whole.first_paragraph.empty()) whole.first_paragraph = std::move(part.first_paragraph);
}

}  // namespace

Outline outline_piece(std::string_view piece) {
  const MarkdownSource source(piece);
  Outline part;
  walk(parse_markdown(source.text(), source.tables()).get(), source, part);
  drop_escaped_tags(piece, part.tags);
  return part;
}

Outline outline(std::string_view body) {
  Outline whole;
  std::size_t lines_before = 0;
  while (!body.empty()) {
    const auto piece = body.substr(0, safe_cut(body));
    auto part = outline_piece(piece);
    append_part(part, lines_before, whole);
    body.remove_prefix(piece.size());
    if (!body.empty()) lines_before += count_lines(piece);
  }
  keep_first_tags(whole.tags);
  return whole;
}

}  // namespace ai_memory
