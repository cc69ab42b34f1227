#include <doctest/doctest.h>

#include "wiki/error.hh"
#include "wiki/front_matter.hh"

using namespace ai_memory;

namespace {

std::string repeat(std::string_view text, int times) {
  std::string out;
  while (times-- > 0) out += text;
  return out;
}

std::string with_line_ends(std::string text, const std::string& line_end) {
  std::string out;
  for (const char byte : text) out += byte == '\n' ? line_end : std::string(1, byte);
  return out;
}

}  // namespace

TEST_CASE("the block is told from the body, whatever the line ends (A14)") {
  const std::string page = "---\ntitle: Plan\ntags: [a, b]\npinned: true\n---\n# Heading\n\ntext\n";
  for (const std::string line_end : {"\n", "\r\n", "\r"})
    for (const std::string bom : {"", "\xef\xbb\xbf"}) {
      const auto text = bom + with_line_ends(page, line_end);
      const auto split = split_front_matter(text);
      CHECK(split.has_block);
      CHECK(split.block == with_line_ends("title: Plan\ntags: [a, b]\npinned: true\n", line_end));
      CHECK(split.body == with_line_ends("# Heading\n\ntext\n", line_end));
      CHECK(split.body_line == 6);
      const auto matter = FrontMatter::parse(text);
      CHECK(matter.present());
      CHECK_FALSE(matter.problem());
      CHECK(matter.text("title") == "Plan");
      CHECK(matter.list("tags") == std::vector<std::string>{"a", "b"});
      CHECK(matter.text("pinned") == "true");
      CHECK(matter.line("pinned") == 4);
      CHECK(matter.line("absent") == 0);
      CHECK(matter.body_line() == 6);
      CHECK(text.substr(matter.body_offset()) == split.body);
    }
}

TEST_CASE("the closing fence may end the file") {
  const auto split = split_front_matter("---\na: 1\n---");
  CHECK(split.has_block);
  CHECK(split.body.empty());
  CHECK(split_front_matter("---  \na: 1\n--- \t\nx").body == "x");
}

TEST_CASE("a leading rule, a banner or plain text is body") {
  for (const std::string text :
       {"", "# H\n", "---\n", "---", "---\n\nA paragraph of text.\n\n---\nmore\n", "---\nA banner\n---\n",
        "---\n- a\n- b\n---\n", "---\n# Heading\n---\n", "----\na: 1\n----\n", " ---\na: 1\n---\n",
        "---\nDear all: hello\n\nno end\n", "x\n---\na: 1\n---\n", "---\nThis is: a: banner\n---\n"}) {
    const auto split = split_front_matter(text);
    CHECK_FALSE_MESSAGE(split.has_block, text);
    CHECK(split.body == text);
    CHECK(split.body_line == 1);
    CHECK_FALSE(FrontMatter::parse(text).present());
    CHECK_FALSE_MESSAGE(FrontMatter::parse(text).problem(), text);
    CHECK(FrontMatter::parse(text).json() == "{}");
  }
  CHECK(split_front_matter("\xef\xbb\xbf# H\n").body == "# H\n");
  CHECK(split_front_matter("---\n---\nx").has_block);
}

TEST_CASE("values stay as they were typed (A13)") {
  for (const char* typed :
       {"2026-05-26", "NO", "0123", "1.10", "12:30:45", "yes", "0x10", "1e3", ".inf", "-5", "a#b"}) {
    const auto matter = FrontMatter::parse("---\ntitle: " + std::string(typed) + "\n---\n");
    CHECK_MESSAGE(matter.text("title") == typed, typed);
  }
  for (const char* nothing : {"", "null", "~", "Null", "\"\""}) {
    const auto matter = FrontMatter::parse("---\ntitle: " + std::string(nothing) + "\n---\n");
    CHECK(matter.has("title"));
    CHECK_FALSE(matter.text("title"));
    CHECK(matter.list("title").empty());
  }
  CHECK(FrontMatter::parse("---\ntitle: \"null\"\n---\n").text("title") == "null");
  CHECK(FrontMatter::parse("---\ntags: [1.10, on, 2026-01-01]\n---\n").list("tags") ==
        std::vector<std::string>{"1.10", "on", "2026-01-01"});
}

