#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "wiki/link_rewrite.hh"
#include "wiki/link_spans.hh"
#include "wiki/markdown.hh"

using namespace ai_memory;

namespace {

using Moved = std::vector<std::pair<std::string, std::string>>;

PagePath path(const std::string& text) { return PagePath::existing(text); }

// Pages by path alone, and some of them moved. A page moved onto another is merged into it.
class World {
 public:
  World(const std::vector<std::string>& pages, const Moved& moved)
      : before_(named(pages)), after_(named(places_after(pages, moved))), moves_{before_, after_, {}, {}} {
    for (const auto& [from, to] : moved) moves_.moved.emplace(path(from), path(to));
  }
  World(const World&) = delete;

  void have_file(const std::string& file) {
    moves_.is_file = [file](const std::string& name) { return name == file; };
  }

  RewrittenLinks rewrite(const std::string& text, const std::string& page) const {
    return rewrite_links(text, path(page), place_of(path(page)), moves_);
  }

  PagePath place_of(const PagePath& page) const {
    const auto moved = moves_.moved.find(page);
    return moved == moves_.moved.end() ? page : moved->second;
  }

  const LinkTargets& before() const { return before_; }
  const LinkTargets& after() const { return after_; }

 private:
  static LinkTargets named(const std::vector<std::string>& pages) {
    std::vector<NamedPage> all;
    for (const auto& page : pages) all.push_back({path(page), path(page).stem(), {}, ""});
    return LinkTargets(std::move(all));
  }

  static std::vector<std::string> places_after(std::vector<std::string> pages, const Moved& moved) {
    for (const auto& [from, to] : moved) {
      std::erase(pages, from);
      if (std::find(pages.begin(), pages.end(), to) == pages.end()) pages.push_back(to);
    }
    return pages;
  }

  LinkTargets before_, after_;
  PageMoves moves_;
};

std::string rewritten(const World& world, const std::string& text, const std::string& page) {
  const auto result = world.rewrite(text, page);
  for (const auto& left : result.left) MESSAGE("line ", left.line, ": ", left.target, ": ", left.why);
  CHECK(result.left.empty());
  return result.text;
}

struct Row {
  const char* before;
  const char* after;
};

}  // namespace

TEST_CASE("links to a renamed page follow it, each in the manner it was written in (A17)") {
  const World world({"w/shop/notes/here.md", "w/shop/notes/old plan.md", "w/shop/notes/other.md", "w/far/notes/x.md"},
                    {{"w/shop/notes/old plan.md", "w/shop/archive/new.md"}});
  for (const Row& row : {
           Row{"[[old plan]]", "[[new]]"},
           Row{"[[Old Plan]]", "[[new]]"},
           Row{"[[ old plan ]]", "[[ new ]]"},
           Row{"[[old plan.md]]", "[[new.md]]"},
           Row{"[[old plan|The *plan*]]", "[[new|The *plan*]]"},
           Row{"[[old plan#Part two|p]] [[old plan#^id]]", "[[new#Part two|p]] [[new#^id]]"},
           Row{"![[old plan#Part]]", "![[new#Part]]"},
           Row{"[[notes/old plan]]", "[[archive/new]]"},
           Row{"[[notes/old plan.md|x]]", "[[archive/new.md|x]]"},
           Row{"[[./old plan]]", "[[../archive/new]]"},
           Row{"[[../notes/old plan.md]]", "[[../archive/new.md]]"},
           Row{"[[/w/shop/notes/old plan]]", "[[/w/shop/archive/new]]"},
           Row{"[[shop:notes/old plan]]", "[[shop:archive/new]]"},
           Row{"[[w/shop:notes/old plan#a|b]]", "[[w/shop:archive/new#a|b]]"},
           Row{"[t](<old plan.md>)", "[t](<../archive/new.md>)"},
           Row{"[t](<./old plan.md#a b> 'title')", "[t](<../archive/new.md#a b> 'title')"},
           Row{"[t](old%20plan.md#part \"old plan.md\")", "[t](../archive/new.md#part \"old plan.md\")"},
           Row{"[t](/w/shop/notes/old%20plan.md)", "[t](/w/shop/archive/new.md)"},
           Row{"[t](\n  old%20plan.md\n  'x')", "[t](\n  ../archive/new.md\n  'x')"},
           Row{"[t][r] [r]\n\n[r]: old%20plan.md \"t\"\n", "[t][r] [r]\n\n[r]: ../archive/new.md \"t\"\n"},
           Row{"[r]\n\n> [r]: <old plan.md#x>\n", "[r]\n\n> [r]: <../archive/new.md#x>\n"},
           Row{"[r]\n\n[r]: old%20plan.md\n[r]: old%20plan.md\n",
               "[r]\n\n[r]: ../archive/new.md\n[r]: old%20plan.md\n"},
           Row{"|a|\n|-|\n|[[old plan\\|l]]|\n", "|a|\n|-|\n|[[new\\|l]]|\n"},
           Row{"- causes [[old plan]]\r\n- b\r\n", "- causes [[new]]\r\n- b\r\n"},
           Row{"\xef\xbb\xbf[[old plan]]", "\xef\xbb\xbf[[new]]"},
           Row{"[[other]] [[x]] [[none]] [t](none.md)", "[[other]] [[x]] [[none]] [t](none.md)"},
           Row{"", ""},
       })
    CHECK(rewritten(world, row.before, "w/shop/notes/here.md") == row.after);
}

