#include <doctest/doctest.h>

#include "wiki/page.hh"

using namespace ai_memory;

namespace {

const PagePath kNote = PagePath::existing("default/shop/notes/plan.md");

// A page of the note path with this front matter.
Page page_with(const std::string& block) {
  static std::string text;
  text = "---\n" + block + "\n---\nbody\n";
  return parse_page(kNote, text);
}

std::string first_problem(const Page& page) { return page.problems.empty() ? "" : page.problems.front().message; }

}  // namespace

TEST_CASE("a title comes from front matter, else the first heading, else the file name (A13)") {
  struct Row {
    const char *text, *title;
  };
  for (const Row& row :
       {Row{"---\ntitle: 0123\n---\n# H\n", "0123"}, Row{"---\ntitle: NO\n---\n", "NO"},
        Row{"---\ntitle: ~\n---\n# H *x* `y`\n", "H x y"}, Row{"---\ntitle: \"  \"\n---\n# H\n", "H"},
        Row{"---\ntitle: |\n  two\n  lines\n---\n", "two lines"}, Row{"\xef\xbb\xbf# H\n", "H"},
        Row{"text\n\n# H\n# Second\n", "H"}, Row{"```\n# no\n```\n\n# H ##\n", "H"},
        Row{"<!--\n# no\n-->\n\n# H\n", "H"}, Row{"Set\n===\n", "Set"}, Row{"    # code\n", "plan"},
        Row{"## Only second\n", "plan"}, Row{"> # quoted\n", "plan"}, Row{"# \n# H\n", "H"}, Row{"#tag\n", "plan"},
        Row{"# [[a|b]] \\# c\n", "b # c"}, Row{"", "plan"}, Row{"---\ntitle: [a]\n---\n", "plan"}})
    CHECK_MESSAGE(parse_page(kNote, row.text).title == std::string(row.title), std::string(row.text));
}

TEST_CASE("the folder gives tier and kind, front matter overrides them") {
  struct Row {
    const char* path;
    Tier tier;
    const char* kind;
    bool pinned;
  };
  for (const Row& row :
       {Row{"d/p/sessions/2026/01/x.md", Tier::episodic, "session", false},
        Row{"sessions/x.md", Tier::episodic, "session", false}, Row{"d/p/scratch/x.md", Tier::working, "note", false},
        Row{"d/p/concepts/x.md", Tier::semantic, "concept", false},
        Row{"d/p/decisions/x.md", Tier::semantic, "decision", false},
        Row{"d/p/gotchas/x.md", Tier::semantic, "gotcha", false}, Row{"d/p/notes/x.md", Tier::semantic, "note", false},
        Row{"d/p/facts/x.md", Tier::semantic, "fact", false}, Row{"d/p/people/x.md", Tier::semantic, "person", false},
        Row{"d/p/events/x.md", Tier::semantic, "event", false},
        Row{"d/p/procedures/x.md", Tier::procedural, "procedure", false},
        Row{"d/p/_rules/x.md", Tier::procedural, "rule", false}, Row{"d/p/_slots/x.md", Tier::semantic, "block", true},
        Row{"d/p/profile/x.md", Tier::semantic, "profile", false},
        Row{"d/p/reminders/x.md", Tier::semantic, "reminder", false},
        Row{"d/p/other/sessions/x.md", Tier::semantic, "note", false}, Row{"x.md", Tier::semantic, "note", false}}) {
    const auto page = parse_page(PagePath::existing(row.path), "text");
    CHECK_MESSAGE(page.tier == row.tier, row.path);
    CHECK_MESSAGE(page.kind == row.kind, row.path);
    CHECK_MESSAGE(page.pinned == row.pinned, row.path);
    CHECK(page.problems.empty());
    CHECK_FALSE(page.is_protected());
  }
  CHECK(page_with("tier: working\ntype: fact").tier == Tier::working);
  CHECK(page_with("tier: working\ntype: fact").kind == "fact");
  CHECK(parse_page(PagePath::existing("d/p/_slots/x.md"), "---\npinned: false\n---\n").pinned);
}

TEST_CASE("an unknown tier protects the page and is told with its line (A36)") {
  for (const char* block :
       {"a: 1\ntier: banana", "a: 1\ntier: Episodic", "a: 1\ntier: unknown", "a: 1\ntier: [episodic]"}) {
    const auto page = page_with(block);
    CHECK(page.tier == Tier::unknown);
    CHECK(page.is_protected());
    REQUIRE(page.problems.size() == 1);
    CHECK(page.problems[0].line == 3);
  }
  CHECK_FALSE(page_with("tier:").is_protected());
}

