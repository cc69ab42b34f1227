#include <doctest/doctest.h>
#include <string>

#include "decay/difference.hh"
#include "decay/difference_wording.hh"
#include "decay/same_form.hh"
#include "decay/twins.hh"
#include "tests/decay/merging_pairs.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

bool same(const std::string& left, const std::string& right) {
  const std::string one = normalised_text(left), other = normalised_text(right);
  return say_the_same({left, one}, {right, other});
}

// Among sentences that both have.
std::string within(const std::string& text) {
  return "# Evening round\n\nWe walked through the mill before supper.\n\n" + text +
         "\nThen the lights went out and everybody left.\n";
}

}  // namespace

TEST_CASE("what is only written in another way is the same, from either side, alone and within a page") {
  for (const auto& [what, left, right] : kSameSaid) {
    const std::string shown = what;
    CAPTURE(shown);
    CHECK(same(left, right));
    CHECK(same(right, left));
    CHECK(same(within(left), within(right)));
    CHECK(same(within(right), within(left)));
  }
}

TEST_CASE("what says another thing stays apart, from either side, alone and within a page") {
  for (const auto& [what, left, right] : kOtherSaid) {
    const std::string shown = what;
    CAPTURE(shown);
    CHECK_FALSE(same(left, right));
    CHECK_FALSE(same(right, left));
    CHECK_FALSE(same(within(left), within(right)));
    CHECK_FALSE(same(within(right), within(left)));
  }
}

TEST_CASE("what says the same shares words enough to be compared, long or short, and what is of one topic does not") {
  for (const auto& [what, left, right] : kSameSaid) {
    const std::string shown = what;
    CAPTURE(shown);
    const auto shares = [](const std::string& one, const std::string& other) {
      return share_words(sketch_of(normalised_text(one)), sketch_of(normalised_text(other)));
    };
    CHECK(shares(within(left), within(right)));
    std::string much;
    for (int i = 0; i < 300; ++i) much += "item" + std::to_string(i) + " of the list.\n";
    CHECK(shares(much + left, much + right));
    CHECK(shares(left, left + much));  // the shorter in the longer
    CHECK(shares(much, much + "one line more\n"));
    CHECK_FALSE(shares(much, within(left)));
  }
}

TEST_CASE("usual writing changes marks and widths outside code, and nothing else") {
  struct Row {
    const char *text, *usual;
  };
  for (const auto& [text, usual] : {
           Row{"ＡＢ１．２：３\n", "AB1.2:3\n"},
           Row{"終わり．次，また\r\n", "終わり。次、また\r\n"},
           Row{"　字下げ　空白", "字下げ 空白"},
           Row{"“a” ‘b’ c’s", "\"a\" 'b' c's"},
           Row{"a & b, R&D, a ＆ b", "a and b, R&D, a and b"},
           Row{"`Ａ“` Ａ", "`Ａ“` A"},
           Row{"```\nＡ & B\n```\nＡ", "```\nＡ & B\n```\nA"},
           Row{"５０％、％", "50%、％"},
           Row{"\xef\xbc", "\xef\xbc"},
           Row{"", ""},
       }) {
    CHECK(usual_writing(text) == usual);
    CHECK(usual_writing(usual) == usual);
  }
}

TEST_CASE("politeness is no difference in a run of hiragana, tense and sense are") {
  struct Row {
    const char *a, *b;
    bool same;
  };
  for (const auto& [a, b, same] : {
           Row{"です", "だ", true},
           Row{"でした", "だった", true},
           Row{"であった", "でした", true},
           Row{"しました", "した", true},
           Row{"わりました", "わった", true},
           Row{"みます", "む", true},
           Row{"ます", "る", true},
           Row{"しますが", "するが", true},
           Row{"のです", "のだ", true},
           Row{"です", "でした", false},
           Row{"します", "した", false},
           Row{"を", "に", false},
           Row{"れます", "ります", false},
           Row{"から", "まで", false},
           Row{"は", "が", true},
       }) {
    const std::string shown = std::string(a) + " " + b;
    CAPTURE(shown);
    CHECK(same_glue(a, b) == same);
    CHECK(same_glue(b, a) == same);
  }
}

TEST_CASE("code that differs is told with its lines") {
  const auto found =
      differences("Build:\n\n```sh\ncd x\nmake PREFIX=/opt\n```\n", "Build:\n\n```sh\ncd x\nmake prefix=/opt\n```\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].left_sentence == "make PREFIX=/opt");
  CHECK(found[0].right_sentence == "make prefix=/opt");
  CHECK(found[0].left_line == 5);
  const auto indent = differences("```py\na\n  b\n```\n", "```py\na\nb\n```\n");
  REQUIRE(indent.size() == 1);
  CHECK(indent[0].kind == "code");
}
