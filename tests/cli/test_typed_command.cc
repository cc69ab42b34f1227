#include <doctest/doctest.h>

#include "cli/command.hh"
#include "cli/typed_command.hh"

using namespace ai_memory;

TEST_CASE("a command that is told to be typed gets the flags it was told under, once") {
  const TypedFlags flags{" --home '/my wiki'", " -p shop",
                         [](std::string_view name) { return find_command(name) != nullptr; }};
  const std::pair<const char*, const char*> rows[] = {
      {"`ai-memory log --runs` lists them", "`ai-memory log --home '/my wiki' -p shop --runs` lists them"},
      {"a; `ai-memory list`, or `ai-memory recent`",
       "a; `ai-memory list --home '/my wiki' -p shop`, or `ai-memory recent --home '/my wiki' -p shop`"},
      {"(take it back: ai-memory undo r1)", "(take it back: ai-memory undo --home '/my wiki' -p shop r1)"},
      {"(ai-memory proposals show 3)", "(ai-memory proposals --home '/my wiki' -p shop show 3)"},
      {"ai-memory export DIR", "ai-memory export --home '/my wiki' -p shop DIR"},
      {"`ai-memory restore-page a:b.md`", "`ai-memory restore-page --home '/my wiki' a:b.md`"},
      {"`ai-memory list --all-projects`", "`ai-memory list --home '/my wiki' --all-projects`"},
      {"`ai-memory edit --home /x a:b.md`", "`ai-memory edit --home /x a:b.md`"},
      {"`ai-memory --home /x purge b`", "`ai-memory --home /x purge b`"},
      {"`ai-memory list --help` and `ai-memory --help`", "`ai-memory list --help` and `ai-memory --help`"},
      {"ai-memory: error: another ai-memory list is wrong; ai-memory is busy",
       "ai-memory: error: another ai-memory list is wrong; ai-memory is busy"},
      {"`ai-memory unheard` `ai-memory", "`ai-memory unheard` `ai-memory"},
      {"`ai-memory ", "`ai-memory "},
      {"", ""}};
  for (const auto& row : rows) {
    CHECK(with_typed_flags(row.first, flags) == row.second);
    CHECK(with_typed_flags(row.first, {}) == row.first);
  }
}
