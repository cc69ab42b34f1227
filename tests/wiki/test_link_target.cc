#include <doctest/doctest.h>

#include "wiki/link_target.hh"
#include "wiki/markdown.hh"

using namespace ai_memory;

namespace {

NamedPage page(const char* path, const char* title = "", std::vector<std::string> aliases = {},
               const char* permalink = "") {
  return {PagePath::existing(path), title, std::move(aliases), permalink};
}

std::string found(const LinkTargets& targets, const char* target, const char* from = "w/shop/notes/here.md") {
  const auto path = targets.find(target, PagePath::existing(from));
  return path ? path->str() : "";
}

std::string link_found(const LinkTargets& targets, bool wiki, const char* target,
                       const char* from = "w/shop/notes/here.md") {
  Link link;
  link.wiki = wiki;
  link.target = target;
  const auto path = targets.find(link, PagePath::existing(from));
  return path ? path->str() : "";
}

struct Row {
  const char* target;
  const char* path;
};

}  // namespace

TEST_CASE("a path is that page, then its twin, then the end of another's path, then a permalink") {
  const LinkTargets targets({page("w/shop/notes/plan.md"), page("w/shop/archive/notes/old.md"),
                             page("w/shop/Notes/Case.md"), page("w/other/deep/notes/plan.md"), page("top.md"),
                             page("w/shop/concepts/x.md", "", {}, "memory/x-long"), page("w/shop/notes/v1.2.md")});
  for (const Row& row : {
           Row{"w/shop/notes/plan.md", "w/shop/notes/plan.md"},
           Row{"w/shop/NOTES/Plan.md", "w/shop/notes/plan.md"},
           Row{"w/shop/notes/case.md", "w/shop/Notes/Case.md"},
           Row{"w/shop/notes/old.md", "w/shop/archive/notes/old.md"},
           Row{"w/shop/Notes/OLD.md", "w/shop/archive/notes/old.md"},
           Row{"w/shop/otes/old.md", ""},
           Row{"w/shop/old.md", "w/shop/archive/notes/old.md"},
           Row{"w/other/notes/plan.md", "w/other/deep/notes/plan.md"},
           Row{"w/other/plan.md", "w/other/deep/notes/plan.md"},
           Row{"notes/plan.md", "w/shop/notes/plan.md"},
           Row{"w/shop/memory/x-long.md", "w/shop/concepts/x.md"},
           Row{"w/shop/notes/v1.2.md", "w/shop/notes/v1.2.md"},
           Row{"w/shop/notes/none.md", ""},
           Row{"w/none/notes/plan.md", ""},
           Row{"a//b.md", ""},
           Row{"../x.md", ""},
           Row{"", ""},
       })
    CHECK_MESSAGE(found(targets, row.target) == row.path, row.target);
}

TEST_CASE("a bare name is a stem, then an alias, a title, a permalink, a slug") {
  const LinkTargets targets({page("w/shop/a/plan.md", "Other"), page("w/shop/a/b.md", "Plan B", {"plan", "The B"}),
                             page("w/shop/a/c.md", "The B", {}, "notes/ceee"), page("w/shop/a/big-idea.md", "x"),
                             page("w/shop/a/設計メモ.md", "設計"), page("w/shop/a/e.md", "Ünï")});
  for (const Row& row : {
           Row{"plan", "w/shop/a/plan.md"},
           Row{"Plan", "w/shop/a/plan.md"},
           Row{"plan.md", "w/shop/a/plan.md"},
           Row{"the b", "w/shop/a/b.md"},
           Row{"PLAN B", "w/shop/a/b.md"},
           Row{"ceee", "w/shop/a/c.md"},
           Row{"Big Idea!", "w/shop/a/big-idea.md"},
           Row{"設計メモ", "w/shop/a/設計メモ.md"},
           Row{"設計", "w/shop/a/設計メモ.md"},
           Row{"U\xcc\x88ni\xcc\x88", "w/shop/a/e.md"},
           Row{"Other", "w/shop/a/plan.md"},
           Row{"none", ""},
           Row{".md", ""},
           Row{" ", ""},
           Row{"\xff", ""},
       })
    CHECK_MESSAGE(found(targets, row.target) == row.path, row.target);
}

TEST_CASE("names are looked for in the page's own project, then in _global, nowhere else") {
  const LinkTargets targets({page("w/shop/deep/er/x.md"), page("w/_global/x.md"), page("w/_global/rule.md"),
                             page("w/other/only.md"), page("v/_global/far.md")});
  CHECK(found(targets, "x") == "w/shop/deep/er/x.md");
  CHECK(found(targets, "rule") == "w/_global/rule.md");
  CHECK(found(targets, "only").empty());
  CHECK(found(targets, "far").empty());
  CHECK(found(targets, "x", "w/_global/rule.md") == "w/_global/x.md");
  CHECK(found(targets, "x", "v/shop/a.md").empty());
}

TEST_CASE("of several pages one in the same folder wins, then the fewest folders, the spelling, the path (A17)") {
  const LinkTargets targets({page("w/shop/z.md"), page("w/shop/notes/z.md"), page("w/shop/a/z.md"),
                             page("w/shop/b/y.md"), page("w/shop/a/y.md"), page("w/shop/a/b/y.md"),
                             page("w/shop/c/Twin.md"), page("w/shop/c/twin.md")});
  CHECK(found(targets, "z") == "w/shop/notes/z.md");
  CHECK(found(targets, "z", "w/shop/a/here.md") == "w/shop/a/z.md");
  CHECK(found(targets, "z", "w/shop/q/here.md") == "w/shop/z.md");
  CHECK(found(targets, "y") == "w/shop/a/y.md");
  CHECK(found(targets, "twin") == "w/shop/c/twin.md");
  CHECK(found(targets, "Twin") == "w/shop/c/Twin.md");
  CHECK(found(targets, "TWIN") == "w/shop/c/Twin.md");
  CHECK(found(targets, "w/shop/c/twin.md") == "w/shop/c/twin.md");
}

TEST_CASE("the order in which pages are given does not matter") {
  const std::vector<NamedPage> pages = {page("w/shop/b/y.md", "Y", {"n"}), page("w/shop/a/y.md", "Y", {"n"})};
  const LinkTargets one(pages), other({pages[1], pages[0]});
  for (const char* name : {"y", "Y", "n"}) {
    CHECK(found(one, name) == "w/shop/a/y.md");
    CHECK(found(other, name) == "w/shop/a/y.md");
  }
}

TEST_CASE("a link's form tells a page at the top of the wiki from a bare name") {
  const LinkTargets targets({page("plan.md"), page("w/shop/a/plan.md"), page("lone.md")});
  CHECK(link_found(targets, true, ":plan") == "plan.md");
  CHECK(link_found(targets, true, "plan") == "w/shop/a/plan.md");
  CHECK(link_found(targets, true, "/plan") == "plan.md");
  CHECK(link_found(targets, false, "/plan.md") == "plan.md");
  CHECK(link_found(targets, false, "plan.md", "other.md") == "plan.md");
  CHECK(link_found(targets, true, "plan", "other.md") == "plan.md");
  CHECK(link_found(targets, true, "https://example.org/x.md").empty());
  CHECK(found(targets, "lone.md") == "lone.md");
}