TEST_CASE("what only looks like a link stays, though a live one reads the same (A17)") {
  const World world({"w/shop/a.md", "w/shop/here.md"}, {{"w/shop/a.md", "w/shop/b.md"}});
  for (const Row& row : {
           Row{"`[[a]]` [[a]]", "`[[a]]` [[b]]"},
           Row{"``[[a]] ` [t](a.md)`` [[a]]", "``[[a]] ` [t](a.md)`` [[b]]"},
           Row{"```\n[[a]]\n[t](a.md)\n```\n[t](a.md)", "```\n[[a]]\n[t](a.md)\n```\n[t](b.md)"},
           Row{"    [[a]]\n\n[[a]]", "    [[a]]\n\n[[b]]"},
           Row{"x <!-- [[a]] --> [[a]]", "x <!-- [[a]] --> [[b]]"},
           Row{"<div>\n[[a]]\n</div>\n\n[[a]]", "<div>\n[[a]]\n</div>\n\n[[b]]"},
           Row{"\\[[a]] [[a]]", "\\[[a]] [[b]]"},
           Row{"[\\[a]] \\[t](a.md) [t](a.md)", "[\\[a]] \\[t](a.md) [t](b.md)"},
           Row{"<i title=\"[[a]]\">[[a]]</i>", "<i title=\"[[a]]\">[[b]]</i>"},
           Row{"[see [[a]]](a.md) [[a]]", "[see [[a]]](b.md) [[b]]"},
           Row{"[[a]b]] [[a [[a]]", "[[a]b]] [[a [[b]]"},
           Row{"[[_a_]] [[a]]", "[[_a_]] [[b]]"},
           Row{"`x\ny [[a]]\nz` [[a]]", "`x\ny [[a]]\nz` [[b]]"},
           Row{"one\n     two [[a]]\n     three [[a]]", "one\n     two [[b]]\n     three [[b]]"},
           Row{"note [1]:[t](a.md)", "note [1]:[t](b.md)"},
           Row{"[a]: a.md\n", "[a]: a.md\n"},
           Row{"a [[a]] <a.md> https://x.org/a.md", "a [[b]] <a.md> https://x.org/a.md"},
           Row{"$[[a]]$ [x](https://x.org/a.md) [[a]]", "$[[b]]$ [x](https://x.org/a.md) [[b]]"},
       })
    CHECK(rewritten(world, row.before, "w/shop/here.md") == row.after);
}