TEST_CASE("tier names read back") {
  for (const auto tier : {Tier::working, Tier::episodic, Tier::semantic, Tier::procedural})
    CHECK(tier_from_name(tier_name(tier)) == tier);
  CHECK_FALSE(tier_from_name(tier_name(Tier::unknown)));
  CHECK_FALSE(tier_from_name(""));
}

TEST_CASE("pins are read as people write them; an unclear pin holds") {
  for (const char* yes : {"true", "yes", "on", "1", "True", "YES", "\"true\""})
    CHECK(page_with("pinned: " + std::string(yes)).pinned);
  for (const char* no : {"false", "no", "off", "0", "~", ""})
    CHECK_FALSE(page_with("pinned: " + std::string(no)).pinned);
  CHECK(page_with("pinned: maybe").pinned);
  CHECK(first_problem(page_with("pinned: maybe")).starts_with("pinned: "));
  CHECK_FALSE(page_with("compacted: maybe").compacted);
  CHECK(page_with("compacted: true").compacted);
}

TEST_CASE("numbers out of their range are clamped or ignored, and told (A39)") {
  struct Row {
    const char* value;
    double salience;
    bool problem;
  };
  for (const Row& row :
       {Row{"0.5", 0.5, false}, Row{"2", 2, false}, Row{"0.25", 0.25, false}, Row{"+1.5", 1.5, false},
        Row{"9", 2, true}, Row{"-5", 0.25, true}, Row{".nan", 1, true}, Row{"nan", 1, true}, Row{"inf", 1, true},
        Row{".inf", 1, true}, Row{"high", 1, true}, Row{"1,5", 1, true}, Row{"[1]", 1, true}}) {
    const auto page = page_with("salience: " + std::string(row.value));
    CHECK_MESSAGE(page.salience == doctest::Approx(row.salience), row.value);
    CHECK_MESSAGE(page.problems.size() == (row.problem ? 1 : 0), row.value);
    CHECK_FALSE(page.is_protected());
  }
  CHECK(*page_with("importance: 0").importance == doctest::Approx(0));
  CHECK(*page_with("importance: 1").importance == doctest::Approx(1));
  CHECK_FALSE(page_with("a: 1").importance);
  for (const char* bad : {".nan", ".inf", "-5", "high", "1.01"}) {
    const auto page = page_with("importance: " + std::string(bad));
    CHECK_FALSE(page.importance);
    CHECK(page.problems.size() == 1);
  }
}

TEST_CASE("dates are read in UTC; a bare date ends a TTL with its day (A40)") {
  struct Row {
    const char *value, *expires;
  };
  for (const Row& row :
       {Row{"2026-12-01", "2026-12-02T00:00:00Z"}, Row{"2026-12-01T00:00:00+09:00", "2026-11-30T15:00:00Z"},
        Row{"2026-12-01T00:00:00Z", "2026-12-01T00:00:00Z"}, Row{"2026-12-01 10:00", "2026-12-01T10:00:00Z"},
        Row{"\"2026-12-01\"", "2026-12-02T00:00:00Z"}})
    CHECK(format_time(*page_with("expires_at: " + std::string(row.value)).expires_at) == row.expires);
  for (const char* bad : {"2026-02-30", "0", "soon", "[2026-12-01]"}) {
    const auto page = page_with("expires_at: " + std::string(bad));
    CHECK_FALSE(page.expires_at);
    REQUIRE(page.problems.size() == 1);
    CHECK(page.problems[0].message.starts_with("expires_at: "));
    CHECK(page.problems[0].line == 2);
  }
  const auto page = page_with(
      "created: 2026-01-01\nupdated: 2026-01-02\nvalid_from: 2026-01-03\nvalid_until: 2026-01-04\nended: "
      "2026-01-06T01:00:00Z");
  CHECK(format_date(*page.created) == "2026-01-01");
  CHECK(format_date(*page.updated) == "2026-01-02");
  CHECK(format_date(*page.valid_from) == "2026-01-03");
  CHECK(format_date(*page.valid_until) == "2026-01-05");
  CHECK(format_time(*page.ended) == "2026-01-06T01:00:00Z");
}

