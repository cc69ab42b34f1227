#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <string>

#include "decay/lint_contradiction.hh"
#include "decay/lint_pairs.hh"
#include "tests/decay/contradiction_pairs.hh"
#include "tests/decay/harmless_pairs.hh"
#include "tests/decay/sweep_pages.hh"

using namespace ai_memory;

namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

LintText text_of(const std::string& name, std::string_view body, Timestamp changed = kNow) {
  Page page = parse_page(PagePath::existing("default/shop/notes/" + name + ".md"), body);
  page.title = "Ports";
  page.body_line = 5;
  return lint_text(page, changed);
}

struct Text {
  std::string title, body;
};

Pairs pairs_of(const std::vector<Text>& texts) {
  WordPairs words;
  for (std::size_t i = 0; i < texts.size(); ++i) words.add(i, texts[i].title, texts[i].body);
  return words.pairs();
}

// What lint says of two notes, as it would come to it: only if their words make them a pair.
std::vector<LintFinding> said_of(const test::NotePair& notes) {
  if (pairs_of({{notes.left_title, notes.left}, {notes.right_title, notes.right}}).empty()) return {};
  const auto text = [](const char* name, const char* title, const char* body) {
    Page page = parse_page(PagePath::existing(std::string("default/shop/notes/") + name + ".md"), body);
    page.title = title;
    return lint_text(page, kNow);
  };
  return lint_contradictions(text("a", notes.left_title, notes.left), text("b", notes.right_title, notes.right));
}

template <std::size_t N>
std::vector<std::string> silent_of(const test::NotePair (&rows)[N]) {
  std::vector<std::string> silent;
  for (const test::NotePair& notes : rows)
    if (said_of(notes).empty()) silent.push_back(std::string(notes.left) + notes.right);
  return silent;
}

}  // namespace

TEST_CASE("of two short notes of which one must be wrong, lint tells") {
  CHECK(silent_of(test::kOneIsWrong) == std::vector<std::string>{});
  // The others are in other words, or too short to be sure.
  CHECK(silent_of(test::kOneIsWrongToo).size() <= 3);
}

TEST_CASE("of two notes that may both be right, lint says nothing, in whatever order they come") {
  const auto check = [](const test::NotePair& notes) {
    const std::string left = notes.left, right = notes.right;
    CAPTURE(left);
    CAPTURE(right);
    CHECK(said_of(notes).empty());
    CHECK(said_of({notes.right_title, notes.right, notes.left_title, notes.left}).empty());
  };
  for (const auto& notes : test::kBothMayBeRight) check(notes);
  for (const auto& notes : test::kBothMayBeRightToo) check(notes);
  // Titles alone make nothing of them either.
  for (const auto& [left, right] : test::kHarmless) {
    check({"Notes", left, "Notes", right});
    check({"Facts", left, "Remarks", right});
  }
}

TEST_CASE("the same two sentences on pages of two things, two settings or two days do not contradict") {
  const char* const titles[][2] = {{"Staging", "Production"}, {"Shop Graz", "Shop Linz"},   {"Server A", "Server B"},
                                   {"Run 3", "Run 4"},        {"2026-03-01", "2026-03-08"}, {"Pool", "Pool history"}};
  for (const test::NotePair& notes : test::kOneIsWrong)
    for (const auto& [one, other] : titles) {
      const std::string shown = std::string(notes.left) + one + other;
      CAPTURE(shown);
      CHECK(said_of({one, notes.left, other, notes.right}).empty());
    }
}

TEST_CASE("what is past, planned, guessed, asked or quoted contradicts nothing") {
  const char* const forms[] = {
      "> %",        "Until May %",      "Perhaps %",      "For example, %", "Ben said that %", "If it rains, %",
      "Formerly %", "# Changelog\n\n%", "# Example\n\n%", "```\n%```\n",    "以前は%"};
  for (const test::NotePair& notes : test::kOneIsWrong)
    for (const std::string form : forms) {
      std::string left = form;
      left.replace(left.find('%'), 1, notes.left);
      CAPTURE(left);
      CHECK(said_of({notes.left_title, left.c_str(), notes.right_title, notes.right}).empty());
    }
}

TEST_CASE("pages are compared that have two sentences with the same words but for one") {
  struct Row {
    std::string one, other;
    bool paired;
  };
  const Row rows[] = {
      {"The database listens on port 5432.", "The database listens on port 5433.", true},
      {"Port: 5432", "port: 80", true},
      {"Text above. The database listens on port 5432. And below.", "# Head\n\n- The database serves on port 99\n",
       true},
      {"The deploy needs an approval.", "The deploy does not need an approval!", true},  // "need" for "needs"
      {"Ann owns the billing service.", "Ben owns the billing service.", true},
      {"Martha owns the billing service.", "Stefan owns the billing service.", true},
      {"The owner of the invoice parser is Martha Miller.", "The owner of the invoice parser is Stefan Brandt.", true},
      {"Martha Miller owns the billing parser.", "Stefan Brandt owns the billing parser.", true},
      {"The parser of Martha Miller is owned.", "The parser of Stefan Brandt is owned.", false},
      {"配送センターは三階です。", "配送センターが四階だ。", true},
      {"ポートは5432です。", "ポートは５４３３です。", false},  // full-width digits are not folded
      {"The database listens on port 5432.", "The database listens on port 5432.", false},  // they agree
      {"The database listens on port 5432.", "The replica answers on port 5432.", false},
      {"listens on port", "The lamps are blue.", false},
      {"5432", "5433", false},
      {"", "", false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.one);
    CAPTURE(row.other);
    CHECK(pairs_of({{"one", row.one}, {"two", row.other}}) == (row.paired ? Pairs{{0, 1}} : Pairs{}));
  }
}

