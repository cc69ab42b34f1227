#include <doctest/doctest.h>
#include <vector>

#include "wiki/conflict.hh"

using namespace ai_memory;

TEST_CASE("a conflict's markers are told by their first line (A22)") {
  const std::string conflict = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n";
  struct Row {
    std::string text;
    std::size_t line;  // 0: none
  };
  const std::vector<Row> rows = {
      {conflict, 1},
      {"a\nb\n" + conflict, 3},
      {"<<<<<<< HEAD\r\nours\r\n=======\r\ntheirs\r\n>>>>>>> other\r\n", 1},
      {"<<<<<<< a\n||||||| base\nx\n=======\n>>>>>>> b", 1},
      {"<<<<<<< again\n" + conflict, 2},
      {"```\n" + conflict + "```\n", 0},
      {"~~~~ diff\n" + conflict + "~~~\n" + conflict, 0},
      {"~~~~\nx\n~~~~\n" + conflict, 4},
      {"`<<<<<<<` is one of git's markers\n=======\n>>>>>>> x\n", 0},
      {"<<<<<<< HEAD\nours\n", 0},
      {"<<<<<<< HEAD\n>>>>>>> other\n", 0},
      {"Title\n=======\n>>>>>>> quoted\n", 0},
      {"<<<<<<<< eight\n=======\n>>>>>>> x\n", 0},
      {"  <<<<<<< indented\n=======\n>>>>>>> x\n", 0},
      {"", 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(conflict_marker_line(row.text).value_or(0) == row.line);
  }
}

TEST_CASE("copies that sync tools make are told by their names, with what they are copies of (A33)") {
  struct Row {
    const char *copy, *original;  // empty: none
  };
  const std::vector<Row> rows = {
      {"d/p/plan.sync-conflict-20261101-101010-ABC.md", "d/p/plan.md"},
      {"d/p/plan (Ann's conflicted copy 2026-11-01).md", "d/p/plan.md"},
      {"d/p/plan (conflicted copy 2026-11-01 101010).md", "d/p/plan.md"},
      {"d/p/a (b) (conflicted copy 2026-11-01).md", "d/p/a (b).md"},
      {"plan_conflict-20261101-101010.md", "plan.md"},
      {"plan (SFConflict ann@example.org 2026-11-01-10-10-10).md", "plan.md"},
      {"plan (Case Conflict 1).md", "plan.md"},
      {"d/p/plan.md", ""},
      {"d/p/plan (2).md", ""},
      {"d/p/how a sync-conflict arises.md", ""},
      {"d/p/plan.sync-conflict-notes.md", ""},
      {"d/p/on conflicted copy.md", ""},
      {"d/p/(conflicted copy).md", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.copy);
    const auto original = original_of_copy(PagePath::existing(row.copy));
    CHECK((original ? original->str() : "") == row.original);
  }
}
