#include <doctest/doctest.h>
#include <random>

#include "wiki/inline_tags.hh"
#include "wiki/markdown.hh"
#include "wiki/observations.hh"

using namespace ai_memory;

namespace {

using Texts = std::vector<std::string>;

// "line category|text|tag,tag|context"
std::string shown(const Observation& observation) {
  std::string tags;
  for (const auto& tag : observation.tags) tags += (tags.empty() ? "" : ",") + tag;
  return std::to_string(observation.line) + " " + observation.category + "|" + observation.text + "|" + tags + "|" +
         observation.context;
}

Texts observed(std::string_view body) {
  Texts found;
  for (const auto& observation : observations(body)) found.push_back(shown(observation));
  return found;
}

std::string one_a_line(const Texts& texts) {
  std::string joined;
  for (const auto& text : texts) joined += text + "\n";
  return joined;
}

}  // namespace

TEST_CASE("observations are list items that open with a category") {
  struct Row {
    const char* body;
    Texts found;
  };
  for (const Row& row : {
           Row{"- [tech] SQLite holds the index #storage/db #fast (since May)",
               {"1 tech|SQLite holds the index #storage/db #fast|storage/db,fast|since May"}},
           Row{"## Observations\n\n- [a] one\n- [b] two (x) (y)\n", {"3 a|one||", "4 b|two (x)||y"}},
           Row{"* [open question] why? ([[Plan|the plan]] says so)", {"1 open question|why?||the plan says so"}},
           Row{"- text\n  - [nested] is one too", {"2 nested|is one too||"}},
           Row{"- [好み] 紅茶 #飲み物", {"1 好み|紅茶 #飲み物|飲み物|"}},
           Row{"- [a] **bold** `code #not` text #Twice #twice", {"1 a|bold code #not text #Twice #twice|not,Twice|"}},
           Row{"- [a] f(x)", {"1 a|f(x)||"}},
           Row{"- [a] (all of it)", {"1 a|(all of it)||"}},
           Row{"- [a] over (and (under))", {"1 a|over||and (under)"}},
           Row{"- [a] two\n  lines (here)", {"1 a|two lines||here"}},
           // No observations:
           Row{"- [ ] task\n- [x] done\n- [-] dropped\n- [X] done\n- [1/2] half", {}},
           Row{"- [label](x.md) a link\n- [[Plan]] too\n- [^1] note\n- [!note] callout", {}},
           Row{"[a] no list item\n\n> [b] none", {}},
           Row{"```\n- [a] code\n```\n\n    - [b] code", {}},
           Row{"- [a]\n- [a]text\n- []\n- [a [b] c\n- word [a] text", {}},
           Row{"<!-- - [a] hidden -->", {}},
       })
    CHECK_MESSAGE(one_a_line(observed(row.body)) == one_a_line(row.found), std::string(row.body));
}

TEST_CASE("an observation keeps the line it stands on in a page of several pieces") {
  std::string body;
  for (int i = 0; i < 40'000; ++i) body += "A line of text, and one more.\n\n";  // over the 1 MB of one piece
  body += "- [late] still found\n";
  CHECK(observed(body) == Texts{"80001 late|still found||"});
}

TEST_CASE("tags of running text are found, not those of code, links and headings' marks") {
  struct Row {
    const char* body;
    Texts tags;
  };
  for (const Row& row : {
           Row{"#one and #two/three-4, #five.", {"one", "two/three-4", "five"}},
           Row{"# heading\n\n## With #tag\n\n#no-space", {"tag", "no-space"}},
           Row{"a#b https://x.org/#frag (#c) x", {}},
           Row{"#123 #1/2 #q3 #2026-plan", {"1/2", "q3", "2026-plan"}},
           Row{"`#code` and\n\n```\n#x\n```\n\n    #indented\n\n~~~\n#fenced\n~~~", {}},
           Row{"`x`#glued **#bold** *a*#glued", {"bold"}},
           Row{"[#label](x.md) [[#heading]] [[a|#b]] ![#alt](x.png)", {}},
           Row{"\\#escaped #plain \\#plain #plain", {"plain"}},
           Row{"\\#only", {}},
           Row{"#設計/検索、x #メモ。y ＃全角 #🐘", {"設計/検索", "メモ", "🐘"}},
           Row{"#Same #same #SAME", {"Same"}},
           Row{"- #in-list\n> #in-quote\n\n| a | b |\n|---|---|\n| #cell | x |", {"in-list", "in-quote", "cell"}},
           Row{"#trailing/ ##double #/slash # alone", {"trailing"}},
           Row{"line\n#second and\t#tabbed", {"second", "tabbed"}},
           Row{"<b>#in-html</b> <!-- #comment -->\n\n<div>\n#block\n</div>", {"in-html"}},
       })
    CHECK_MESSAGE(one_a_line(outline(row.body).tags) == one_a_line(row.tags), std::string(row.body));
}

TEST_CASE("a tag stands for the tags below it") {
  CHECK(is_within_tag("area", "area"));
  CHECK(is_within_tag("Area/Sub", "area"));
  CHECK(is_within_tag("area/sub/deep", "area/sub"));
  CHECK_FALSE(is_within_tag("areas", "area"));
  CHECK_FALSE(is_within_tag("area", "area/sub"));
  CHECK_FALSE(is_within_tag("", "area"));
}

TEST_CASE("words before a link name a relation; several do so where the link stands alone") {
  struct Row {
    const char* body;
    const char* relation;
  };
  for (const Row& row : {
           Row{"- relates to [[A]]", "related_to:relates_to"},
           Row{"- is part of [[A]] (of the old one)", "related_to:is_part_of"},
           Row{"- depends_on [[A]] (context)", "related_to:depends_on"},
           Row{"- implements [[A]] in part", "related_to:implements"},
           Row{"- part of [[A]] and more", "part_of"},
           Row{"- spoke with [[A]] about it", ""},
           Row{"- as we saw in [[A]]", ""},
           Row{"- see, also [[A]]", ""},
           Row{"- relates to [[A]], [[B]]", "related_to:relates_to"},
       }) {
    const auto links = outline(row.body).links;
    REQUIRE_FALSE(links.empty());
    CHECK_MESSAGE(links.front().relation == row.relation, std::string(row.body));
  }
}

TEST_CASE("no item's text makes an observation that is not made of it") {
  std::mt19937 random(20261129);
  const std::string alphabet = "[]() #ab/\xE3\x81\x82\\-x";
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (auto length = random() % 24; length-- > 0;) text += alphabet[random() % alphabet.size()];
    const auto found = parse_observation(text);
    if (!found) continue;
    CHECK(text.starts_with('['));
    CHECK(text.find(found->category) != std::string::npos);
    CHECK(text.find(found->text) != std::string::npos);
    CHECK(text.find(found->context) != std::string::npos);
    CHECK_FALSE(found->text.empty());
    for (const auto& tag : found->tags) CHECK(found->text.find("#" + tag) != std::string::npos);
  }
}
