#include <doctest/doctest.h>
#include <random>
#include <string>

#include "decay/entropy.hh"

using namespace ai_memory;

namespace {

std::string times(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

// Words of which the first few are common, as in any language.
std::string running_text(int words) {
  std::mt19937 random(3);
  std::string text;
  for (int i = 0; i < words; ++i) {
    const double rank = 2000 * static_cast<double>(random() % 1000) * static_cast<double>(random() % 1000) / 1e6;
    text += "word" + std::to_string(static_cast<int>(rank)) + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("characters, words and bits are counted") {
  struct Row {
    std::string text;
    std::size_t characters, tokens, distinct;
    double bits;
  };
  const Row rows[] = {
      {"", 0, 0, 0, 0},
      {" \n\t\r\u00a0\u3000", 0, 0, 0, 0},
      {"aaaa", 4, 1, 1, 0},
      {"a b a b", 4, 4, 2, 1},
      {"abcd", 4, 1, 1, 2},
      {"Plan plan PLAN", 12, 3, 1, 2},
      {"Größe GRÖSSE", 12, 2, 1, 2.251629},  // g r ö s s e, twice: s is a third
      {"don't-stop", 10, 3, 3, 2.921928},
      {"港の灯", 3, 3, 3, 1.584963},  // each character a word
      {"a港b", 3, 3, 3, 1.584963},
      {"한국 한국", 4, 4, 2, 1},
      {"!!!!", 4, 0, 0, 0},
      {"\xff\xfe", 2, 0, 0, 0},  // no UTF-8
  };
  for (const auto& [text, characters, tokens, distinct, bits] : rows) {
    const auto& shown_text = text;
    CAPTURE(shown_text);
    const Information found = information(text);
    CHECK(found.characters == characters);
    CHECK(found.tokens == tokens);
    CHECK(found.distinct == distinct);
    CHECK(found.entropy_bits == doctest::Approx(bits).epsilon(1e-5));
  }
}

TEST_CASE("texts that say little are told by the first rule that they break") {
  struct Row {
    std::string text, why;  // why: how the reason begins; empty: worth reading
  };
  const Row rows[] = {
      {"ok", "2 characters only; 16"},
      {"x", "1 character only"},
      {"", "0 characters only"},
      {"fifteen letters", "14 characters only"},
      {"sixteen letters..", ""},
      {times("a", 40), "0.00 bits of information a character; below 2.00"},
      {times("ab", 40), "1.00 bits"},
      {times("retry failed\n", 4), "75 % of its words repeat others; more than 70 %"},
      {times("network ", 5), ""},  // five words are too few to repeat themselves
      {times("network ", 6), "83 % of its words"},
      {times("one two three ", 3), ""},  // 67 %
      {"We chose PostgreSQL because of its row locks.", ""},
      {"港の灯台は三回だけ光る。明日の朝に直す。", ""},
      {times("はい", 20), "1.00 bits"},
      {times("はい、そうです。", 10), "90 % of its words"},
  };
  for (const auto& [text, why] : rows) {
    const auto& shown_text = text;
    CAPTURE(shown_text);
    const auto found = low_information(information(text), {});
    CHECK(found.value_or("").substr(0, why.size()) == why);
    CHECK(found.has_value() == !why.empty());
  }
}

TEST_CASE("a long text is not taken for one that repeats itself, though its words come again") {
  const Information found = information(running_text(20000));
  CHECK(1 - static_cast<double>(found.distinct) / static_cast<double>(found.tokens) > 0.7);
  CHECK(found.repetition < 0.5);
  CHECK_FALSE(low_information(found, {}).has_value());
}

TEST_CASE("but one that does so from end to end is, whatever its length") {
  for (const int lines : {10, 60, 99, 100, 101, 150, 1000}) {
    CAPTURE(lines);
    CHECK(low_information(information(times("connection refused\n", lines)), {}).has_value());
  }
}

TEST_CASE("a last stretch of a few words does not speak for the whole, nor against it") {
  const std::string log = times("connection refused\n", 100);  // 200 words
  CHECK(low_information(information(log + "we gave up"), {}).has_value());
  CHECK_FALSE(low_information(information(log + running_text(150)), {}).has_value());
}

TEST_CASE("the limits are the filter's") {
  const Information found = information("one two three four five six seven");
  CHECK_FALSE(low_information(found, {}).has_value());
  CHECK(low_information(found, {.min_characters = 28}).has_value());
  CHECK_FALSE(low_information(found, {.min_characters = 27}).has_value());
  CHECK(low_information(found, {.min_entropy_bits = 4}).has_value());
  CHECK_FALSE(low_information(information("a b c d a b c d a b c d eeeee"), {}).has_value());
  CHECK(low_information(information("a b c d a b c d a b c d eeeee"), {.max_repetition = 0.5}).has_value());
  CHECK_FALSE(low_information(information("a b c d a b c d a b c d eeeee"), {.min_tokens = 14, .max_repetition = 0.5})
                  .has_value());
}
