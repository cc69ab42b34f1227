#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "decay/keep_tokens.hh"
#include "decay/merge.hh"
#include "decay/merge_text.hh"
#include "decay/twins.hh"
#include "tests/decay/merging_pairs.hh"
#include "wiki/error.hh"
#include "wiki/link_aim.hh"
#include "wiki/markdown.hh"

using namespace ai_memory;

namespace {

const Timestamp kNow = *parse_time("2026-11-30");

MergePage page(const std::string& name, std::string text, double retention = 0.1, const char* changed = "2026-11-01") {
  return {PagePath::existing("default/shop/" + name), std::move(text), false, retention, *parse_time(changed)};
}
MergePage pinned(const std::string& name, std::string text) {
  MergePage made = page(name, std::move(text));
  made.pinned = true;
  return made;
}

const MergeOptions kOptions{"abc1234", kNow, {}};

std::string stub_of(const Merge& merge, const std::string& name) {
  for (const auto& [path, text] : merge.stubs)
    if (path.str() == "default/shop/" + name) return text;
  return {};
}
std::string why_left(const Merge& merge, const std::string& name) {
  for (const auto& [path, why] : merge.left_out)
    if (path.str() == "default/shop/" + name) return why;
  return {};
}

// What a wiki holds after the merge.
std::vector<MergePage> after(std::vector<MergePage> cluster, const Merge& merge) {
  for (MergePage& each : cluster) {
    if (each.path == merge.survivor && merge.survivor_text) each.text = *merge.survivor_text;
    for (const auto& [path, text] : merge.stubs)
      if (each.path == path) each.text = text;
  }
  return cluster;
}

std::string shown(const std::optional<Merge>& merge) {
  if (!merge) return "none";
  std::string text = merge->survivor.str() + "\n" + merge->survivor_text.value_or("(as it was)") + "\n";
  for (const auto& [path, stub] : merge->stubs) text += path.str() + "\n" + stub + "\n";
  for (const auto& [path, why] : merge->left_out) text += path.str() + ": " + why + "\n";
  return text;
}

}  // namespace

TEST_CASE("two twins become a page and a stub that leads to it") {
  const auto merge = plan_merge({page("notes/a.md", "# Cache\n\nThe cache holds 512 pages.\n", 0.2),
                                 page("notes/b.md", "## Cache\n\nThe cache holds 512 pages.  \n", 0.1, "2026-10-02")},
                                kOptions);
  REQUIRE(merge);
  CHECK(merge->survivor.str() == "default/shop/notes/a.md");
  CHECK(
      merge->survivor_text ==
      "# Cache\n\nThe cache holds 512 pages.\n\n## Merged from\n\nFrom [[notes/b|b]], changed 2026-10-02: nothing that "
      "is not here.\n");
  CHECK(
      stub_of(*merge, "notes/b.md") ==
      "---\nsuperseded_by: \"[[notes/a]]\"\n---\nMerged into [[notes/a|Cache]].\n\nThe full text is in commit abc1234; "
      "`ai-memory restore-page --at abc1234 default/shop:notes/b.md` brings it back.\n");
  CHECK(merge->left_out.empty());
}

TEST_CASE("a stub is known as one, by its title and line ends whatever they are, until somebody writes into it") {
  for (const std::string text : {"The cache holds 512 pages.\n", "# Store\n\nThe cache holds 512 pages.\n",
                                 "---\ntitle: Store\n---\r\nThe cache holds 512 pages.\r\n"}) {
    CAPTURE(text);
    const PagePath path = PagePath::existing("default/shop/notes/b.md"),
                   to = PagePath::existing("default/shop/notes/a.md");
    const std::string stub = stub_text(parse_page(path, text), text, parse_page(to, "# Cache\n"), "abc1234");
    CHECK(is_stub(parse_page(path, stub)));
    CHECK_FALSE(is_stub(parse_page(path, text)));
    CHECK_FALSE(is_stub(parse_page(path, stub + "\nAnd yet it is not so.\n")));
    CHECK_FALSE(is_stub(parse_page(path, stub.substr(stub.find("Merged")))));
  }
  const std::string by_hand = "---\nsuperseded_by: notes/a\n---\n";
  for (const char* body : {"", "Merged into [[notes/a]].\n", "I merged it.\n\nSee there.\n"})
    CHECK_FALSE(is_stub(parse_page(PagePath::existing("default/shop/notes/b.md"), by_hand + body)));
}

