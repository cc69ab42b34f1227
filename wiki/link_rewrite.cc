#include "wiki/link_rewrite.hh"

#include <algorithm>

#include "wiki/front_matter.hh"
#include "wiki/front_matter_links.hh"
#include "wiki/lines.hh"
#include "wiki/link_aim.hh"
#include "wiki/link_spans.hh"
#include "wiki/markdown.hh"
#include "wiki/markdown_source.hh"

namespace ai_memory {
namespace {

struct Aimed {
  std::size_t link;  // index
  std::string path;  // where it must lead
  SpanEdit edit;
};

// One piece of a body, as outline() cuts it.
class Piece {
 public:
  Piece(std::string_view text, std::size_t lines_before, const LinkAims& aims, RewrittenLinks& out)
      : text_(text), lines_before_(lines_before), aims_(aims), out_(out), links_(destinations(text)) {}

  void rewrite() {
    find_aims();
    if (!aimed_.empty()) place();
    if (!holds(aimed_)) one_by_one();
    out_.changed += aimed_.size();
    out_.text += with_edits(text_, edits(aimed_));
  }

 private:
  void find_aims() {
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (auto path = aims_.of(links_[i])) aimed_.push_back({i, std::move(*path), {}});
  }

  // Gives each its bytes and its new text; those that have none are left.
  void place() {
    std::vector<bool> wanted(links_.size());
    for (const auto& aimed : aimed_) wanted[aimed.link] = true;
    const auto spans = locate_links(text_, links_, [&](std::size_t i) { return wanted[i]; });
    std::erase_if(aimed_, [&](Aimed& aimed) {
      const auto& span = spans[aimed.link];
      if (!span) return leave(aimed, "its place in the text is not certain");
      auto text = aims_.text(links_[aimed.link], span->of(text_), span->angle, aimed.path);
      if (!text)
        return leave(aimed,
                     std::string(links_[aimed.link].wiki ? "no [[link]]" : "no link") + " can name " + aimed.path);
      aimed.edit = {*span, std::move(*text)};
      return false;
    });
  }

  bool leave(const Aimed& aimed, std::string why) {
    const auto& link = links_[aimed.link];
    out_.left.push_back({link.line + lines_before_, link.target, std::move(why)});
    return true;
  }

  // In the order of the text, each place once.
  static std::vector<SpanEdit> edits(const std::vector<Aimed>& aimed) {
    std::vector<SpanEdit> all;
    for (const auto& one : aimed) all.push_back(one.edit);
    const auto begin = [](const SpanEdit& edit) { return edit.span.begin; };
    std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return begin(a) < begin(b); });
    all.erase(std::unique(all.begin(), all.end(), [&](const auto& a, const auto& b) { return begin(a) == begin(b); }),
              all.end());
    return all;
  }

  // Whether the edited text has the same links, these ones changed.
  bool holds(const std::vector<Aimed>& aimed) const {
    if (aimed.empty()) return true;
    const auto after = destinations(with_edits(text_, edits(aimed)));
    if (!same_but_targets(links_, after)) return false;
    std::size_t next = 0;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const bool changed = next < aimed.size() && aimed[next].link == i;
      if (after[i].target != (changed ? aimed[next].edit.text : links_[i].target)) return false;
      next += changed ? 1 : 0;
    }
    return true;
  }

  void one_by_one() {
    constexpr std::size_t kMost = 50;
    std::vector<Aimed> good;
    for (std::size_t i = 0; i < aimed_.size(); ++i) {
      good.push_back(aimed_[i]);
      if (i < kMost && holds(good)) continue;
      good.pop_back();
      leave(aimed_[i], "the text would read differently");
    }
    aimed_ = std::move(good);
  }

  std::string_view text_;
  std::size_t lines_before_;
  const LinkAims& aims_;
  RewrittenLinks& out_;
  std::vector<Link> links_;
  std::vector<Aimed> aimed_;
};

}  // namespace

RewrittenLinks rewrite_links(std::string_view text, const PagePath& from, const PagePath& to, const PageMoves& moves) {
  const LinkAims aims(from, to, moves);
  const auto split = split_front_matter(text);
  RewrittenLinks out;
  out.text = text.substr(0, text.size() - split.body.size());
  if (split.has_block) rewrite_front_matter_links(out, aims);
  auto lines = split.body_line - 1;
  for (auto body = split.body; !body.empty();) {
    const auto piece = body.substr(0, safe_cut(body));
    Piece(piece, lines, aims, out).rewrite();
    body.remove_prefix(piece.size());
    if (!body.empty()) lines += count_lines(piece);
  }
  // What was no front matter because it was broken must not become one, nor the other way round.
  const auto after = split_front_matter(out.text);
  if (after.has_block == split.has_block && after.body_line == split.body_line) return out;
  for (; out.changed > 0; --out.changed) out.left.push_back({1, "", "the front matter would read differently"});
  out.text = text;
  return out;
}

}  // namespace ai_memory