TEST_CASE("lists are read in each of their forms") {
  using List = std::vector<std::string>;
  const auto list = [](const std::string& yaml, const char* key) {
    return FrontMatter::parse("---\n" + yaml + "\n---\n").list(key);
  };
  CHECK(list("tags: [a, 'b c']", "tags") == List{"a", "b c"});
  CHECK(list("tags:\n- a\n- b", "tags") == List{"a", "b"});
  CHECK(list("tags:\n  - a\n  # remark\n  -\n  - b", "tags") == List{"a", "b"});
  CHECK(list("tags: a, b ,, c", "tags") == List{"a", "b", "c"});
  CHECK(list("aliases: a b, c", "aliases") == List{"a b", "c"});
  CHECK(list("merged_from: a, b", "merged_from") == List{"a, b"});
  CHECK(list("supersedes: [[plan]]", "supersedes") == List{"plan"});
  CHECK(list("m: {a: 1}", "m").empty());
  CHECK(list("a: 1", "b").empty());
  CHECK_FALSE(FrontMatter::parse("---\ntags: [a]\n---\n").text("tags"));
}

TEST_CASE("all entries are told as JSON, the first of two equal keys wins") {
  const auto json = [](const std::string& yaml) { return FrontMatter::parse("---\n" + yaml + "---\n").json(); };
  CHECK(json("a: 1\nb: [x, {c: ~}]\n") == R"({"a":"1","b":["x",{"c":null}]})");
  CHECK(json("a: 1\na: 2\n") == R"({"a":"1"})");
  CHECK(json("a: []\nb: {}\nc:\n") == R"({"a":[],"b":{},"c":null})");
  CHECK(json("\"q\\\"\\n\": 'back\\slash'\n") == R"({"q\"\u000a":"back\\slash"})");
  CHECK(json("a: &x 1\nb: *x\n? [1]\n: 2\n") == R"({"a":"1","b":"1"})");
  CHECK(FrontMatter::parse("---\na: 1\na: 2\n---\n").text("a") == "1");
}

TEST_CASE("broken YAML is a problem with its line, and gives no values (A12)") {
  struct Row {
    std::string block;
    std::size_t line;
  };
  for (const Row& row :
       {Row{"tags: [x]\ntitle: a: b\n", 3}, Row{"d: \"x \"y\" z\"\n", 2}, Row{"a: [1, 2\nb: 3\n", 3},
        Row{"a: 1\n\tb: c\n", 3}, Row{"a: @b\n", 2}, Row{"a: 1\nb: \x01\n", 3}, Row{"a: 1\n...\nb: 2\n", 3},
        Row{"a: x\xff\n", 2}, Row{"a: x\x04y\n", 2}, Row{"ok: 1\na: " + repeat("[", 150) + repeat("]", 150) + "\n", 3},
        Row{"a: " + repeat("[", 60000) + "\n", 2}, Row{"a: &a [*a]\n", 2}, Row{"a: " + repeat("x", 65536) + "\n", 2}}) {
    const auto text = "---\n" + row.block + "---\nbody\n";
    const auto matter = FrontMatter::parse(text);
    CHECK(matter.present());
    REQUIRE_MESSAGE(matter.problem(), row.block.substr(0, 80));
    CHECK_MESSAGE(matter.problem()->line == row.line, row.block.substr(0, 80), matter.problem()->message);
    CHECK(matter.json() == "{}");
    CHECK(split_front_matter(text).body == "body\n");
    CHECK_THROWS_AS(edit_front_matter(text, {{"tier", "semantic"}}), Error);
  }
}

TEST_CASE("aliases that would expand without end are a problem, not a crash") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const auto before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before + repeat(", " + before, 9) + "]\n";
  }
  const auto matter = FrontMatter::parse("---\n" + bomb + "---\n");
  REQUIRE(matter.problem());
  CHECK(matter.problem()->message.find("1 MB") != std::string::npos);
}

TEST_CASE("a block that is never closed is all body, and a problem (A12)") {
  const std::string text = "---\npinned: true\n\nbody\n";
  CHECK_FALSE(split_front_matter(text).has_block);
  CHECK(split_front_matter(text).body == text);
  const auto matter = FrontMatter::parse(text);
  CHECK_FALSE(matter.present());
  REQUIRE(matter.problem());
  CHECK(matter.problem()->line == 1);
  CHECK_THROWS_AS(edit_front_matter(text, {{"pinned", "false"}}), Error);
}

TEST_CASE("a list is written as one, whatever stood there, and reads back item by item") {
  const std::vector<std::string> items = {"db", "a, b", "it's [x]", "照明", "1.10"};
  for (const std::string before : {"tags: old", "tags: [a, b]", "tags:\n  - a\n  - b", "tags: a, b"}) {
    const std::string page = "---\ntitle: T\n" + before + "\nx: 1  # mine\n---\nbody\n";
    const std::string after = edit_front_matter(page, {{"tags", std::nullopt, items}});
    CHECK(FrontMatter::parse(after).list("tags") == items);
    CHECK(after.ends_with("]\nx: 1  # mine\n---\nbody\n"));
  }
  CHECK(edit_front_matter("body\n", {{"tags", std::nullopt, {"duo"}}}) == "---\ntags: [duo]\n---\nbody\n");
}