TEST_CASE("lines that the survivor lacks stand under where they stood") {
  const auto merge = plan_merge({page("notes/a.md", "# Cache\n\nThe cache holds pages.\n", 0.2),
                                 page("notes/b.md",
                                      "# Cache\n\nThe cache holds pages.\n\n## Staging\n\n- sizes\n  - "
                                      "small\n\n```sh\nflush\n\nrestart\n```\n\n| a | "
                                      "b |\n|---|---|\n| 1 | 2 |\n")},
                                kOptions);
  REQUIRE(merge);
  CHECK(merge->survivor_text.value() ==
        "# Cache\n\nThe cache holds pages.\n\n## Merged from\n\nFrom [[notes/b|Cache]], changed "
        "2026-11-01:\n\n**Staging**\n\n- "
        "sizes\n  - small\n\n```sh\nflush\n\nrestart\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
}

TEST_CASE("of a paragraph the survivor gains the sentences that it lacks, and none that it has in another order") {
  const std::string one = "The kiln is warm. Hugo has the key. The glaze is blue.\n";
  const auto added = [&](const char* other) -> std::string {
    const auto merge = plan_merge({page("a.md", one, 0.2), page("b.md", other)}, kOptions);
    if (!merge) return "none";
    const auto at = merge->survivor_text->find("From [[");
    return merge->survivor_text->substr(merge->survivor_text->find(':', at));
  };
  const std::string nothing = ": nothing that is not here.\n";
  CHECK(added("The glaze is blue. The kiln is warm. Hugo has the key.\n") == nothing);
  CHECK(added("The glaze is blue. The kiln\nis warm. Hugo has\nthe key.\n") == nothing);
  CHECK(added("Hugo has the key.\n\nThe kiln is warm.\n\nThe glaze is blue.\n") == nothing);
  CHECK(added("The glaze is blue. Ben came late. The kiln is warm. Hugo has the key.\n") == ":\n\nBen came late.\n");
  CHECK(added("The kiln is warm. Hugo has the key.\nThe glaze is blue. Ben came late.\n") == ":\n\nBen came late.\n");
  // Nothing that would open a list where it was none.
  CHECK(added("The kiln is warm. 1. Ben came late.\n") == ":\n\nThe kiln is warm. 1. Ben came late.\n");
}

TEST_CASE("pages that say the same become one, whichever of them stays") {
  for (const auto& [what, left, right] : test::kSameSaid) {
    const std::string shown = what;
    CAPTURE(shown);
    CHECK(plan_merge({page("a.md", left, 0.2), page("b.md", right)}, kOptions));
    CHECK(plan_merge({page("a.md", right, 0.2), page("b.md", left)}, kOptions));
  }
}

TEST_CASE("a block of code is known as a whole or not at all") {
  const auto merge = plan_merge({page("a.md", "Build it.\n\n- make\n- make install\n", 0.2),
                                 page("b.md", "Build it.\n\n```\nmake\nmake install\n```\n")},
                                kOptions);
  REQUIRE(merge);
  CHECK(merge->survivor_text->find("```\nmake\nmake install\n```\n") != std::string::npos);
}

TEST_CASE("the survivor is the pinned page, else of the highest retention, then the newest, then the first path") {
  const std::string text = "The cache holds 512 pages.\n";
  const auto survivor = [&](std::vector<MergePage> cluster) {
    return plan_merge(std::move(cluster), kOptions)->survivor.stem();
  };
  CHECK(survivor({page("a.md", text, 0.3), pinned("b.md", text)}) == "b");
  CHECK(survivor({page("a.md", text, 0.1), page("b.md", text, 0.2)}) == "b");
  CHECK(survivor({page("a.md", text, 0.1, "2026-10-01"), page("b.md", text, 0.1, "2026-10-02")}) == "b");
  CHECK(survivor({page("b.md", text), page("a.md", text)}) == "a");
  CHECK(survivor({pinned("b.md", text), pinned("c.md", text), page("a.md", text)}) == "b");
}

TEST_CASE("a pinned page is never rewritten, and only what it has all lines of becomes its stub") {
  const auto merge = plan_merge({pinned("p.md", "# Cache\n\nThe cache holds 512 pages.\n"),
                                 page("same.md", "### Cache\n\nThe cache holds 512 pages.\n"),
                                 page("more.md", "The cache holds 512 pages.\n\nIt was made by Ann.\n"),
                                 pinned("q.md", "The cache holds 512 pages.\n")},
                                kOptions);
  REQUIRE(merge);
  CHECK(!merge->survivor_text);
  CHECK(merge->stubs.size() == 1);
  CHECK(!stub_of(*merge, "same.md").empty());
  CHECK(why_left(*merge, "more.md") == "has lines that the pinned page has not");
  CHECK(why_left(*merge, "q.md") == "pinned");
}

TEST_CASE("pages that say something else stay, and so do those of another project or tier") {
  MergePage elsewhere = page("a.md", "The cache holds 512 pages.\n");
  elsewhere.path = PagePath::existing("default/other/a.md");
  const auto merge =
      plan_merge({page("a.md", "The cache holds 512 pages.\n", 0.5), page("b.md", "The cache holds 512 pages.\n"),
                  page("c.md", "The cache holds 256 pages.\n"),
                  page("d.md", "---\ntier: procedural\n---\nThe cache holds 512 pages.\n"), elsewhere},
                 kOptions);
  REQUIRE(merge);
  CHECK(merge->stubs.size() == 1);
  CHECK(why_left(*merge, "c.md") == "differs from it: amount '512 pages' there, '256 pages' here");
  CHECK(why_left(*merge, "d.md") == "of another tier");
  CHECK(merge->left_out.front().second == "of another project");
  CHECK(!plan_merge({page("a.md", "Deadline 15 Oct\n"), page("b.md", "Deadline 16 Oct\n")}, kOptions));
}

TEST_CASE("equal texts under titles of other things stay, but not for the day alone") {
  const auto titled = [](const char* name, const char* title) {
    return page(name, std::string("---\ntitle: ") + title + "\n---\nPort: 5432\n");
  };
  CHECK(!plan_merge({titled("a.md", "Redis"), titled("b.md", "Postgres")}, kOptions));
  CHECK(!plan_merge({titled("a.md", "Bug 231"), titled("b.md", "Bug 232")}, kOptions));
  CHECK(plan_merge({titled("a.md", "Session 2026-11-02"), titled("b.md", "Session 2026-11-03")}, kOptions));
  CHECK(plan_merge({titled("a.md", "Redis"), page("b.md", "Port: 5432\n")}, kOptions));
}

TEST_CASE("what takes part in no merge says why") {
  struct Row {
    const char *path, *text, *why;
  };
  for (const auto& [path, text, why] : {
           Row{"default/shop/a.md", "fine\n", ""},
           Row{"default/shop/a.md", "---\ntitle: [\n---\nx\n", "protected"},
           Row{"default/shop/a.md", "---\ntier: odd\n---\nx\n", "protected"},
           Row{"default/shop/a.md", "---\ncompacted: true\n---\nx\n", "compacted"},
           Row{"default/shop/a.md", "---\nsuperseded_by: \"[[b]]\"\n---\nx\n", "replaced by another page"},
           Row{"default/shop/a.md", "---\ntype: fact\n---\nx\n", "fact pages are never merged"},
           Row{"default/shop/a.sync-conflict-20261101-101010-ABC.md", "x\n", "a conflict copy"},
           Row{"default/shop/a (Ann's conflicted copy 2026-11-01).md", "x\n", "a conflict copy"},
           Row{"default/shop/a (1).md", "x\n", "no link can hold its name"},
           Row{"default/shop/a.md", "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> z\n", "has conflict markers"},
           Row{"default/shop/a|b.md", "x\n", "no link can hold its name"},
           Row{"default/shop/log.md", "## [2026-11-30T00:00:00Z] save | x\n", "a ledger"},
       }) {
    const auto& shown_path = path;
    CAPTURE(std::string(shown_path));
    const auto& shown_text = text;
    CAPTURE(std::string(shown_text));
    CHECK(unmergeable(parse_page(PagePath::existing(path), text), text) == why);
  }
}

TEST_CASE("A45: what is made of untrusted pages stays marked, and no other page is made one with them") {
  const std::string marked = "---\ntrust: untrusted\n---\nThe cache holds 512 pages.\n",
                    plain = "The cache holds 512 pages.\n";
  const auto both = plan_merge({page("a.md", marked, 0.5), page("b.md", marked + "\nIt is warm.\n")}, kOptions);
  REQUIRE(both);
  const auto pages = after({page("a.md", marked, 0.5), page("b.md", marked + "\nIt is warm.\n")}, *both);
  for (const MergePage& each : pages) CHECK(parse_page(each.path, each.text).trust == "untrusted");
  CHECK(!plan_merge({page("a.md", marked, 0.5), page("b.md", plain)}, kOptions));
  CHECK(!plan_merge({page("a.md", plain, 0.5), page("b.md", marked)}, kOptions));
  CHECK(plan_merge({page("a.md", plain, 0.5), page("b.md", plain)}, kOptions));
}

TEST_CASE("pages that say the same stay apart where front matter says more, or something else, of one") {
  const std::string body = "The cache holds 512 pages.\n";
  const auto left = [&](const std::string& survivor, const std::string& other) {
    const auto merge = plan_merge({page("a.md", "---\n" + survivor + "x: y\n---\n" + body, 0.5),
                                   page("b.md", "---\n" + other + "x: y\n---\n" + body)},
                                  kOptions);
    return !merge;
  };
  CHECK(!left("tags: [db, shop]\n", "tags: [db]\n"));
  CHECK(!left("description: d\nentities: [Ann]\n", ""));
  CHECK(left("tags: [db]\n", "tags: [db, shop]\n"));
  CHECK(left("", "aliases: [store]\n"));
  CHECK(left("", "entities: [Ann]\n"));
  CHECK(left("", "description: The mill belongs to Carl\n"));
  CHECK(left("abstract: x\n", "abstract: z\n"));
  CHECK(left("", "summary: z\n"));
  CHECK(left("", "trust: untrusted\n"));
  CHECK(left("confidence: high\n", "confidence: low\n"));
  CHECK(left("", "valid_from: 2026-01-01\n"));
  CHECK(left("valid_until: 2026-02-01\n", "valid_until: 2026-03-01\n"));
  CHECK(left("", "expires_at: 2029-03-01\n"));
}

TEST_CASE("a stub keeps its front matter, its title, its line ends") {
  const auto merge =
      plan_merge({page("a.md", "---\r\naliases: [store, 'b: c']\r\n---\r\nThe cache holds 512 pages.\r\n", 0.5),
                  page("b.md",
                       "\xef\xbb\xbf---\r\n# mine\r\naliases: [store, 'b: c']\r\nodd:   x\r\n---\r\n# "
                       "The Store\r\n\r\nThe cache holds 512 pages.\r\n")},
                 kOptions);
  REQUIRE(merge);
  const std::string stub = stub_of(*merge, "b.md");
  CHECK(
      stub.starts_with("\xef\xbb\xbf---\r\n# mine\r\naliases: [store, 'b: c']\r\nodd:   x\r\nsuperseded_by: "
                       "\"[[/default/shop/a]]\"\r\n---\r\n"));
  const Page read = parse_page(PagePath::existing("default/shop/b.md"), stub);
  CHECK(read.title == "The Store");
  CHECK(read.aliases == std::vector<std::string>{"store", "b: c"});
  CHECK(link_path(link_of_value(read.superseded_by), read.path) == "default/shop/a.md");
  CHECK(std::count(stub.begin(), stub.end(), '\n') == std::count(stub.begin(), stub.end(), '\r'));
  CHECK(merge->survivor_text->find("\r\n\r\n## Merged from\r\n\r\nFrom [[/default/shop/b|The Store]]") !=
        std::string::npos);
  CHECK(std::count(merge->survivor_text->begin(), merge->survivor_text->end(), '\n') ==
        std::count(merge->survivor_text->begin(), merge->survivor_text->end(), '\r'));
}

TEST_CASE("links lead to their page from any folder of the project") {
  for (const char* const to : {"default/shop/a.md", "default/shop/notes/a.md", "default/shop/notes/deep/a b.md", "a.md",
                               "notes/a.md", "default/shop/会議/十月.md", "default/shop/notes/a#b.md"}) {
    CAPTURE(std::string(to));
    const auto path = PagePath::existing(to);
    const std::string link = wikilink_to(path, "Some title");
    if (std::string_view(to).find('#') != std::string_view::npos) {
      CHECK(link.empty());
      continue;
    }
    const std::string from = path.project().name == "shop" ? "default/shop/x/y/z.md" : "default/default/z.md";
    const auto links = outline(link).links;
    REQUIRE(links.size() == 1);
    CHECK(link_path(links[0], PagePath::existing(from)) == to);
    CHECK(links[0].label == "Some title");
  }
  CHECK(wikilink_to(PagePath::existing("default/shop/notes/a.md"), "x ]] y") == "[[notes/a]]");
}

TEST_CASE("a page whose end would swallow the section stays as it is") {
  CHECK(!plan_merge(
      {page("a.md", "Same.\n\n```\nopen\n", 0.5), page("b.md", "Same.\n\n```\nopen\n```\n\nMore of it.\n")}, kOptions));
  CHECK(!plan_merge({page("a.md", "Same.\n\n<!-- open\n", 0.5), page("b.md", "Same.\n")}, kOptions));
  // A block that the other never closes is closed.
  const auto merge = plan_merge(
      {page("a.md", "Same.\n", 0.5), page("b.md", "Same.\n\n```\nopen\n"), page("c.md", "Same.\n")}, kOptions);
  REQUIRE(merge);
  CHECK(merge->stubs.size() == 2);
  CHECK(merge->survivor_text->find("open\n```\n") != std::string::npos);
}

TEST_CASE("a second merge goes on with the section of the first") {
  const auto first = plan_merge({page("a.md", "Same.\n", 0.5), page("b.md", "Same.\n\nOne.\n")}, kOptions);
  REQUIRE(first);
  const auto second = plan_merge({page("a.md", *first->survivor_text, 0.5), page("c.md", "Same.\n\nTwo.\n")}, kOptions);
  REQUIRE(second);
  CHECK(second->survivor_text->starts_with(*first->survivor_text));
  CHECK(second->survivor_text->find("## Merged from") == second->survivor_text->rfind("## Merged from"));
  CHECK(second->survivor_text->find("Two.") != std::string::npos);
}

TEST_CASE("lines are moved as the caller relocates their links") {
  MergeOptions options = kOptions;
  options.relocate = [](std::string_view lines, const PagePath& from, const PagePath& to) {
    return "[" + from.stem() + to.stem() + "] " + std::string(lines);
  };
  const auto merge = plan_merge({page("a.md", "Same.\n", 0.5), page("b.md", "Same.\n\nMore.\n")}, options);
  REQUIRE(merge);
  CHECK(merge->survivor_text->find("\n\n[ba] More.\n") != std::string::npos);
}

TEST_CASE("a page whose lines cannot be relocated stays as it is, and the others are merged") {
  MergeOptions options = kOptions;
  options.relocate = [](std::string_view lines, const PagePath& from, const PagePath&) -> std::string {
    if (from.stem() == "b") throw Error(ErrorKind::failed, "no way");
    return std::string(lines);
  };
  const auto merge = plan_merge(
      {page("a.md", "Same.\n", 0.5), page("b.md", "Same.\n\nMore.\n"), page("c.md", "Same.\n\nMost.\n")}, options);
  REQUIRE(merge);
  CHECK(why_left(*merge, "b.md") == "no way");
  CHECK(stub_of(*merge, "b.md").empty());
  CHECK_FALSE(stub_of(*merge, "c.md").empty());
  CHECK(merge->survivor_text->find("Most.") != std::string::npos);
  CHECK(merge->survivor_text->find("More.") == std::string::npos);
}

TEST_CASE("the pages that a page took in are read from its section again, and from no other line") {
  const auto merge = plan_merge({page("a.md", "Same.\n\nFrom [[x]], changed by hand.\n", 0.5),
                                 page("b.md", "Same.\n\nFrom [[x]], changed by hand.\n\nSee [[y]].\n"),
                                 page("c.md", "Same.\n\nFrom [[x]], changed by hand.\n")},
                                kOptions);
  REQUIRE(merge);
  REQUIRE(merge->survivor_text);
  const Page survivor = parse_page(merge->survivor, *merge->survivor_text);
  std::vector<std::string> found;
  for (const auto& link : merged_from(survivor.body, outline(survivor.body)))
    found.push_back(link_path(link, survivor.path));
  CHECK(found == std::vector<std::string>{"default/shop/b.md", "default/shop/c.md"});
}

TEST_CASE("no line of any page is lost, in whatever order they come, and merging again does nothing") {
  const char* const lines[] = {"# Cache",
                               "## Sizes",
                               "- the cache is warm",
                               "  - nested below",
                               "* a point of note",
                               "1. begin here",
                               "```\ncode *here* \n\n  indented\n```",
                               "~~~\nopen fence",
                               "| k | v |\n|---|---|\n| x | y |",
                               "> a quotation",
                               "plain words stand here",
                               "会議は重要です。",
                               "日本語の**強調**",
                               "",
                               "Setext\n===",
                               "<div>html</div>",
                               "    indented code",
                               "see [[other|the other]] page",
                               "[ref]: http://example.org/x",
                               "trailing blanks  ",
                               "***",
                               "a line with `code`",
                               "\tTabbed",
                               "#tag of words",
                               "- [ ] task to do"};
  std::size_t merged = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    std::mt19937 random(seed);
    const char* const line_end = seed % 3 == 0 ? "\r\n" : "\n";
    std::vector<MergePage> cluster;
    for (std::size_t n = 0; n < 2 + seed % 3; ++n) {
      std::string body;
      for (std::size_t i = 0; i < random() % 8; ++i) {
        for (const char c : std::string(lines[random() % std::size(lines)]) + "\n" + (random() % 2 ? "\n" : ""))
          body += c == '\n' ? std::string(line_end) : std::string(1, c);
      }
      if (random() % 4 == 0) body = "---\ntags: [x]\n---\n" + body;
      cluster.push_back(
          page((random() % 2 ? "n/p" : "p") + std::to_string(n) + ".md", body, static_cast<double>(random() % 3)));
      cluster.back().pinned = random() % 9 == 0;
    }
    const auto merge = plan_merge(cluster, kOptions);
    std::shuffle(cluster.begin(), cluster.end(), random);
    CHECK(shown(plan_merge(cluster, kOptions)) == shown(merge));
    if (!merge) continue;
    ++merged;
    const auto now = after(cluster, *merge);
    const auto survivor =
        *std::find_if(now.begin(), now.end(), [&](const MergePage& each) { return each.path == merge->survivor; });
    const auto have = forms_of(parse_page(survivor.path, survivor.text).body);
    CAPTURE(survivor.text);
    for (const MergePage& each : cluster) {
      if (stub_of(*merge, each.path.in_project()).empty() && each.path != merge->survivor) continue;
      CAPTURE(each.text);
      auto known = have;
      CHECK(missing_lines(parse_page(each.path, each.text).body, known) == "");
      const auto kept = keep_tokens(survivor.text);
      for (const KeptToken& token : keep_tokens(parse_page(each.path, each.text).body)) {
        if (token.kind == KeepKind::item || token.kind == KeepKind::block) continue;  // lines may group anew
        CAPTURE(token.text);
        CHECK(std::any_of(kept.begin(), kept.end(), [&](const KeptToken& other) { return other.text == token.text; }));
      }
      if (each.path == merge->survivor) CHECK(survivor.text.starts_with(each.text));
    }
    if (!merge->left_out.empty()) continue;
    const auto again = plan_merge(now, kOptions);
    CHECK(shown(again) == "none");
  }
  CHECK(merged > 100);
}
