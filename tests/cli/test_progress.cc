#include <doctest/doctest.h>

#include "cli/progress.hh"

using namespace ai_memory;

TEST_CASE("the bar grows with what is done and fits its width") {
  CHECK(progress_line("Reading", 0, 10, 32) == "Reading  [----------------] 0/10");
  CHECK(progress_line("Reading", 10, 10, 33) == "Reading  [################] 10/10");
  CHECK(progress_line("Reading", 99, 10, 33) == "Reading  [################] 10/10");
  CHECK(progress_line("Reading", 5, 10, 200).size() == 7 + 3 + 40 + 2 + 4);
  CHECK(progress_line("Reading", 5, 10, 14) == "Reading 5/10");
  CHECK(progress_line("Reading", 5, 10, 5) == "Readi");
  CHECK(progress_line("Committing", 0, 0, 80) == "Committing…");
  CHECK(progress_line("Committing", 0, 0, 80, std::chrono::seconds(1)) == "Committing…");
  CHECK(progress_line("Committing", 0, 0, 80, std::chrono::seconds(12)) == "Committing… 12 s");
}

TEST_CASE("without a terminal nothing is drawn") {
  Progress quiet(false);
  quiet.stage("Reading", 3);
  quiet.at(2);
}
