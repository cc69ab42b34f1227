#include <CLI/CLI.hpp>
#include <doctest/doctest.h>
#include <set>

#include "cli/clock.hh"
#include "cli/command.hh"
#include "cli/nearest.hh"
#include "cli/output.hh"
#include "cli/program.hh"
#include "wiki/error.hh"

using namespace ai_memory;

TEST_CASE("the command is the first word that is neither a flag nor a flag's value") {
  using Words = std::vector<std::string>;
  struct Row {
    Words arguments;
    std::string command;
    Words others;
  };
  for (const auto& row : std::vector<Row>{
           {{}, "", {}},
           {{"list"}, "list", {}},
           {{"--json", "list", "--limit", "3"}, "list", {"--json", "--limit", "3"}},
           {{"--home", "search", "list"}, "list", {"--home", "search"}},
           {{"--home=search", "list"}, "list", {"--home=search"}},
           {{"-p", "x", "search", "-p", "y"}, "search", {"-p", "x", "-p", "y"}},
           {{"-px", "search"}, "search", {"-px"}},
           {{"--home"}, "", {"--home"}},
           {{"", "list"}, "", {"list"}},
       }) {
    const auto split = split_arguments(row.arguments);
    CHECK(split.command == row.command);
    CHECK(split.others == row.others);
  }
}

TEST_CASE("in a search, known flags are flags and all else is text as typed") {
  CLI::App app;
  bool json = false;
  std::string kind, project;
  app.add_flag("--json", json);
  app.add_option("--kind", kind);
  app.add_option("-p,--project", project);
  struct Row {
    std::vector<std::string> arguments;
    std::string text;
    std::vector<std::string> flags;
  };
  for (const auto& row : std::vector<Row>{
           {{"retry", "budget"}, "retry budget", {}},
           {{"--force"}, "--force", {}},
           {{"-word", "x"}, "-word x", {}},
           {{"[a,b]", "[[x]]", "-", "*"}, "[a,b] [[x]] - *", {}},
           {{"a phrase"}, "a phrase", {}},
           {{"x", "--json"}, "x", {"--json"}},
           {{"--json=x"}, "--json=x", {}},
           {{"--kind", "session", "x"}, "x", {"--kind", "session"}},
           {{"--kind=session", "x"}, "x", {"--kind=session"}},
           {{"x", "-p", "shop", "y"}, "x y", {"-p", "shop"}},
           {{"--", "--json", "--kind", "x"}, "--json --kind x", {}},
           {{"--kind"}, "", {"--kind"}},
           {{""}, "", {}},
       }) {
    auto arguments = row.arguments;
    CHECK(take_text(app, arguments) == row.text);
    CHECK(arguments == row.flags);
  }
}

TEST_CASE("every command has one name, a summary, and flags that can be declared") {
  std::set<std::string_view> names;
  for (const auto& command : commands()) {
    CHECK_MESSAGE(names.insert(command.name).second, command.name);
    CHECK_MESSAGE(!command.summary.empty(), command.name);
    CHECK(find_command(command.name) == &command);
    CLI::App app;
    CHECK_MESSAGE(command.setup(app) != nullptr, command.name);
  }
  CHECK(find_command("no-such-command") == nullptr);
}

TEST_CASE("the nearest word is found, and a far one is not offered") {
  const std::vector<std::string> known = {"list", "log", "search", "restore-page"};
  CHECK(nearest("serach", known) == "search");
  CHECK(nearest("lst", known) == "list");
  CHECK(nearest("lgo", known) == "log");
  CHECK(nearest("restore", known) == "restore-page");  // begins so
  CHECK(nearest("re", known) == "");
  CHECK(nearest("b", {"a"}) == "");
  CHECK(nearest("restorepage", known) == "restore-page");
  CHECK(nearest("zzz", known) == "");
  CHECK(nearest("x", {}) == "");
  CHECK(nearest("lo", {"la", "li"}) == "la");
  CHECK(did_you_mean("lgo", known) == "did you mean `log`?");
  CHECK(did_you_mean("zzz", known) == "");
}

