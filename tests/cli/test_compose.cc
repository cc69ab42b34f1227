#include <doctest/doctest.h>

#include "cli/compose.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"

using namespace ai_memory;

namespace {

const Timestamp kNow = *parse_time("2026-11-29T12:00:00Z");
const PagePath kNote = PagePath::create("default/shop/notes/plan.md");

std::string placed(const PageFields& fields) { return place_page({"default", "shop"}, fields, kNow).str(); }

}  // namespace

TEST_CASE("a new page says what was given, when it was made, and keeps the text byte for byte") {
  const PageFields fields{.title = "Plan: B #1", .kind = "decision", .description = "a: b", .tags = {"net", "1.10"}};
  CHECK(compose_page(kNote, fields, "# Body\n\nno end", kNow) ==
        "---\ntype: decision\ntitle: \"Plan: B #1\"\ndescription: \"a: b\"\ntags: [net, 1.10]\n"
        "created: 2026-11-29T12:00:00Z\nupdated: 2026-11-29T12:00:00Z\n---\n# Body\n\nno end");
}

TEST_CASE("what was given is read back from the new page (A13)") {
  for (const char* title : {"2026-05-26", "NO", "0123", "1.10", "12:30:45", "null", "~", "- x", "a: b", "'q\"", "照明",
                            "{x}", "# h", "x #y", "C:\\x", "trailing:"}) {
    const PageFields fields{
        .title = title, .tier = "working", .expires_at = "2026-12-31", .tags = {"on", "1.10"}, .pinned = true};
    const std::string text = compose_page(kNote, fields, "body\n", kNow);
    const Page page = parse_page(kNote, text);
    CHECK_MESSAGE(page.title == title, text);
    CHECK(page.problems.empty());
    CHECK(page.tags == fields.tags);
    CHECK(page.pinned);
    CHECK(page.tier == Tier::working);
    CHECK(page.expires_at == parse_deadline("2026-12-31"));
    CHECK(page.created == kNow);
    CHECK(page.updated == kNow);
    CHECK(page.body == "body\n");
  }
}

TEST_CASE("the kind comes from the folder, and a tier that the folder says anyway is not written") {
  const auto path = PagePath::create("default/shop/decisions/x.md");
  const std::string text = compose_page(path, {.tier = "semantic"}, "", kNow);
  CHECK(text.find("type: decision\n") != std::string::npos);
  CHECK(text.find("tier:") == std::string::npos);
}

TEST_CASE("front matter in the given text is kept and filled up") {
  const std::string given = "---\n# mine\nx-owner: ana\ncreated: 2020-01-01T00:00:00Z\n---\nbody";
  CHECK(
      compose_page(kNote, {.title = "T"}, given, kNow) ==
      "---\n# mine\nx-owner: ana\ncreated: 2020-01-01T00:00:00Z\ntitle: T\ntype: note\nupdated: 2026-11-29T12:00:00Z\n"
      "---\nbody");
  CHECK_THROWS_AS(compose_page(kNote, {}, "---\ntitle: a: b\n---\nbody", kNow), Error);
}

TEST_CASE("a body is replaced under front matter that keeps its other bytes (A11)") {
  const std::string old_text =
      "---\r\nx-owner: ana # note\r\ntags: [a, b]\r\nupdated: 2020-01-01T00:00:00Z\r\n---\r\nold\r\n";
  CHECK(replace_body(old_text, {}, "new", kNow) ==
        "---\r\nx-owner: ana # note\r\ntags: [a, b]\r\nupdated: 2026-11-29T12:00:00Z\r\n---\r\nnew");
  const std::string tagged = replace_body(old_text, {.title = "T", .tags = {"c", "d"}}, "new", kNow);
  const Page page = parse_page(kNote, tagged);
  CHECK(page.tags == std::vector<std::string>{"c", "d"});
  CHECK(page.title == "T");
  CHECK(page.front_matter.text("x-owner") == "ana");
}

TEST_CASE("a whole page given as text replaces the front matter too") {
  const std::string text = replace_body("---\na: 1\n---\nold", {}, "---\nb: 2\n---\nnew", kNow);
  CHECK(text == "---\nb: 2\nupdated: 2026-11-29T12:00:00Z\n---\nnew");
}

TEST_CASE("a page whose front matter is broken is not rewritten under it (A12)") {
  CHECK_THROWS_AS(replace_body("---\ntitle: a: b\n---\nold", {}, "new", kNow), Error);
}