TEST_CASE("a bare name stays where it still finds the page, and gets a path where it would find another") {
  const World world(
      {"w/shop/deep/er/plan.md", "w/shop/z/plan.md", "w/shop/deep/er/here.md", "w/shop/q/there.md", "w/shop/q/lone.md"},
      {{"w/shop/deep/er/plan.md", "w/shop/deep/er/est/plan.md"}, {"w/shop/q/lone.md", "w/shop/lone.md"}});
  CHECK(rewritten(world, "[[lone]] [[q/lone]]", "w/shop/q/there.md") == "[[lone]] [[lone]]");
  CHECK(rewritten(world, "[[plan]]", "w/shop/deep/er/here.md") == "[[deep/er/est/plan]]");
  CHECK(rewritten(world, "[[plan]] [[z/plan]]", "w/shop/q/there.md") == "[[plan]] [[z/plan]]");
}

TEST_CASE("a name that was the file's follows the file, though a title still finds the page") {
  const auto named = [](const char* page) { return NamedPage{path(page), "Plan", {"the plan"}, ""}; };
  const LinkTargets before({named("w/s/plan.md")}), after({named("w/s/roadmap.md")});
  const PageMoves moves{before, after, {{path("w/s/plan.md"), path("w/s/roadmap.md")}}, {}};
  CHECK(rewrite_links("[[plan]] [[Plan.md]] [[the plan]]", path("w/s/here.md"), path("w/s/here.md"), moves).text ==
        "[[roadmap]] [[roadmap.md]] [[the plan]]");
}

TEST_CASE("a link to another page of the same name keeps leading to it when a moved page gets in between") {
  const World world({"w/shop/a/x.md", "w/shop/b/x.md", "w/shop/here.md"}, {{"w/shop/b/x.md", "w/shop/x.md"}});
  CHECK(rewritten(world, "[[x]] [[b/x]]", "w/shop/here.md") == "[[a/x]] [[x]]");
}

TEST_CASE("across projects a link names the project, or finds the way relative as before") {
  const World world({"w/shop/notes/a.md", "w/shop/notes/b.md", "w/shop/notes/c.md"},
                    {{"w/shop/notes/a.md", "w/other/a.md"}, {"w/shop/notes/c.md", "v/x/c.md"}});
  CHECK(rewritten(world, "[[a]] [[notes/a|l]] [m](a.md) [[c]]", "w/shop/notes/b.md") ==
        "[[other:a]] [[other:a|l]] [m](../../other/a.md) [[v/x:c]]");
  CHECK(rewritten(world, "[[b]] [[notes/b]] [m](b.md) [[a]] [[a#x]]", "w/shop/notes/a.md") ==
        "[[shop:notes/b]] [[shop:notes/b]] [m](../shop/notes/b.md) [[a]] [[a#x]]");
}

TEST_CASE("a moved page's own relative links lead where they led, to pages, files and nothing") {
  World world({"w/shop/notes/here.md", "w/shop/notes/b.md", "w/shop/notes/c.md"},
              {{"w/shop/notes/here.md", "w/shop/archive/2026/here.md"}, {"w/shop/notes/c.md", "w/shop/archive/c.md"}});
  world.have_file("w/shop/files/a b.pdf");
  for (const Row& row : {
           Row{"[m](b.md) [[./b]] [[b]] [[notes/b]]", "[m](../../notes/b.md) [[../../notes/b]] [[b]] [[notes/b]]"},
           Row{"[m](c.md) [[c]] [m](./b.md)", "[m](../c.md) [[c]] [m](../../notes/b.md)"},
           Row{"[p](../files/a%20b.pdf#page=2)", "[p](../../files/a%20b.pdf#page=2)"},
           Row{"[p](../files/none.pdf) [q](todo)", "[p](../files/none.pdf) [q](todo)"},
           Row{"![i](../files/a%20b.pdf) ![t](b.md 'x')", "![i](../../files/a%20b.pdf) ![t](../../notes/b.md 'x')"},
           Row{"[![i](../files/a%20b.pdf)](b.md) ![i][r]\n\n[r]: <../files/a b.pdf>\n",
               "[![i](../../files/a%20b.pdf)](../../notes/b.md) ![i][r]\n\n[r]: <../../files/a b.pdf>\n"},
           Row{"[gone](gone.md) [[../gone]]", "[gone](../../notes/gone.md) [[../../gone]]"},
           Row{"[[#Part]] [h](#part) [s](here.md#a) [[here]]", "[[#Part]] [h](#part) [s](here.md#a) [[here]]"},
           Row{"[m](/w/shop/notes/b.md) [u](https://x.org/b.md)", "[m](/w/shop/notes/b.md) [u](https://x.org/b.md)"},
       })
    CHECK(rewritten(world, row.before, "w/shop/notes/here.md") == row.after);
}

