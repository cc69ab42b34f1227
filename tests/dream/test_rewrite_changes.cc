#include <doctest/doctest.h>

#include "dream/rewrite_changes.hh"
#include "wiki/error.hh"
#include "wiki/markdown.hh"
#include "wiki/page.hh"

using namespace ai_memory;

namespace {

MergePage page(const std::string& name, const std::string& text, double retention = 0.1) {
  return {PagePath::existing("default/shop/sessions/" + name), text, false, retention,
          *parse_time("2026-01-02T00:00:00Z")};
}

const std::string kCommit = "0123456789ab";

}  // namespace

TEST_CASE("the page that stays keeps its front matter and title, and names what went into it") {
  const std::string head = "---\n# mine\ntags: [db]\n---\n";
  const std::vector<MergePage> pages = {page("a.md", head + "# Ports\n\nPort 5432.\n"),
                                        page("b.md", "Port is 5432.\n")};
  const auto changes = rewrite_changes(pages, "The port is 5432.\n", kCommit, "openai m1");
  REQUIRE(changes.size() == 2);
  CHECK(*changes[0].content ==
        head +
            "\n# Ports\n\nThe port is 5432.\n\n## Merged from\n\nFrom [[sessions/b|b]], changed 2026-01-02: rewritten "
            "by openai m1.\n");
  CHECK(changes[0].base == blob_id(pages[0].text));
  CHECK(changes[1].base == blob_id(pages[1].text));
  const Page stub = parse_page(changes[1].path, *changes[1].content);
  CHECK(stub.superseded_by == "sessions/a");
  CHECK(changes[1].content->find("restore-page --at " + kCommit) != std::string::npos);
}

TEST_CASE("a title in the new text is not doubled, and none is made for a page that has it in front matter") {
  const auto text = [](const std::string& old, const std::string& body) {
    return *rewrite_changes({page("a.md", old), page("b.md", "x\n")}, body, kCommit, "m")[0].content;
  };
  CHECK(text("# Ports\n\nx\n", "# Ports\n\nx.\n").starts_with("# Ports\n\nx.\n\n## Merged from\n"));
  CHECK(text("---\ntitle: Ports\n---\nx\n", "x.\n").starts_with("---\ntitle: Ports\n---\n\nx.\n\n## Merged"));
  CHECK(text("x\n", "x.\n").starts_with("x.\n\n## Merged"));
}

TEST_CASE("A45: a body that would set the page's controls is refused") {
  CHECK_THROWS_AS(
      rewrite_changes({page("a.md", "x\n"), page("b.md", "x\n")}, "---\npinned: true\n---\nx\n", kCommit, "m"), Error);
  CHECK_THROWS_AS(rewrite_changes({page("a.md", "x\n"), page("b.md", "x\n")}, "x\n\n```\nnever closed\n", kCommit, "m"),
                  Error);
}

TEST_CASE("pages that are trusted or valid otherwise are not made one") {
  const MergePage plain = page("a.md", "x\n");
  const auto why = [&](const std::string& text) { return why_not_together(plain, page("b.md", text)); };
  CHECK(why("x\n") == "");
  CHECK(why("---\ntrust: untrusted\n---\nx\n") == "trusted otherwise");
  CHECK(why("---\nvalid_until: 2026-05-01\n---\nx\n") == "true at another time");
  CHECK(why("---\nexpires_at: 2027-05-01\n---\nx\n") == "to be kept for another time");
  CHECK(why("---\ntier: semantic\n---\nx\n") == "of another tier");
  MergePage pinned = page("b.md", "x\n");
  pinned.pinned = true;
  CHECK(why_not_together(plain, pinned) == "pinned");
}
