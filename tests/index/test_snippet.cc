#include <doctest/doctest.h>

#include "index/snippet.hh"

using namespace ai_memory;

namespace {

Query ask(std::string_view text) { return parse_query(text, english_stop_words()); }

// "12: a [marked] line"
std::string shown(const Snippet& snippet) {
  std::string text = snippet.text;
  for (auto mark = snippet.marks.rbegin(); mark != snippet.marks.rend(); ++mark) {
    text.insert(mark->second, "]");
    text.insert(mark->first, "[");
  }
  return std::to_string(snippet.line) + ": " + text;
}

std::vector<std::string> shown(std::string_view page, std::string_view query) {
  std::vector<std::string> all;
  for (const Snippet& snippet : snippets(page, ask(query))) all.push_back(shown(snippet));
  return all;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a snippet is the line of the file with the words of the query marked") {
  struct Row {
    const char *page, *query;
    Lines lines;
  };
  const Row rows[] = {
      {"alpha\nthe zebra runs\nomega\n", "zebra", {"2: the [zebra] runs"}},
      {"alpha\nthe zebra runs", "running zebras", {"2: the [zebra] [runs]"}},             // stems
      {"---\ntitle: T\n---\nalpha\nthe zebra runs\n", "zebra", {"5: the [zebra] runs"}},  // lines of the whole file
      {"---\r\ntitle: T\r\n---\r\nalpha\r\nthe zebra\r\n", "zebra", {"5: the [zebra]"}},  // CRLF
      {"サンドボックスの設定を修正\n", "設定", {"1: サンドボックスの[設定]を修正"}},
      {"部署方案：连接池上限\n", "连接池", {"1: 部署方案：[连接池]上限"}},
      {"zebra\nalpha zebra\nalpha\n", "alpha zebra", {"1: [zebra]", "2: [alpha] [zebra]", "3: [alpha]"}},
      {"Ｚｅｂｒａ and Zèbra\n", "zebra", {"1: [Ｚｅｂｒａ] and [Zèbra]"}},
      {"x migrations y\n", "migr*", {"1: x [migrations] y"}},
      {"---\ntitle: Zebra crossing\n---\nbody\n", "zebra", {"2: title: [Zebra] crossing"}},  // only there
      {"\n\n  first words\n", "nothing", {"3:   first words"}},
      {"", "nothing", {}},
      {"zebra", "zebra", {"1: [zebra]"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.page);
    CHECK(shown(row.page, row.query) == row.lines);
  }
}

TEST_CASE("at most three lines are shown, those with most different words, in the page's order") {
  const Lines lines =
      shown("alpha\nbeta\nalpha beta\nalpha\nalpha gamma\nalpha\nalpha alpha alpha\nbeta gamma\n", "alpha beta gamma");
  CHECK(lines == Lines{"3: [alpha] [beta]", "5: [alpha] [gamma]", "8: [beta] [gamma]"});
}

TEST_CASE("lines with a small part of the words give way to a line with all of them") {
  CHECK(shown("alpha\nalpha beta gamma\nbeta\n", "alpha beta gamma") == Lines{"2: [alpha] [beta] [gamma]"});
}

TEST_CASE("a long line is cut around its first match, at whole characters") {
  const std::string before(1000, 'a'), after(1000, 'b');
  for (const std::string& filler : {std::string("a "), std::string("漢"), std::string("🐘 ")}) {
    std::string line;
    while (line.size() < 999) line += filler;
    const std::string page = line + " zebra " + line;
    const auto found = snippets(page, ask("zebra"));
    REQUIRE(found.size() == 1);
    const Snippet& snippet = found[0];
    CHECK(snippet.text.size() <= 215);
    CHECK(snippet.text.starts_with("…"));
    CHECK(snippet.text.ends_with("…"));
    CHECK(is_utf8(snippet.text));
    REQUIRE(snippet.marks.size() == 1);
    CHECK(snippet.text.substr(snippet.marks[0].first, snippet.marks[0].second - snippet.marks[0].first) == "zebra");
  }
  const auto start = snippets("zebra " + before, ask("zebra"));
  CHECK(start.at(0).text.starts_with("zebra"));
  const auto end = snippets(after + " zebra", ask("zebra"));
  CHECK(end.at(0).text.ends_with("zebra"));
  CHECK(end.at(0).text.size() <= 203);
}

TEST_CASE("nothing in a snippet can drive a terminal or turn the reading direction") {
  struct Row {
    std::string line, text;
  };
  const Row rows[] = {
      {"plain", "plain"},
      {"a\tb", "a b"},
      {"red\x1b[1;31mzebra\x1b[0m!", "redzebra!"},
      {"\x1b]0;new title\x07zebra", "zebra"},
      {"\x1b]8;;http://x\x1b\\link", "link"},
      {"\x1b"
       "czebra",
       "zebra"},
      {"cut off \x1b[", "cut off"},
      {"cut off \x1b", "cut off"},
      {std::string("nul\0\b\x7f.", 7), "nul."},
      {"c1 \xc2\x9b"
       "31m",
       "c1 31m"},
      {"\xe2\x80\xae"
       "evil\xe2\x81\xa6",
       "evil"},
      {"\xef\xbb\xbf"
       "bom",
       "bom"},
      {"bad \xff\xc3", "bad \xef\xbf\xbd\xef\xbf\xbd"},
      {"long \xe2\x82", "long \xef\xbf\xbd\xef\xbf\xbd"},
      {"overlong \xe0\x94\x96", "overlong \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
      {"half \xed\xa0\x80", "half \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
      {"end \r", "end"},
      {"keep é 漢 🐘", "keep é 漢 🐘"},
  };
  for (const Row& row : rows) CHECK(printable(row.line) == row.text);
}

TEST_CASE("marks fit the text whatever stood between the words") {
  const auto found = snippets(
      "a \x1b[31mzebra\x1b[0m and \xe2\x80\xae"
      "alpha",
      ask("alpha zebra"));
  CHECK(shown(found.at(0)) == "1: a [zebra] and [alpha]");
}
