#include <doctest/doctest.h>
#include <random>

#include "cli/completions.hh"
#include "cli/shell_line.hh"

using namespace ai_memory;
using List = std::vector<std::string>;

TEST_CASE("a line is taken apart as a shell does, with the last word open") {
  struct Row {
    const char* line;
    List words;
    char quote;
    std::size_t kept;
  };
  for (const auto& row : std::vector<Row>{
           {"", {""}, 0, 0},
           {"a b", {"a", "b"}, 0, 0},
           {"a  b ", {"a", "b", ""}, 0, 0},
           {"a\\ b", {"a b"}, 0, 0},
           {"a '' b", {"a", "", "b"}, 0, 0},
           {"'a b", {"a b"}, '\'', 0},
           {"\"a 'b", {"a 'b"}, '"', 0},
           {"\"a\\\"b\\c", {"a\"b\\c"}, '"', 0},
           {"'a\\'b", {"a\\b"}, 0, 2},
           {"shop:no", {"shop:no"}, 0, 5},
           {"shop\\:no", {"shop:no"}, 0, 0},
           {"\"shop:no", {"shop:no"}, '"', 0},
           {"--project=sh", {"--project=sh"}, 0, 10},
           {"a:b c", {"a:b", "c"}, 0, 0},
           {"a\\", {"a"}, 0, 0},
           {"照:明", {"照:明"}, 0, 4},
       }) {
    const auto found = split_line(row.line, "\"':=");
    CHECK_MESSAGE(found.words == row.words, row.line);
    CHECK_MESSAGE(found.quote == row.quote, row.line);
    CHECK_MESSAGE(found.kept == row.kept, row.line);
  }
}

TEST_CASE("what is quoted for bash reads back as the same word, bare and in both quotes") {
  std::mt19937 random(7);
  const std::string letters = "ab \\\"'`$&|;<>()[]{}*?!~#:=\xE7\x85\xA7";
  for (int round = 0; round < 2000; ++round) {
    std::string word;
    for (unsigned i = 0; i < 1 + random() % 8; ++i) word += letters[random() % letters.size()];
    for (const std::string quote : {"", "\"", "'"}) {
      const std::string line = quote + bash_quoted(word, quote.empty() ? '\0' : quote[0]) + quote;
      CHECK_MESSAGE(split_line(line).words == List{word}, line);
    }
  }
}

TEST_CASE("the cursor knows the command, the option or the argument that it stands at") {
  struct Row {
    List words;
    const char *command, *slot, *typed;
  };
  for (const auto& row : std::vector<Row>{
           {{""}, "", "", ""},
           {{"li"}, "", "", "li"},
           {{"list", ""}, "list", "", ""},
           {{"list", "--tier", "e"}, "list", "tier", "e"},
           {{"list", "--tier=e"}, "list", "tier", "e"},
           {{"list", "--tier=e", ""}, "list", "", ""},
           {{"-p", "sh"}, "", "project", "sh"},
           {{"-p", "list", "feedback", "x", ""}, "feedback", "VERDICT", ""},
           {{"--json", "feedback", ""}, "feedback", "PATH", ""},
           {{"feedback", "--reason", "why", ""}, "feedback", "PATH", ""},
           {{"commit", "a", "b", "c"}, "commit", "PATH", "c"},
           {{"read-page", "a", ""}, "read-page", "", ""},
           {{"read-page", "--", "--x"}, "read-page", "PATH", "--x"},
           {{"nonsense", ""}, "", "", ""},
       }) {
    const Cursor cursor = find_cursor(row.words);
    CHECK((cursor.command == nullptr ? "" : cursor.command->name) == std::string_view(row.command));
    CHECK_MESSAGE((cursor.slot == nullptr ? "" : cursor.slot->name) == std::string(row.slot), row.words.back());
    CHECK(cursor.typed == row.typed);
  }
  CHECK(find_cursor({"-p", "shop", "--home=/x", "list", "--workspace", "w", ""}).globals.project == "shop");
  CHECK(find_cursor({"-p", "shop", "--home=/x", "list", "--workspace", "w", ""}).globals.home == "/x");
  CHECK(find_cursor({"-p", "shop", "--home=/x", "list", "--workspace", "w", ""}).globals.workspace == "w");
}

TEST_CASE("words lose what was typed where they begin with something else in common") {
  struct Row {
    List words;
    const char* typed;
    bool lost;
  };
  for (const auto& [words, typed, lost] : std::vector<Row>{
           {{"notes/k.md", "sessions/kickoff.md"}, "k", true},
           {{"sa/x1.md", "sb/x1.md"}, "x", true},
           {{"notes/k.md", "notes/kb.md"}, "k", false},
           {{"notes/k.md", "notes/j/k.md"}, "k", true},
           {{"notes/k.md"}, "k", false},
           {{"notes/", "notes-old/"}, "NO", false},
           {{"notes/", "sessions/"}, "", false},
           {{"notes/会話.md", "会/会議.md"}, "会", true},
           {{"--tier", "--tag"}, "--t", false},
           {{}, "k", false},
       }) {
    std::vector<Candidate> candidates;
    for (const auto& word : words) candidates.push_back({word, {}});
    CHECK(lose_typed(candidates, typed) == lost);
  }
}

TEST_CASE("nothing is offered behind a word that is no command") {
  const auto some = [](const std::string&, const Cursor&) { return List{"word"}; };
  for (const auto& words : std::vector<List>{{"nonsense", ""}, {"nonsense", "--"}, {"help", "undo", ""}})
    CHECK(candidates(find_cursor(words), some).words.empty());
}

TEST_CASE("every command, and every option of each, is offered by its own name") {
  const auto nothing = [](const std::string&, const Cursor&) { return List(); };
  const auto has = [&](const List& words, const std::string& wanted) {
    for (const auto& candidate : candidates(find_cursor(words), nothing).words)
      if (candidate.word == wanted) return true;
    return false;
  };
  for (const auto& command : commands()) {
    const std::string name(command.name);
    CHECK_MESSAGE(has({name}, name), name);
    for (const auto& option : describe(command).options)
      if (!option.positional) CHECK_MESSAGE(has({name, option.shown()}, option.shown()), (name + " " + option.shown()));
  }
  CHECK_FALSE(has({"list", "--json", "--js"}, "--json"));
  CHECK(has({"list", "--tag", "x", "--ta"}, "--tag"));
}