TEST_CASE("a time since is a date, a time or a span back") {
  const Timestamp now = *parse_time("2026-11-29T12:00:00Z");
  CHECK(format_time(parse_since("2026-11-01", now)) == "2026-11-01T00:00:00Z");
  CHECK(format_time(parse_since("2026-11-01T08:00:00Z", now)) == "2026-11-01T08:00:00Z");
  CHECK(format_time(parse_since("12h", now)) == "2026-11-29T00:00:00Z");
  CHECK(format_time(parse_since("30d", now)) == "2026-10-30T12:00:00Z");
  CHECK(format_time(parse_since("2w", now)) == "2026-11-15T12:00:00Z");
  for (const char* text : {"", "d", "-1d", "1", "1m", "1.5d", "99999999999d", "yesterday", "2026-02-30"})
    CHECK_THROWS_AS_MESSAGE(parse_since(text, now), Error, text);
}

TEST_CASE("text is measured and cut by what a terminal shows") {
  struct Row {
    const char* text;
    std::size_t width;
  };
  for (const auto& [text, width] :
       std::vector<Row>{{"", 0}, {"abc", 3}, {"照明", 4}, {"e\u0301", 1}, {"\xff", 1}, {"…", 1}})
    CHECK(text_width(text) == width);
  CHECK(cut_to_width("照明の設定", 10) == "照明の設定");
  CHECK(cut_to_width("照明の設定", 9) == "照明の設…");
  CHECK(cut_to_width("照明の設定", 8) == "照明の…");
  CHECK(cut_to_width("abcdef", 1) == "…");
  CHECK(cut_to_width("abcdef", 0) == "");
  CHECK(cut_start_to_width("照明の設定", 10) == "照明の設定");
  CHECK(cut_start_to_width("照明の設定", 9) == "…明の設定");
  CHECK(cut_start_to_width("照明の設定", 8) == "…の設定");
  CHECK(cut_start_to_width("xe\xcc\x81"
                           "bc",
                           3) == "…bc");
  CHECK(cut_start_to_width("abcdef", 1) == "…");
  CHECK(cut_start_to_width("abcdef", 0) == "");
  CHECK(fit("照明", 5) == "照明 ");
  CHECK(fit("abcdef", 3) == "ab…");
  for (std::size_t columns = 0; columns < 12; ++columns) CHECK(text_width(fit("a照e\u0301明b設", columns)) == columns);
}

TEST_CASE("text is broken at spaces, and a word stays whole") {
  using Lines = std::vector<std::string>;
  struct Row {
    const char* text;
    std::size_t first, columns;
    Lines lines;
  };
  for (const auto& [text, first, columns, lines] : std::vector<Row>{
           {"", 5, 5, {""}},
           {"a b c", 5, 5, {"a b c"}},
           {"a b c", 4, 4, {"a b", "c"}},
           {"aa bb cc", 2, 5, {"aa", "bb cc"}},
           {"long", 2, 4, {"", "long"}},
           {"longer x", 2, 4, {"", "longer", "x"}},
           {"longer x", 4, 4, {"longer", "x"}},
           {"a  b", 9, 9, {"a  b"}},
           {"照明 の", 4, 4, {"照明", "の"}},
           {"照明 の", 7, 4, {"照明 の"}},
           {"x", 0, 1, {"", "x"}},
       })
    CHECK(wrap_words(text, first, columns) == lines);
}

TEST_CASE("nothing in a title steers the terminal") {
  CHECK(one_line("a\nb\tc") == "a b c");
  CHECK(one_line("\033[31mred\007") == " [31mred ");
  CHECK(one_line("a\u202Eb\u009Bc") == "a b c");
  CHECK(one_line("bad \xff byte") == "bad \xEF\xBF\xBD byte");
  CHECK(one_line("照明 é 🐘") == "照明 é 🐘");
}
