// The questions that search is measured with say what bench/questions/README.md promises of them.
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <set>

#include "bench/question_set.hh"
#include "index/query.hh"
#include "index/tokenizer.hh"
#include "index/unicode.hh"
#include "wiki/error.hh"

using namespace ai_memory;

namespace {

const std::filesystem::path kSet = std::filesystem::path(AI_MEMORY_SOURCE_DIR) / "bench/questions";

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<SetQuestion> all_questions() { return read_question_set(read_file(kSet / "questions.tsv")); }

std::string answer_text(const SetQuestion& question) {
  return read_file(kSet / question.pages / (question.page + ".md"));
}

std::size_t shared(const std::set<std::string>& some, const std::set<std::string>& others) {
  std::size_t count = 0;
  for (const std::string& one : some) count += others.count(one);
  return count;
}

std::set<std::string> stems(const std::string& text) {
  const auto& stop = english_stop_words();
  std::set<std::string> words;
  for (const Token& token : tokenize(text, TokenUse::query))
    if (std::find(stop.begin(), stop.end(), token.text) == stop.end()) words.insert(token.text);
  return words;
}

struct JapaneseWords {
  std::set<std::string> words;  // Han characters, katakana words, and words of other scripts
  std::set<std::string> pairs;  // neighbours of which not both are hiragana
};

JapaneseWords japanese_words(const std::string& text) {
  std::vector<FoldedChar> chars;
  fold(text, chars);
  JapaneseWords found;
  std::string run;
  for (std::size_t i = 0; i <= chars.size(); ++i) {
    const CharKind kind = i < chars.size() ? chars[i].kind : CharKind::other;
    const CharKind before = i > 0 ? chars[i - 1].kind : CharKind::other;
    if (!run.empty() && kind != before) {
      found.words.insert(run);
      run.clear();
    }
    const bool japanese = kind == CharKind::han || kind == CharKind::hiragana || kind == CharKind::katakana;
    const bool japanese_before =
        before == CharKind::han || before == CharKind::hiragana || before == CharKind::katakana;
    if (japanese && japanese_before && !(kind == CharKind::hiragana && before == CharKind::hiragana)) {
      std::string pair;
      append_utf8(pair, chars[i - 1].code);
      append_utf8(pair, chars[i].code);
      found.pairs.insert(pair);
    }
    if (kind == CharKind::other || kind == CharKind::hiragana) continue;
    if (kind == CharKind::han) {
      std::string one;
      append_utf8(one, chars[i].code);
      found.words.insert(one);
    } else {
      append_utf8(run, chars[i].code);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("every question of the set has a page that answers it, and stands in one half") {
  std::set<std::string> texts;
  for (const SetQuestion& question : all_questions()) {
    CHECK_MESSAGE(!answer_text(question).empty(), question.page);
    CHECK_MESSAGE(texts.insert(question.pages + question.text).second, question.text);
  }
}

TEST_CASE("there are enough questions of few words in both languages and halves to tell a difference by") {
  std::size_t english = 0, japanese = 0;
  for (const SetQuestion& question : all_questions()) {
    if (question.same_words || question.asked != question.pages || !question.held_out) continue;
    (question.asked == "en" ? english : japanese) += 1;
  }
  CHECK(english >= 30);
  CHECK(japanese >= 20);
  CHECK(pages_of_set(kSet, "en").size() >= 120);
  CHECK(pages_of_set(kSet, "ja").size() >= 80);
}

TEST_CASE("an English question of few words has at most one stem, and at most a third, in its answer") {
  for (const SetQuestion& question : all_questions()) {
    if (question.same_words || question.asked != "en" || question.pages != "en") continue;
    const auto asked = stems(question.text);
    const std::size_t both = shared(asked, stems(answer_text(question)));
    CHECK_MESSAGE((both <= 1 && both * 3 <= asked.size()), question.text);
  }
}

TEST_CASE(
    "a Japanese question of few words has at most a third of its words and one pair of characters in its answer") {
  for (const SetQuestion& question : all_questions()) {
    if (question.same_words || question.asked != "ja" || question.pages != "ja") continue;
    const auto asked = japanese_words(question.text), answer = japanese_words(answer_text(question));
    CHECK_MESSAGE(shared(asked.words, answer.words) * 3 <= asked.words.size(), question.text);
    CHECK_MESSAGE(shared(asked.pairs, answer.pairs) <= 1, question.text);
  }
}

TEST_CASE("a line of the set that has other columns or values is named") {
  const auto refused = [](std::string_view tsv) -> std::string {
    try {
      read_question_set(tsv);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refused("# one\n\nen\ten\tfew\topen\ta\tb\n").empty());
  CHECK(refused("en\ten\tfew\topen\ta\n") == "questions.tsv:1: has not 6 columns");
  CHECK(refused("en\ten\tfew\topen\ta\tb\tc\n") == "questions.tsv:1: has not 6 columns");
  CHECK(refused("# one\nen\ten\tmany\topen\ta\tb\n") == "questions.tsv:2: many is neither few nor same");
  CHECK(refused("en\tfr\tfew\topen\ta\tb\n") == "questions.tsv:1: fr is neither en nor ja");
}
