#include <doctest/doctest.h>
#include <sstream>

#include "cli/help.hh"
#include "cli/output.hh"
#include "cli/shell_line.hh"
#include "cli/usage_error.hh"

using namespace ai_memory;
using List = std::vector<std::string>;

TEST_CASE("help of every command fits 80 columns, and says what each option is") {
  List texts = {help_text()};
  for (const auto& command : commands()) texts.push_back(help_text(describe(command), 80));
  for (const auto& text : texts) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) CHECK_MESSAGE(text_width(line) <= 80, line);
  }
  for (const auto& command : commands())
    for (const auto& option : describe(command).options) {
      CHECK_MESSAGE(!option.about.empty(), (std::string(command.name) + " " + option.shown()));
      CHECK_MESSAGE(!(option.name.empty() && option.letter.empty()), command.name);
    }
}

TEST_CASE("examples are lines that the program takes") {
  for (const auto& command : commands()) {
    const std::string example(example_of(command.name));
    if (example.empty()) continue;
    const auto begin = example.find("ai-memory ");
    REQUIRE_MESSAGE(begin != std::string::npos, example);
    auto words = split_line(example.substr(begin, example.find(" | ") - begin)).words;
    REQUIRE_MESSAGE(words.size() > 1, example);
    CHECK_MESSAGE(words[1] == command.name, example);
    words.erase(words.begin(), words.begin() + 2);
    if (command.words == Words::flags) CHECK_MESSAGE(!find_usage_error(describe(command), words).has_value(), example);
  }
}

TEST_CASE("a wrong command line is told by thing, cause and next step") {
  struct Row {
    const char* command;
    List arguments;
    const char *message, *hint;
  };
  for (const auto& row : std::vector<Row>{
           {"list", {"--bogus"}, "list: --bogus: no such option", "`ai-memory list --help` lists what it takes"},
           {"list", {"--projekt", "x"}, "list: --projekt: no such option", "did you mean `--project`?"},
           {"list", {"-x"}, "list: -x: no such option", "`ai-memory list --help` lists what it takes"},
           {"list", {"--limit"}, "list: --limit: its value is missing", "usage: --limit N"},
           {"list", {"--json=3"}, "list: --json: takes no value", "`ai-memory list --help` lists what it takes"},
           {"read-page", {}, "read-page: PATH is missing", "usage: ai-memory read-page [OPTIONS] PATH"},
           {"feedback", {"x"}, "feedback: VERDICT is missing", "usage: ai-memory feedback [OPTIONS] PATH VERDICT"},
           {"read-page",
            {"a", "b"},
            "read-page: b: one argument too many",
            "usage: ai-memory read-page [OPTIONS] PATH   (a name with spaces stands in quotes)"},
           {"read-page",
            {"a", "b\033"},
            "read-page: b : one argument too many",
            "usage: ai-memory read-page [OPTIONS] PATH   (a name with spaces stands in quotes)"},
       }) {
    const auto error = find_usage_error(describe(*find_command(row.command)), row.arguments);
    REQUIRE_MESSAGE(error.has_value(), row.message);
    CHECK(error->kind() == ErrorKind::usage);
    CHECK(std::string(error->what()) == row.message);
    CHECK(error->hint() == row.hint);
  }
  for (const List& right : {List{"a"},
                            {"--json", "a"},
                            {"-qp", "x", "a"},
                            {"-qpx", "a"},
                            {"-px", "a"},
                            {"--", "--bogus"},
                            {"-"},
                            {"--project=x", "a"},
                            {"-p", "--bogus", "a"}})
    CHECK_FALSE(find_usage_error(describe(*find_command("read-page")), right).has_value());
  CHECK_FALSE(find_usage_error(describe(*find_command("commit")), {"a", "b", "c"}).has_value());
}

TEST_CASE("what CLI11 says is said again in words") {
  const auto info = describe(*find_command("list"));
  struct Row {
    const char *said, *message, *hint;
  };
  for (const auto& [said, message, hint] : std::vector<Row>{
           {"--tier: semantik not in {working,semantic}", "list: --tier: not a value it takes: semantik",
            "did you mean `semantic`? it is one of working, episodic, semantic, procedural, unknown"},
           {"--a excludes --b", "list: --a and --b: not both", "give one of them"},
           {"--a requires --b", "list: --a: needs --b beside it", "`ai-memory list --help` lists what it takes"},
           {"--limit: At Most 1 required but received 2", "list: --limit: given more than once", "give it once"},
           {"Could not convert: --limit = x", "list: --limit: not a number it takes: x",
            "`ai-memory list --help` lists what it takes"},
           {"--limit: needs more", "list: --limit: needs more", "`ai-memory list --help` lists what it takes"},
       }) {
    const auto error = usage_error(info, said);
    CHECK(std::string(error.what()) == message);
    CHECK(error.hint() == hint);
  }
  CHECK(usage_error(info, "--tier: banana not in {a}").hint().starts_with("it is one of working, episodic"));
}
