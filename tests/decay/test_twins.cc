#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <set>

#include "decay/twins.hh"

using namespace ai_memory;

namespace {

std::vector<std::string> random_texts(std::mt19937& random, std::size_t count, std::size_t words, std::size_t edits) {
  const auto word = [&] { return "w" + std::to_string(random() % 5000); };
  std::vector<std::string> texts;
  std::vector<std::string> current;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 4 == 0) {
      current.assign(words, "");
      for (auto& each : current) each = word();
    } else {
      for (std::size_t edit = 0; edit < edits; ++edit) current[random() % words] = word();
    }
    std::string& text = texts.emplace_back();
    for (const auto& each : current) text += (text.empty() ? "" : " ") + each;
  }
  return texts;
}

// As the header has it, by the letter: sets of two words.
double plain_jaccard(const std::string& a, const std::string& b) {
  const auto pairs_of = [](const std::string& text) {
    std::set<std::string> pairs;
    std::size_t begin = 0;
    while (true) {
      const auto middle = text.find(' ', begin);
      if (middle == std::string::npos) return pairs;
      pairs.insert(text.substr(begin, text.find(' ', middle + 1) - begin));
      begin = middle + 1;
    }
  };
  const auto left = pairs_of(a), right = pairs_of(b);
  const auto shared = static_cast<double>(
      std::count_if(left.begin(), left.end(), [&](const std::string& pair) { return right.count(pair) > 0; }));
  return shared / (static_cast<double>(left.size() + right.size()) - shared);
}

}  // namespace

TEST_CASE("true twins differ in nothing but marks and blanks") {
  struct Row {
    const char *left, *right;
  };
  for (const auto& [left, right] : {
           Row{"Port 5432.\n", "Port 5432.  \t\n\n"},
           Row{"# Costs\n\nnone\n", "### Costs ###\nnone"},
           Row{"Costs\n=====\nnone\n", "## Costs\nnone\n"},
           Row{"- milk\n- eggs\n", "* milk\n+ eggs\n"},
           Row{"a  b\tc\r\nd\r", "a b c\nd\n"},
           Row{"This is **really** _new_.\n", "This is really new.\n"},
           Row{"これは**重要**です。\n", "これは重要です。\n"},
           Row{"one\n\n---\n\ntwo\n", "one\n***\ntwo"},
           Row{"caf\xc3\xa9\n", "cafe\xcc\x81\n"},
           Row{"\xef\xbc\x95\xef\xbc\x94\xe3\x80\x80\xef\xbc\xa1\n", "54 A\n"},
           Row{"\xef\xbd\xb6\xef\xbe\x9e\xef\xbd\xbd\n", "ガス\n"},
           Row{"", "\n \n\t\n"},
       }) {
    const auto& shown_left = left;
    CAPTURE(shown_left);
    CHECK(normalised_text(left) == normalised_text(right));
  }
}

TEST_CASE("what says something else is no twin") {
  struct Row {
    const char *left, *right;
  };
  for (const auto& [left, right] : {
           Row{"polish\n", "Polish\n"},
           Row{"port 5432\n", "port 5433\n"},
           Row{"2*3\n", "23\n"},
           Row{"10²\n", "102\n"},
           Row{"2**3\n", "23\n"},
           Row{"snake_case\n", "snakecase\n"},
           Row{"`*p`\n", "`p`\n"},
           Row{"```\n*p = 1;\n```\n", "```\np = 1;\n```\n"},
           Row{"- [x] ship\n", "- [ ] ship\n"},
           Row{"3. May\n", "May\n"},
           Row{"> gone\n", "gone\n"},
           Row{"src/*.cc\n", "src/.cc\n"},
           Row{"#123 is open\n", "123 is open\n"},
           Row{"a\nb\n", "b\na\n"},
           Row{"-5\n", "5\n"},
       }) {
    const auto& shown_left = left;
    CAPTURE(shown_left);
    CHECK(normalised_text(left) != normalised_text(right));
  }
}

TEST_CASE("a text normalised twice is the same") {
  std::mt19937 random(7);
  const char* const parts[] = {"# ",  "- ", "*", "**",  "_", "word", " ", "\n",           "\r\n",
                               "```", "`",  "3", "---", "=", "日本", "é", "\xef\xbc\x91", "\xff"};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 12; ++i) text += parts[random() % std::size(parts)];
    CAPTURE(text);
    (void)normalised_text(text);
    CHECK(normalised_text(text + "\n \n") == normalised_text(text));
  }
}

TEST_CASE("equal texts pair with the first of them, and empty ones with nothing") {
  const auto pairs = twin_pairs({"", "a b c", "x", "a b c", "", "a b c"});
  REQUIRE(pairs.size() == 2);
  CHECK((pairs[0].a == 1 && pairs[0].b == 3 && pairs[0].distance == 0));
  CHECK((pairs[1].a == 1 && pairs[1].b == 5 && pairs[1].distance == 0));
  CHECK(cluster(6, pairs, {}, [](std::size_t, std::size_t) { return true; }) ==
        std::vector<std::vector<std::size_t>>{{1, 3, 5}});
}

TEST_CASE("one character of some thirty changed is near in Japanese too") {
  const auto pairs =
      twin_pairs({"会議は毎週火曜日の午前十時から三階の大きな会議室で開きます。資料は前日までに配ること。",
                  "会議は毎週火曜日の午前十時から三階の大きな会議室で開きます。資料は前日までに送ること。",
                  "新しい料理の本を図書館で借りたので、来週までに返さなければならないと妻が言っていた。"});
  REQUIRE(pairs.size() == 1);
  CHECK((pairs[0].a == 0 && pairs[0].b == 1));
  CHECK(pairs[0].distance > 0);
  CHECK(pairs[0].distance < 0.2);
}

TEST_CASE("all pairs of at least 0.8 are found, with their distance, and no others") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const auto texts = random_texts(random, 60, 20 + seed * 3, 1 + seed % 3);
    const auto pairs = twin_pairs(texts);
    std::size_t next = 0;
    for (std::size_t a = 0; a < texts.size(); ++a)
      for (std::size_t b = a + 1; b < texts.size(); ++b) {
        const double expected = plain_jaccard(texts[a], texts[b]);
        if (expected < 0.8) continue;
        REQUIRE(next < pairs.size());
        CHECK((pairs[next].a == a && pairs[next].b == b));
        CHECK(pairs[next].distance == doctest::Approx(1 - expected));
        ++next;
      }
    CHECK(next == pairs.size());
  }
}

TEST_CASE("thousands of texts, alike or equal or made from one form, are paired") {
  std::mt19937 random(3);
  CHECK(twin_pairs(random_texts(random, 1500, 350, 3)).size() > 700);

  CHECK(twin_pairs(std::vector<std::string>(3000, std::string(2000, 'x'))).size() == 2999);

  std::string form;
  for (int i = 0; i < 100; ++i) form += "line" + std::to_string(i) + " of the form ";
  std::vector<std::string> filled;
  for (int i = 0; i < 600; ++i) filled.push_back(form + "filled in by number" + std::to_string(i));
  CHECK(twin_pairs(filled).size() <= 600 * 200);
}