TEST_CASE("words of titles pair pages too") {
  CHECK(pairs_of({{"Database ports", "x"}, {"The database", "y"}, {"Lamps", "z"}}) == Pairs{{0, 1}});
}

TEST_CASE("what many pages have says nothing") {
  std::vector<Text> form;
  for (int i = 0; i < 8; ++i)
    form.push_back({"t" + std::to_string(i), "Filled in by hand on day " + std::to_string(i)});
  CHECK(pairs_of(form).size() == 28);
  form.push_back({"t8", "Filled in by hand on day 8"});
  CHECK(pairs_of(form).empty());
}

TEST_CASE("a page has few partners of its own, those with most in common") {
  std::vector<Text> texts = {{"hub", ""}};
  for (int i = 0; i < 15; ++i)
    for (int j = 0; j <= i; ++j) {
      const std::string sentence = "Colour " + std::string(4, static_cast<char>('a' + i)) +
                                   std::string(4, static_cast<char>('a' + j)) + " number ";
      texts[0].body += sentence + "1.\n";
      if (j == 0) texts.push_back({"other", ""});
      texts.back().body += sentence + "2.\n";
    }
  for (std::size_t i = 1; i < texts.size(); ++i) texts[i].title = std::string(5, static_cast<char>('a' + i));
  // Every page is compared with the hub, for it is the only partner that they have.
  CHECK(pairs_of(texts).size() == 15);
  std::vector<Text> again(texts.begin(), texts.end());
  for (std::size_t i = 1; i < again.size(); ++i) again[i].body += "The twin " + again[i].title + " goes by 7.";
  CHECK(pairs_of(again).size() == 15);
}

TEST_CASE("the order in which pages are added changes nothing") {
  std::mt19937 random(5);
  std::vector<std::string> bodies;
  for (int i = 0; i < 30; ++i) {
    std::string body;
    for (int word = 0; word < 40; ++word)
      body += "word" + std::string(1, static_cast<char>('x' + random() % 2)) +
              std::string(1, static_cast<char>('a' + random() % 8)) + (word % 3 == 2 ? ".\n" : " ");
    bodies.push_back(body);
  }
  std::vector<std::size_t> order(bodies.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  WordPairs first;
  for (const auto i : order) first.add(i, "", bodies[i]);
  const Pairs expected = first.pairs();
  CHECK(expected.size() > 10);
  for (int round = 0; round < 5; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    WordPairs phrases;
    for (const auto i : order) phrases.add(i, "", bodies[i]);
    REQUIRE(phrases.pairs() == expected);
  }
}

TEST_CASE("a contradiction names both values, both lines and the newer page") {
  const auto older = text_of("b", "# Database\n\nThe database on shop-1 listens on port 5432.\n", days_before(30));
  const auto newer = text_of("a", "The database on shop-1 listens on port 5433.\n", days_before(1));
  for (const auto& found : {lint_contradictions(older, newer), lint_contradictions(newer, older)}) {
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == LintKind::contradiction);
    CHECK(found[0].path == newer.path);
    CHECK(found[0].line == 5);
    CHECK(found[0].others == std::vector<PagePath>{older.path});
    CHECK(found[0].message ==
          "says 5433 where notes/b.md:7 says 5432 (this page is newer, 2026-11-28): "
          "\"The database on shop-1 listens on port 5433.\"");
  }
}

TEST_CASE("which page is newer changes the words of a contradiction and not what it is known by") {
  const auto body = [](const char* port) {
    return std::string("The database on shop-1 listens on port ") + port + ".";
  };
  const std::string one = body("1"), two = body("2");
  const auto before = lint_contradictions(text_of("a", one, days_before(1)), text_of("b", two, days_before(2)));
  const auto after = lint_contradictions(text_of("a", one, days_before(3)), text_of("b", two, days_before(2)));
  const auto same = lint_contradictions(text_of("a", one), text_of("b", two));
  REQUIRE(before.size() == 1);
  REQUIRE(after.size() == 1);
  REQUIRE(same.size() == 1);
  CHECK(before[0].what == after[0].what);
  CHECK(before[0].path == after[0].path);
  CHECK(before[0].message.find("this page is newer, 2026-11-28") != std::string::npos);
  CHECK(after[0].message.find("that page is newer, 2026-11-27") != std::string::npos);
  CHECK(same[0].message.find("both changed 2026-11-29") != std::string::npos);
}

TEST_CASE("pages that agree, or speak of other things, do not contradict") {
  const char* const texts[][2] = {
      {"The port is 5432.", "The port is 5432."},
      {"The port is 5432.", "The lamp is blue."},
      {"", "The port is 5432."},
  };
  for (const auto& [one, other] : texts) {
    const auto& shown_one = one;
    CAPTURE(shown_one);
    const auto& shown_other = other;
    CAPTURE(shown_other);
    CHECK(lint_contradictions(text_of("a", one), text_of("b", other)).empty());
  }
}