TEST_CASE("appended text starts on a line of its own") {
  CHECK(append_text("a", "b", kNow) == "a\nb");
  CHECK(append_text("a\n", "b\n", kNow) == "a\nb\n");
  CHECK(append_text("a\r\nb", "c", kNow) == "a\r\nb\r\nc");
  CHECK(append_text("", "b", kNow) == "b");
  CHECK(append_text("---\nupdated: x\n---\na", "b", kNow) == "---\nupdated: 2026-11-29T12:00:00Z\n---\na\nb");
  CHECK(append_text("---\ntitle: a: b\n---\na", "b", kNow) == "---\ntitle: a: b\n---\na\nb");
}

TEST_CASE("a page without a path goes to its kind's folder") {
  struct Row {
    const char *kind, *tier, *path;
  };
  for (const auto& [kind, tier, path] : std::vector<Row>{
           {"", "", "notes/the-plan.md"},
           {"note", "", "notes/the-plan.md"},
           {"session", "", "sessions/2026/11/2026-11-29-the-plan.md"},
           {"decision", "", "decisions/the-plan.md"},
           {"gotcha", "", "gotchas/the-plan.md"},
           {"concept", "", "concepts/the-plan.md"},
           {"procedure", "", "procedures/the-plan.md"},
           {"rule", "", "_rules/the-plan.md"},
           {"fact", "", "facts/the-plan.md"},
           {"person", "", "people/the-plan.md"},
           {"event", "", "events/the-plan.md"},
           {"reminder", "", "reminders/the-plan.md"},
           {"block", "", "_slots/the-plan.md"},
           {"profile", "", "profile/the-plan.md"},
           {"", "working", "scratch/the-plan.md"},
           {"decision", "working", "decisions/the-plan.md"},
       })
    CHECK(placed({.title = "The plan", .kind = kind, .tier = tier}) == std::string("default/shop/") + path);
  CHECK_THROWS_AS(placed({.title = "T", .kind = "sesion"}), Error);
  CHECK_THROWS_AS(placed({.title = " "}), Error);
}

TEST_CASE("no title leads out of the wiki or to a name that is refused (A08)") {
  for (const char* title : {"..", "/etc/x", "a/../../b", "C:\\x", "-rf", "CON", "🐘", "{", "..."})
    CHECK_MESSAGE(placed({.title = title}).starts_with("default/shop/notes/"), title);
}

TEST_CASE("long titles that differ at the end stay two pages (A09)") {
  std::string long_title;
  for (int i = 0; i < 119; ++i) long_title += "漢";
  const auto one = placed({.title = long_title + "一"}), two = placed({.title = long_title + "二"});
  CHECK(one != two);
  CHECK(one.size() < 255);
  CHECK(is_utf8(one));
}

TEST_CASE("an expiry is a date, a time or a span from now") {
  CHECK(parse_expiry("2026-12-01", kNow) == "2026-12-01");
  CHECK(parse_expiry("2026-12-01T09:00:00+09:00", kNow) == "2026-12-01T09:00:00+09:00");
  CHECK(parse_expiry("2w", kNow) == "2026-12-13T12:00:00Z");
  for (const char* text : {"", "0", "2026-02-30", "soon"})
    CHECK_THROWS_AS_MESSAGE(parse_expiry(text, kNow), Error, text);
}

TEST_CASE("what is given for the front matter is text, and a title or kind is one line of it") {
  const auto refusal = [](const PageFields& fields) -> std::string {
    try {
      check_fields(fields);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      return error.what();
    }
    return "";
  };
  const std::string latin = "caf\xe9";
  CHECK(refusal({.title = latin}) == "--title: not UTF-8");
  CHECK(refusal({.kind = latin}) == "--kind: not UTF-8");
  CHECK(refusal({.description = latin}) == "--description: not UTF-8");
  CHECK(refusal({.tags = {"net", latin}}) == "--tag: not UTF-8");
  for (const char* text : {"a\nb", "a\tb", "\x1b[2J", "a\x7f", "a\xc2\x9b", "a\xc2\x80"}) {
    CHECK_MESSAGE(refusal({.title = text}) == "--title: holds a control character", text);
    CHECK_MESSAGE(refusal({.kind = text}) == "--kind: holds a control character", text);
    CHECK_MESSAGE(refusal({.description = text}) == "", text);
  }
  CHECK(refusal({.title = "caf\xc3\xa9 \xc2\xa0 \xc2\xbf 照明", .kind = "Notiz", .tags = {"é"}}) == "");
}

TEST_CASE("a tag is one word that can stand in a list") {
  for (const char* tag : {"net", "source-of-truth", "a/b", "照明", "v1.10"}) CHECK_NOTHROW(check_tag(tag));
  for (const char* tag : {"", "a b", "a,b", "[a]", "#a", "a\n", "\"a\""})
    CHECK_THROWS_AS_MESSAGE(check_tag(tag), Error, tag);
}