TEST_CASE("destinations are encoded as far as they must be, and as they were") {
  const World world(
      {"w/s/a.md", "w/s/設計.md", "w/s/here.md", "w/s/p(1).md"},
      {{"w/s/a.md", "w/s/新 (1) 50%#x.md"}, {"w/s/設計.md", "w/s/計画.md"}, {"w/s/p(1).md", "w/s/q(2).md"}});
  for (const Row& row : {
           Row{"[t](a.md)", "[t](新%20(1)%2050%25%23x.md)"},
           Row{"[t](<a.md>)", "[t](<新 (1) 50%25%23x.md>)"},
           Row{"[t](設計.md)", "[t](計画.md)"},
           Row{"[t](%E8%A8%AD%E8%A8%88.md)", "[t](%E8%A8%88%E7%94%BB.md)"},
           Row{"[t](p\\(1\\).md) [t](p(1).md) [t](p%281%29.md)", "[t](q(2).md) [t](q(2).md) [t](q%282%29.md)"},
           Row{"[[設計]]", "[[計画]]"},
       })
    CHECK(rewritten(world, row.before, "w/s/here.md") == row.after);
}

TEST_CASE("links in front matter are changed by their exact bytes") {
  const World world({"w/s/notes/a.md", "w/s/notes/b.md", "w/s/notes/here.md"}, {{"w/s/notes/a.md", "w/s/old/it's.md"}});
  for (const Row& row : {
           Row{"supersedes: '[[a]]'  # a\ntitle: a", "supersedes: '[[it''s]]'  # a\ntitle: a"},
           Row{"superseded_by: notes/a.md\r\nx: notes/a.md", "superseded_by: old/it's.md\r\nx: notes/a.md"},
           Row{"supersedes: [[a]]", "supersedes: [[it's]]"},
           Row{"merged_from: [notes/a.md, notes/b.md, \"[[notes/a|x]]\"] # notes/a.md",
               "merged_from: [old/it's.md, notes/b.md, \"[[old/it's|x]]\"] # notes/a.md"},
           Row{"evidence:\n  # notes/a\n  - notes/a\n  - '[[b]]'\n  - \"[[a#Part]]\"\n",
               "evidence:\n  # notes/a\n  - old/it's\n  - '[[b]]'\n  - \"[[it's#Part]]\"\n"},
           Row{"derived_from: https://a.org/notes/a.md", "derived_from: https://a.org/notes/a.md"},
           Row{"summary_ref: a", "summary_ref: it's"},
           Row{"source: notes/a.md\ntags: [a]", "source: notes/a.md\ntags: [a]"},
           Row{"up: \"[[a|The a]]\"  # [[a]]\nrelated:\n  - \"[[notes/a]]\"\n  - a\n  - '[[b]]'",
               "up: \"[[it's|The a]]\"  # [[a]]\nrelated:\n  - \"[[old/it's]]\"\n  - a\n  - '[[b]]'"},
           Row{"title: \"[[a]]\"\naliases: [\"[[a]]\"]\nx: \"[[a]] and [[b]]\"",
               "title: \"[[a]]\"\naliases: [\"[[a]]\"]\nx: \"[[a]] and [[b]]\""},
           Row{"evidence: said in [[a]] and [a](a.md)", "evidence: said in [[a]] and [a](a.md)"},
       }) {
    const auto page = [](std::string block) { return "---\n" + block + "\n---\n[[b]]\n"; };
    CHECK(rewritten(world, page(row.before), "w/s/notes/here.md") == page(row.after));
  }
}

