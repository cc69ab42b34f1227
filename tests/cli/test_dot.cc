#include <doctest/doctest.h>
#include <optional>
#include <random>
#include <set>

#include "cli/dot.hh"

using namespace ai_memory;

namespace {

// What a reader of DOT takes from a quoted text: the quotes go, \" is a quote, and a pair \\ stays a pair. Empty if the
// text is not one quoted word.
std::optional<std::string> unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"') return std::nullopt;
  std::string out;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1 == text.size() ? std::optional(out) : std::nullopt;
    if (text[i] == '\\' && i + 1 < text.size()) {
      if (text[i + 1] != '"') out += '\\';
      out += text[++i];
    } else {
      out += text[i];
    }
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("names and labels are quoted, and a label means itself") {
  CHECK(dot_name("notes/plan.md") == "\"notes/plan.md\"");
  CHECK(dot_name("") == "\"\"");
  CHECK(dot_name("a & b") == "\"a & b\"");
  CHECK(dot_label("R&D &amp; <b>") == "\"R&amp;D &amp;amp; <b>\"");
  CHECK(dot_label("say \"hi\"") == R"("say \"hi\"")");
  CHECK(dot_label("C:\\new\\") == R"("C:\\new\\")");
  CHECK(dot_label("予算\n\x1b[31m") == "\"予算  [31m\"");
}

TEST_CASE("whatever a name holds it is one quoted word of one line, and two names stay two") {
  std::mt19937 random(20261129);
  const std::string letters = "ab\"\\\n\t&;[]{}<>\x7f\xff\xe4\xba\x88 ";
  std::set<std::string> texts, quoted;
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (auto n = random() % 6; n > 0; --n) text += letters[random() % letters.size()];
    // A backslash may be a name's own or stand for what cannot be shown; nobody has both.
    if (text.find('\\') == text.npos && texts.insert(text).second) CHECK(quoted.insert(dot_name(text)).second);
    for (const auto& word : {dot_name(text), dot_label(text)}) {
      CAPTURE(word);
      CHECK(unquoted(word).has_value());
      CHECK(word.find('\n') == std::string::npos);
    }
  }
}
