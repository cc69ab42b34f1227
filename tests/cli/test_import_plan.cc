#include <doctest/doctest.h>
#include <map>

#include "cli/import_plan.hh"

using namespace ai_memory;

namespace {

PagePath path(const std::string& name) { return PagePath::existing("default/shop/" + name + ".md"); }

struct Wikilike {
  std::map<std::string, std::string> files;
  ImportTarget target() const {
    ImportTarget target;
    target.read = [this](const PagePath& page) -> std::optional<std::string> {
      const auto at = files.find(page.str());
      return at == files.end() ? std::nullopt : std::optional(at->second);
    };
    for (const auto& [name, text] : files) target.live.push_back(PagePath::existing(name));
    return target;
  }
};

ImportRead two_pages() {
  ImportRead read;
  read.pages = {{path("a"), "one\n", "a.md"}, {path("b"), "two\n", "b.md"}};
  return read;
}

}  // namespace

TEST_CASE("new pages are added and equal ones need nothing") {
  const Wikilike wiki{{{path("a").str(), "one\n"}}};
  ImportRead read = two_pages();
  const ImportPlan plan = plan_import(read, wiki.target(), OnDifference::keep);
  CHECK(plan.unchanged == std::vector{path("a")});
  CHECK(plan.added == std::vector{path("b")});
  REQUIRE(plan.changes.changes.size() == 1);
  CHECK(plan.changes.changes[0].path == path("b"));
  CHECK(plan.changes.changes[0].content == "two\n");
  CHECK(plan.changes.changes[0].base.empty());
  CHECK(plan.kept.empty());
}

TEST_CASE("a page with other text is kept and named unless it is to be replaced") {
  const Wikilike wiki{{{path("a").str(), "mine\n"}}};
  ImportRead read = two_pages();
  const ImportPlan kept = plan_import(read, wiki.target(), OnDifference::keep);
  REQUIRE(kept.kept.size() == 1);
  CHECK(kept.kept[0].what == "default/shop:a.md");
  CHECK(kept.kept[0].why == "holds other text than a.md");
  CHECK(kept.changes.changes.size() == 1);

  const ImportPlan replaced = plan_import(read, wiki.target(), OnDifference::replace);
  CHECK(replaced.kept.empty());
  CHECK(replaced.replaced == std::vector{path("a")});
  REQUIRE(replaced.changes.changes.size() == 2);
  CHECK(replaced.changes.changes[0].base == blob_id("mine\n"));
  CHECK(replaced.changes.changes[0].content == "one\n");
}

TEST_CASE("A06: a name that differs from a live page only in case is kept out") {
  const Wikilike wiki{{{path("B").str(), "two\n"}}};
  ImportRead read = two_pages();
  const ImportPlan plan = plan_import(read, wiki.target(), OnDifference::replace);
  REQUIRE(plan.kept.size() == 1);
  CHECK(plan.kept[0].what == "default/shop:B.md");
  CHECK(plan.changes.changes.size() == 1);
}

TEST_CASE("of two records for one page the first wins and the other is a problem only if it differs") {
  const Wikilike wiki;
  ImportRead read;
  read.pages = {{path("a"), "one\n", "first"}, {path("a"), "one\n", "again"}, {path("A"), "other\n", "third"}};
  const ImportPlan plan = plan_import(read, wiki.target(), OnDifference::keep);
  CHECK(plan.changes.changes.size() == 1);
  REQUIRE(read.problems.size() == 1);
  CHECK(read.problems[0].what == "third");
  CHECK(read.problems[0].why == "would be the page default/shop:A.md, as first already is, with other text");
}

TEST_CASE("pages that went since they were imported are not added again") {
  ImportRead read = two_pages();
  ImportPlan plan = plan_import(read, Wikilike{}.target(), OnDifference::keep);
  leave_gone(plan, {path("a").str(), "default/shop/never-asked-for.md"});
  CHECK(plan.gone == std::vector{path("a")});
  CHECK(plan.added == std::vector{path("b")});
  REQUIRE(plan.changes.changes.size() == 1);
  CHECK(plan.changes.changes[0].path == path("b"));
}

TEST_CASE("a page that is replaced is not one that went") {
  ImportRead read = two_pages();
  ImportPlan plan = plan_import(read, Wikilike{{{path("a").str(), "mine\n"}}}.target(), OnDifference::replace);
  leave_gone(plan, {path("a").str()});
  CHECK(plan.gone.empty());
  CHECK(plan.changes.changes.size() == 2);
}

TEST_CASE("when a page was written goes into the reason of its change") {
  ImportRead read = two_pages();
  read.pages[0].times = SourceTimes{*parse_time("2024-03-01"), *parse_time("2025-01-02T08:30:00Z")};
  const ImportPlan plan = plan_import(read, Wikilike{}.target(), OnDifference::keep);
  CHECK(plan.changes.changes[0].reason == "created 2024-03-01T00:00:00Z, changed 2025-01-02T08:30:00Z");
  CHECK(plan.changes.changes[1].reason.empty());
}