TEST_CASE("far and impossible times of creation are read or told (A38)") {
  CHECK(page_with("created: 9999-12-31").created);
  CHECK(page_with("created: 1970-01-01").created == Timestamp{});
  CHECK_FALSE(page_with("created: 0000-00-00").created);
  CHECK(page_with("created: 0000-00-00").problems.size() == 1);
}

TEST_CASE("tags and aliases are those Obsidian sees") {
  using List = std::vector<std::string>;
  for (const char* block :
       {"tags: [a, '#b', a, c]", "tags: a, b, c", "tags: a b c", "tags: \"#a #b, #c\"", "tags:\n  - a\n  - b\n  - c"})
    CHECK_MESSAGE((page_with(block).tags == List{"a", "b", "c"}), block);
  CHECK(page_with("tags: [1.10, on, 2026-01-01]").tags == List{"1.10", "on", "2026-01-01"});
  CHECK(page_with("aliases: Big plan, Old").aliases == List{"Big plan", "Old"});
  CHECK(page_with("aliases: [\"a, b\"]").aliases == List{"a, b"});
}

TEST_CASE("texts and links of the front matter are at hand") {
  const auto page =
      page_with("description: d\nabstract: a\nsummary: s\ntrust: untrusted\nsuperseded_by: \"[[new|New]]\"");
  CHECK(page.description == "d");
  CHECK(page.abstract == "a");
  CHECK(page.summary == "s");
  CHECK(page.trust == "untrusted");
  CHECK(page.superseded_by == "new");
  CHECK(page_with("superseded_by: [[new]]").superseded_by == "new");
  CHECK(page_with("superseded_by: new").superseded_by == "new");
}

TEST_CASE("broken front matter protects the page and keeps its body readable (A12)") {
  const std::string text = "---\npinned: true\ntitle: a: b\n---\n# H\n";
  const auto page = parse_page(kNote, text);
  CHECK(page.is_protected());
  CHECK(page.readable);
  CHECK(page.body == "# H\n");
  CHECK(page.body_line == 5);
  CHECK(page.title == "H");
  REQUIRE(page.problems.size() == 1);
  CHECK(page.problems[0].line == 3);
  CHECK(parse_page(kNote, "---\npinned: true\nbody").is_protected());
}

TEST_CASE("what is no text is named only (A15)") {
  for (const std::string& text : {std::string("caf\xfc"), std::string("a\0after", 7), std::string("\x89PNG\r\n\x1a\n"),
                                  std::string(kMaxPageBytes + 1, 'a')}) {
    const auto page = parse_page(kNote, text);
    CHECK_FALSE(page.readable);
    CHECK(page.is_protected());
    CHECK(page.title == "plan");
    CHECK(page.body.empty());
    CHECK(page.problems.size() == 1);
  }
  for (const std::string& text : {std::string(), std::string("\xef\xbb\xbf"), std::string(kMaxPageBytes, 'a')}) {
    const auto page = parse_page(kNote, text);
    CHECK(page.readable);
    CHECK(page.problems.empty());
    CHECK(page.title == "plan");
  }
}

TEST_CASE("ledgers and generated indexes are no pages, what looks like them by name alone is") {
  struct Row {
    const char *path, *text;
    bool ledger;
  };
  for (const Row& row :
       {Row{"d/p/log.md", "## [2026-01-01T10:00:00Z] write | Plan\n", true},
        Row{"d/p/log-2026-01.md", "---\ntype: log\n---\n\n## [2026-01-01] write | Plan\n", true},
        Row{"log.md", "## [2026-01-01] write | Plan\n", true},
        Row{"d/p/log.md", "# My log\n\n## [2026-01-01] write | Plan\n", false},
        Row{"d/p/log.md", "## [soon] write | Plan\n", false}, Row{"d/p/log.md", "## [2026-01-01] write\n", false},
        Row{"d/p/log.md", "## [2026-01-01\n", false}, Row{"d/p/log.md", "", false},
        Row{"d/p/logbook.md", "## [2026-01-01] write | Plan\n", false},
        Row{"d/p/notes/log.md", "## [2026-01-01] write | Plan\n", false},
        Row{"d/p/index.md", "<!-- generated by ai-memory -->\n# Index\n", true},
        Row{"d/p/index.md", "# Index\n", false}, Row{"d/p/notes/index.md", "<!-- generated by ai-memory -->\n", false},
        Row{"d/p/plan.md", "<!-- generated by ai-memory -->\n", false}})
    CHECK_MESSAGE(is_ledger(PagePath::existing(row.path), row.text) == row.ledger, row.path, row.text);
}