TEST_CASE("what cannot be rewritten is left as it is and told, the rest is done") {
  const World world({"w/s/a.md", "w/s/b.md", "w/s/here.md"},
                    {{"w/s/a.md", "w/s/a#[1].md"}, {"w/s/b.md", "w/s/x*y*z.md"}});
  const auto result = world.rewrite("---\nsupersedes: a\n---\n\n[[a]] [t](a.md)\n\n[[b]] [u](b.md)\n", "w/s/here.md");
  CHECK(result.text == "---\nsupersedes: a\n---\n\n[[a]] [t](a%23[1].md)\n\n[[b]] [u](x*y*z.md)\n");
  CHECK(result.changed == 2);
  REQUIRE(result.left.size() == 3);
  CHECK(result.left[0].line == 2);
  CHECK(result.left[1].line == 5);
  CHECK(result.left[1].target == "a");
  CHECK(result.left[2].line == 7);
}

TEST_CASE("text that is no front matter because it is broken does not become one") {
  const World world({"w/s/a.md", "w/s/here.md"}, {{"w/s/a.md", "w/s/c.md"}});
  const std::string text = "---\ns)x: \"[[a\\]]\"\n---\n[[a]]\n";
  const auto result = world.rewrite(text, "w/s/here.md");
  CHECK(result.text == text);
  CHECK(result.changed == 0);
  CHECK(result.left.size() == 2);
}

TEST_CASE("where one link is written in a way that cannot be placed the others are still rewritten") {
  const World world({"w/s/a.md", "w/s/A&B.md", "w/s/here.md"}, {{"w/s/a.md", "w/s/c.md"}, {"w/s/A&B.md", "w/s/d.md"}});
  CHECK(rewritten(world, "[[A&amp;B]] [[a]] [x](A&amp;B.md)", "w/s/here.md") == "[[d]] [[c]] [x](d.md)");
}

TEST_CASE("pages merged into another are followed to the survivor") {
  const World world({"w/s/cold-a.md", "w/s/topic.md", "w/s/here.md"}, {{"w/s/cold-a.md", "w/s/topic.md"}});
  CHECK(rewritten(world, "[[cold-a]] [[cold-a#Part|alias]] [t](cold-a.md)\n```\n[[cold-a]]\n```\n", "w/s/here.md") ==
        "[[topic]] [[topic#Part|alias]] [t](topic.md)\n```\n[[cold-a]]\n```\n");
}

