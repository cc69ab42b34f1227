#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "decay/difference.hh"
#include "tests/decay/harmless_pairs.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

const DifferenceOptions kLint{Strictness::contradiction, {}, {}};

std::string shown(const std::vector<Difference>& found) {
  std::string text;
  for (const Difference& each : found) text += each.kind + ": " + each.left + " | " + each.right + "; ";
  return text;
}

}  // namespace

TEST_CASE("a merge refuses texts that say another thing, from either side") {
  for (const auto& [left, right] : kDistinct) {
    const auto& shown_left = left;
    CAPTURE(std::string(shown_left));
    const auto& shown_right = right;
    CAPTURE(std::string(shown_right));
    CHECK(!differences(left, right).empty());
    CHECK(!differences(right, left).empty());
  }
}

TEST_CASE("a merge takes texts that say the same, from either side") {
  for (const auto& [left, right] : kTwins) {
    const auto& shown_left = left;
    CAPTURE(std::string(shown_left));
    CHECK(shown(differences(left, right)) == "");
    CHECK(shown(differences(right, left)) == "");
  }
}

TEST_CASE("lint is silent on what only looks like a contradiction") {
  for (const auto& [left, right] : kHarmless) {
    const auto& shown_left = left;
    CAPTURE(std::string(shown_left));
    CHECK(shown(differences(left, right, kLint)) == "");
    CHECK(shown(differences(right, left, kLint)) == "");
  }
}

TEST_CASE("lint finds the one value in which two statements differ") {
  for (const auto& [left, right] : kContradicting) {
    const auto& shown_left = left;
    CAPTURE(std::string(shown_left));
    CHECK(differences(left, right, kLint).size() == 1);
    CHECK(differences(right, left, kLint).size() == 1);
  }
}

TEST_CASE("a difference says what, in which sentences and where") {
  struct Row {
    const char *left, *right, *kind, *left_value, *right_value;
  };
  for (const auto& [left, right, kind, left_value, right_value] : {
           Row{"port 5432 is ours\n", "port 5433 is ours\n", "number", "5432", "5433"},
           Row{"due 15 Oct 2026 at noon\n", "due 16 Oct 2026 at noon\n", "date", "15 Oct 2026", "16 Oct 2026"},
           Row{"we run v2.3.1 here\n", "we run v2.3.2 here\n", "version", "v2.3.1", "v2.3.2"},
           Row{"region eu-west-1\n", "region eu-west-2\n", "identifier", "eu-west-1", "eu-west-2"},
           Row{"read /etc/hosts now\n", "read /etc/passwd now\n", "path", "/etc/hosts", "/etc/passwd"},
           Row{"see https://a.org/1 for it\n", "see https://a.org/2 for it\n", "url", "https://a.org/1",
               "https://a.org/2"},
           Row{"asked by Ann twice\n", "asked by Bob twice\n", "name", "Ann", "Bob"},
           Row{"do not restart\n", "do restart\n", "negation", "not", ""},
           Row{"mode is on\n", "mode is off\n", "word", "on", "off"},
           Row{"この機能を使う\n", "この機能を使わない\n", "negation", "う", "わない"},
       }) {
    const auto& shown_left = left;
    CAPTURE(std::string(shown_left));
    const auto found =
        differences(std::string("# Title\n\nSame here.\n\n") + left, std::string("Same here.\n\n") + right);
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == kind);
    CHECK(found[0].left == left_value);
    CHECK(found[0].right == right_value);
    CHECK(found[0].left_sentence + "\n" == left);
    CHECK(found[0].right_sentence + "\n" == right);
    CHECK(found[0].left_line == 5);
    CHECK(found[0].right_line == 3);
  }
}

TEST_CASE("a title tells pages of other things apart") {
  const auto found = [](const char* left, const char* right) {
    return differences("Port: 5432\n", "Port: 6379\n", {Strictness::contradiction, left, right}).size();
  };
  CHECK(found("Postgres", "Redis") == 0);
  CHECK(found("Redis", "Redis setup") == 1);
  CHECK(found("", "") == 1);
  CHECK(found("", "Redis") == 0);
  CHECK(found("Redis run 1", "Redis run 2") == 0);
  CHECK(found("Redis history", "Redis") == 0);
}

TEST_CASE("a page that has both values contradicts none of them") {
  CHECK(differences("The database port is 5432.\n", "The database port is 5433.\n", kLint).size() == 1);
  CHECK(differences("The database port is 5432.\n", "The database port is 5433.\n\nUse 5432 from outside.\n", kLint)
            .empty());
  CHECK(differences("The database port is 5432.\n", "The database port is 5433.\n\nPort of the database: 5434\n", kLint)
            .empty());
}

TEST_CASE("a text never differs from itself, whatever it is made of, nor from its lines in another order") {
  const char* const parts[] = {
      "- Ann leads the team", "- port 5432", "- 締切は15日です。",     "- do not restart",          "- [x] done",
      "- see [a](b.md)",      "- `code 1`",  "- v1.2.3 on 3 May 2026", "- Bob's phone is 555-1234", "- 有効"};
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::string> lines(1 + random() % 9);
    for (auto& line : lines) line = parts[random() % std::size(parts)];
    const auto text = [&] {
      std::string all;
      for (const auto& line : lines) all += line + "\n";
      return all;
    };
    const std::string before = text();
    std::shuffle(lines.begin(), lines.end(), random);
    CAPTURE(before);
    CHECK(shown(differences(before, before)) == "");
    CHECK(shown(differences(before, text())) == "");
    CHECK(shown(differences(before, text(), kLint)) == "");
  }
}

TEST_CASE("one changed token among many sentences is always found") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    std::string left, right;
    const auto changed = random() % 20;
    for (unsigned i = 0; i < 20; ++i) {
      const std::string line = "The box " + std::string(1, static_cast<char>('a' + i)) + "x holds item ";
      const auto value = 100 + random() % 900;
      left += line + std::to_string(value) + ".\n\n";
      right += line + std::to_string(i == changed ? value + 1 : value) + ".\n\n";
    }
    CHECK(!differences(left, right).empty());
    CHECK(!differences(right, left).empty());
  }
}

TEST_CASE("long texts of any shape are compared in a time of their length") {
  std::string left, right, line;
  for (int i = 0; i < 2200; ++i) {
    left += "- left word" + std::to_string(i) + "\n";
    right += "- right term" + std::to_string(i) + "\n";
    line += "word" + std::to_string(i) + " ";
  }
  CHECK(differences(left, right).size() == 1);  // too far apart for a look at each
  CHECK(differences(left, left).empty());
  (void)differences(left, right, kLint);
  CHECK(!differences(line, line + "end").empty());
  CHECK(!differences(line + "not " + line, line + line).empty());
  for (const char* const hostile : {"> ", "[", "`", "「", "- ", "*", "\xff", "ない", "1"}) {
    std::string many;
    for (int i = 0; i < 3000; ++i) many += hostile;
    (void)differences(many, many + "x");
    (void)differences(many, "x", kLint);
  }
}
