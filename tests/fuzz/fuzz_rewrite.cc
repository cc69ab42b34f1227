// Any page among pages that move: its links are the same afterwards and lead where they led, unless told otherwise;
// without a move no byte changes, and what is rewritten stays when it is rewritten again.
#include "tests/fuzz/fuzz.hh"
#include "wiki/front_matter.hh"
#include "wiki/link_rewrite.hh"
#include "wiki/link_spans.hh"

using namespace ai_memory;

namespace {

NamedPage page(const char* path) { return {PagePath::existing(path), PagePath::existing(path).stem(), {}, ""}; }

std::vector<NamedPage> pages(bool moved) {
  return {page(moved ? "a/b/new/x y.md" : "a/b/notes/plan.md"), page(moved ? "a/c/here.md" : "a/b/notes/here.md"),
          page("a/b/notes/other.md"), page("a/b/a.md"), page("a/b/b.md")};
}

std::string goal(const LinkTargets& targets, const Link& link, const PagePath& from, const PageMoves& moves) {
  const auto found = targets.find(link, from);
  if (!found) return {};
  const auto moved = moves.moved.find(*found);
  return moved == moves.moved.end() ? found->str() : moved->second.str();
}

}  // namespace

void check(std::string_view text) {
  static const LinkTargets before(pages(false)), after(pages(true));
  const auto from = PagePath::existing("a/b/notes/here.md"), to = PagePath::existing("a/c/here.md");
  const PageMoves none{before, before, {}, {}};
  const auto same = rewrite_links(text, from, from, none);
  require(same.text == text && same.changed == 0 && same.left.empty());

  const PageMoves moves{before,
                        after,
                        {{PagePath::existing("a/b/notes/plan.md"), PagePath::existing("a/b/new/x y.md")}, {from, to}},
                        [](const std::string&) { return true; }};
  const auto result = rewrite_links(text, from, to, moves);
  const auto old_links = destinations(split_front_matter(text).body);
  const auto new_links = destinations(split_front_matter(result.text).body);
  require(same_but_targets(old_links, new_links));
  std::size_t misled = 0;
  for (std::size_t i = 0; i < old_links.size(); ++i) {
    const auto wanted = goal(before, old_links[i], from, moves);
    const auto found = after.find(new_links[i], to);
    if (!wanted.empty() && (!found || found->str() != wanted)) ++misled;
  }
  require(misled <= result.left.size());
  require(result.changed > 0 || result.text == text);
  const PageMoves done{after, after, {}, {}};
  require(rewrite_links(result.text, to, to, done).text == result.text);
}