namespace {

using Random = std::mt19937;

std::string pick(Random& random, const std::vector<std::string>& from) { return from[random() % from.size()]; }

// A text of links, look-alikes and what confuses positions.
std::string random_text(Random& random) {
  static const std::vector<std::string> parts = {"[[a]]",
                                                 "[[b|label]]",
                                                 "[[c#Part]]",
                                                 "[[d1/a]]",
                                                 "[[./b]]",
                                                 "[[s:d1/a]]",
                                                 "[t](a.md)",
                                                 "[t](../d1/a.md#f \"t\")",
                                                 "[t](<b.md>)",
                                                 "[t](d2/c.md)",
                                                 "[t][r]",
                                                 "![[a]]",
                                                 "![i](a.md)",
                                                 "`[[a]]`",
                                                 "`` [[a]] ` ``",
                                                 "\\[[a]]",
                                                 "<!-- [[a]] -->",
                                                 "*x [[c]] y*",
                                                 "_[[a]]_",
                                                 "[[_a_]]",
                                                 "| [[a\\|x]] |",
                                                 "\n",
                                                 "\n\n",
                                                 "\r\n",
                                                 "\n    ",
                                                 "\n      ",
                                                 "\n> ",
                                                 "\n- ",
                                                 "\n1. causes ",
                                                 "\n```\n",
                                                 "\n~~~\n",
                                                 " text ",
                                                 "`",
                                                 "[",
                                                 "]",
                                                 "](a.md)",
                                                 "]: a.md\n",
                                                 "\n[r]: a.md\n",
                                                 "\n\n[r]: <b.md> 't'\n",
                                                 "<div>\n",
                                                 "&#91;",
                                                 "&amp;",
                                                 "\\",
                                                 "設計",
                                                 "[[none]]",
                                                 "[n](none.md)",
                                                 "\n|a|b|\n|-|-|\n",
                                                 "#",
                                                 "(",
                                                 ")",
                                                 "[x [[a]]](b.md)"};
  std::string text;
  for (auto count = 1 + random() % 14; count > 0; --count) text += pick(random, parts);
  return text;
}

std::vector<std::string> all_pages() {
  std::vector<std::string> pages;
  for (const auto* folder : {"w/s/", "w/s/d1/", "w/s/d2/", "w/o/"})
    for (const auto* name : {"a", "b", "c"}) pages.push_back(std::string(folder) + name + ".md");
  return pages;
}

// Moves of some pages to free places.
Moved random_moves(Random& random, const std::vector<std::string>& pages) {
  Moved moves;
  for (const auto& page : pages)
    if (random() % 4 == 0)
      moves.emplace_back(
          page, pick(random, {"w/s/new/", "w/s/", "w/p/", "w/s/d1/d3/"}) + "n" + std::to_string(moves.size()) + ".md");
  return moves;
}

std::string resolved(const LinkTargets& targets, const Link& link, const PagePath& from) {
  const auto page = targets.find(link, from);
  return page ? page->str() : "";
}

std::string place_after(const World& world, const std::string& page) {
  return page.empty() ? "" : world.place_of(path(page)).str();
}

// The text with the destinations of live links blanked, which is what must not change.
std::string without_destinations(const std::string& text) {
  const auto links = destinations(text);
  std::vector<SpanEdit> edits;
  for (const auto& span : locate_links(text, links, [](std::size_t) { return true; }))
    if (span) edits.push_back({*span, "@"});
  std::sort(edits.begin(), edits.end(), [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
  edits.erase(std::unique(edits.begin(), edits.end(),
                          [](const auto& a, const auto& b) { return a.span.begin == b.span.begin; }),
              edits.end());
  return with_edits(text, edits);
}

}  // namespace

TEST_CASE("property: after any moves the same links stand in the same order and lead to the same pages") {
  Random random(20261129);
  const auto pages = all_pages();
  std::size_t changed = 0, left = 0;
  for (int round = 0; round < 4000; ++round) {
    const World world(pages, random_moves(random, pages));
    const auto from = path(pick(random, pages)), to = world.place_of(from);
    const auto text = random_text(random);
    CAPTURE(text);
    const auto result = world.rewrite(text, from.str());
    CAPTURE(result.text);
    const auto before = outline(text).links, after = outline(result.text).links;
    REQUIRE(before.size() == after.size());
    CHECK(same_but_targets(before, after));
    std::size_t misled = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto page = resolved(world.before(), before[i], from);
      if (!page.empty() && resolved(world.after(), after[i], to) != place_after(world, page)) ++misled;
    }
    CHECK(misled <= result.left.size());
    CHECK(without_destinations(text) == without_destinations(result.text));
    changed += result.changed;
    left += result.left.size();
  }
  CHECK(changed > 2000);
  CHECK(left * 100 < changed);  // few cannot be placed even among such texts
}

TEST_CASE("property: without moves no byte changes") {
  Random random(7);
  const auto pages = all_pages();
  const World world(pages, {});
  for (int round = 0; round < 1000; ++round) {
    const auto text = random_text(random);
    const auto result = world.rewrite(text, pick(random, pages));
    CHECK(result.text == text);
    CHECK(result.changed == 0);
    CHECK(result.left.empty());
  }
}

TEST_CASE(
    "property: a move and the move back give the first bytes, for links in canonical form (a page at a project's top "
    "has no path)") {
  Random random(42);
  const std::vector<std::string> pages = {"w/s/a.md", "w/s/d/b.md", "w/s/d/e/c.md", "w/s/d/here.md"};
  const std::vector<std::string> parts = {
      "[[a|x]]", "[[d/b]]", "[[d/e/c#f]]", "[t](b.md)", "[t](../a.md#f)", "[t](e/c.md)", "[[../a]]", "[[s:d/b]]",
      "[[b]]", "[[#x]]", "[t](<e/c.md> 't')", "![i](b.md)", "[t][r] [r]\n\n[r]: e/c.md 't'\n",
      "| [[d/b\\|x]] |\n|-|\n| [t](b.md) |\n",
      // what only looks like a link, and what stands around them
      "`[[b]]`", "\n```\n[[d/b]]\n```\n", "\\[[d/b]]", "<!-- [[d/b]] -->", "\n    [t](b.md)\n", "\n> ", "\n- causes ",
      "*x ", "_", " 漢字 ", "&amp; ", "\n\n", "\r\n", "# "};
  std::size_t left = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (auto count = 1 + random() % 12; count > 0; --count) text += pick(random, parts) + (count % 2 == 0 ? "\n" : "");
    const auto from = pick(random, pages), to = pick(random, {"w/s/q/r/z.md", "w/s/d/z.md", "w/s/d/e/z.md"});
    const World there(pages, {{from, to}});
    auto moved = pages;
    std::replace(moved.begin(), moved.end(), from, to);
    const World back(moved, {{to, from}});
    const std::string page = "w/s/d/here.md", page_after = from == page ? to : page;
    const auto moved_text = there.rewrite(text, page);
    left += moved_text.left.size();
    if (moved_text.left.empty()) CHECK_MESSAGE(back.rewrite(moved_text.text, page_after).text == text, moved_text.text);
  }
  CHECK(left < 20);
}

TEST_CASE("many links, with as many that only look like one, are all placed in the time that reading takes") {
  const World world({"w/s/plan.md", "w/s/here.md"}, {{"w/s/plan.md", "w/s/x.md"}});
  for (const std::string line :
       {"[x [[plan]]](y.md) [[plan]]\n", "`[[plan]]`[[plan]] ", "[[plan]] \\[[plan]] [[_plan_]]\n"}) {
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += line;
    const auto result = world.rewrite(text, "w/s/here.md");
    CHECK_MESSAGE(result.changed == 20'000, line);
    CHECK(result.left.empty());
  }
  std::string block = "---\nevidence:\n";
  for (int i = 0; i < 5000; ++i) block += "  - plan\n";
  CHECK(world.rewrite(block + "---\n", "w/s/here.md").changed == 5000);
}

TEST_CASE("pages beyond a megabyte are rewritten piece by piece") {
  const World world({"w/s/a.md", "w/s/here.md"}, {{"w/s/a.md", "w/s/much-longer-name.md"}});
  std::string text, expected;
  for (int i = 0; i < 60'000; ++i) {
    const bool link = i % 100 == 0;
    text += link ? "Some text and [[a]] as well.\n\n" : "Some text of no interest.\n\n";
    expected += link ? "Some text and [[much-longer-name]] as well.\n\n" : "Some text of no interest.\n\n";
  }
  const auto result = world.rewrite(text, "w/s/here.md");
  CHECK(result.changed == 600);
  CHECK((result.text == expected));
}
