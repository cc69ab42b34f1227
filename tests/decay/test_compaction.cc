#include <ctime>
#include <doctest/doctest.h>

#include "decay/compaction.hh"
#include "tests/decay/compaction_pages.hh"
#include "wiki/markdown.hh"
#include "wiki/page.hh"

using namespace ai_memory;

namespace {

const CompactionSource kSource{"abc1234", PagePath::existing("default/shop/sessions/talk.md")};

std::string repeat(std::string_view text, int times) {
  std::string out;
  while (times-- > 0) out += text;
  return out;
}

// Prose enough that a page pays for being made short.
std::string filler() {
  std::string out;
  for (int i = 0; i < 40; ++i)
    out += "We talked about the garden for a while and then about how the weather would be when we go there again.\n\n";
  return out;
}

std::string compacted(const std::string& text, const CompactionOptions& options = {}) {
  const auto result = compact_page(text, kSource, options);
  CHECK_MESSAGE(result.refused == "", text);
  return result.text;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::string with_crlf(const std::string& text) {
  std::string crlf;
  for (const char c : text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  return crlf;
}

}  // namespace

TEST_CASE("a page made short reads well: title, abstract, summary, sections, facts, and the way back") {
  const auto text = compacted(
      "---\ntype: session\nabstract: What it is about.\n---\n# Talk of May\n\nWe moved the shop.\n\n## Where\n\n- "
      "[decision] Use [[plan|the plan]].\n\n"
      "## When *now*\n\n" +
      filler() + "The port is 5432, see [docs](docs/a.md) and `run -x`.\n");
  CHECK(has(
      text,
      "---\ntype: session\nabstract: What it is about.\ncompacted: true\n---\n# Talk of May\n\nWhat it is about.\n\n"
      "We moved the shop.\n\nSections: Where · When now\n\n## Kept\n\n- [decision] Use [[plan|the plan]].\n"));
  CHECK(has(text, "5432"));
  CHECK(has(text, "[docs](docs/a.md)"));
  CHECK(has(text, "`run -x`"));
  CHECK(text.ends_with("\n\nFull text: `ai-memory restore-page --at abc1234 default/shop:sessions/talk.md`\n"));
}

TEST_CASE("a title that the front matter has is not written twice, but for what it links to") {
  const auto text = compacted("---\ntitle: Talk of May 7\n---\n# Talk of May 7\n\nWe met.\n\n" + filler());
  CHECK(has(text, "---\nWe met.\n\n## Kept\n"));
  CHECK(has(text, "- Dates: May 7\n"));
  CHECK(parse_page(kSource.path, text).title == "Talk of May 7");
  CHECK(has(compacted("---\ntitle: Plan\n---\n# [[Plan]]\n\nWe met.\n\n" + filler()), "# [[Plan]]\n"));
  CHECK(has(compacted("---\ntitle: Plan B\n---\n# Plan\n\nWe met.\n\n" + filler()), "# Plan\n"));
}

TEST_CASE("plain numbers stand side by side, others apart; of the forms of a word one is kept") {
  const std::string around =
      " and it went on there with all of this until they had been where they were before it, and then some;";
  const auto text =
      compacted("# T\n\nWe met.\n\n" + filler() + "Others" + around + " 12" + around + " 7" + around + " 8 GB" +
                around + " helpful" + around + " helped" + around + " helping " + around + "\n");
  CHECK_MESSAGE(has(text, "- Numbers: 8 GB; 12 7\n"), text);
  CHECK_MESSAGE(has(text, " helped"), text);
  CHECK(!has(text, "helping"));
  CHECK(!has(text, "helpful"));
}

TEST_CASE("a fact that a kept line has with backslashes is listed as it was typed") {
  const auto text = compacted("# T\n\nStart.\n\n" + filler() + "- [decision] See https://example.net/m_(n) now.\n" +
                              "- [decision] Use \\\\srv7\\pool\\b.csv now.\n");
  CHECK_MESSAGE(has(text, "https://example.net/m_(n)"), text);
  CHECK(count_of(text, "\\\\srv7\\pool\\b.csv") == 1);
}

TEST_CASE("a number is listed with its sign, once") {
  const auto text = compacted(filler() +
                              "Of the scale and how far one may believe it when it rains: ±5 g here, > 30 % "
                              "there, and 5 of them.\n\n" +
                              filler());
  CAPTURE(text);
  CHECK(has(text, "±5 g"));
  CHECK(has(text, "> 30 %"));
  CHECK(count_of(text, "±5 g") == 1);
  CHECK(count_of(text, "> 30 %") == 1);
  CHECK(count_of(text, "5 g") == 1);
}

TEST_CASE("what the summary says already is no item again") {
  for (const std::string said :
       {"TODO: paint the lamps blue", "[decision] The lamps are blue", "We decided that the lamps are blue"}) {
    const auto text = compacted(said + ".\n\n- " + said + "\n- [ ] " + said + "\n- TODO: a -5 of it\n\n" + filler());
    CAPTURE(text);
    CHECK_FALSE(has(text, "\n- " + said));
    CHECK(has(text, "## Kept\n\n- [ ] " + said + "\n- TODO: a -5 of it\n"));
  }
  const auto text = compacted("TODO: a 5 of it. We met.\n\n- TODO: a -5 of it\n- TODO: a 5 of it\n\n" + filler());
  CAPTURE(text);
  CHECK(has(text, "## Kept\n\n- TODO: a -5 of it\n"));
  CHECK(count_of(text, "TODO: a 5 of it") == 1);
}

TEST_CASE("names keep their capitals, whatever letter they begin with") {
  const auto text = compacted("# T\n\nStart.\n\n" + filler() +
                              "Rada (@rada_k) met Müller. Éloise saw O'Malley. Then the Tram came, and a tram went.\n");
  for (const char* name : {"Rada", "@rada_k", "Müller", "Éloise", "O'Malley"})
    CHECK_MESSAGE(has(text, name), std::string(name) << text);
}

TEST_CASE("title, links and tags of a page are the same afterwards") {
  const auto before = "# The *best* [[plan]]\n\n" + filler() +
                      "Look at [[a b#Part|it]], [x](<y z.md>), #area/sub and ![pic](i.png).\n\n> [[quoted]]\n";
  const auto after = compacted(before);
  const auto old_page = parse_page(kSource.path, before), new_page = parse_page(kSource.path, after);
  CHECK(new_page.title == old_page.title);
  CHECK(new_page.compacted);
  const auto old_outline = outline(old_page.body), new_outline = outline(new_page.body);
  CHECK(new_outline.tags == old_outline.tags);
  for (const auto& link : old_outline.links) {
    const auto same = [&](const Link& other) {
      return other.target == link.target && other.fragment == link.fragment && other.label == link.label;
    };
    CHECK_MESSAGE(std::any_of(new_outline.links.begin(), new_outline.links.end(), same), link.target);
  }
  REQUIRE(new_outline.images.size() == 1);
  CHECK(new_outline.images[0].target == "i.png");
}

TEST_CASE("what is compacted, protected, a ledger or short already stays as it is, and it is said why") {
  const auto refusal = [](const std::string& text) { return compact_page(text, kSource).refused; };
  CHECK(refusal("---\ncompacted: true\n---\n" + filler()) == "compacted already");
  CHECK(refusal("---\ntier: banana\n---\n" + filler()) == "protected");
  CHECK(refusal("---\na: [\n---\n" + filler()) == "protected");
  CHECK(refusal("Port 5432.\n") == "would save less than 20 %");
  CHECK(refusal("") == "would save less than 20 %");
  const CompactionSource index{"abc1234", PagePath::existing("default/shop/index.md")};
  CHECK(compact_page("<!-- generated by ai-memory -->\n" + filler(), index).refused == "a ledger or generated index");
}

TEST_CASE("past the bound the number of facts left out is stated, plain numbers go first, links never") {
  std::string body = "# List\n\n" + filler();
  for (int i = 1000; i < 1030; ++i)
    body += "- [[page" + std::to_string(i) + "]] v1.0." + std::to_string(i) + " and " + std::to_string(i * 7) + "\n";
  CompactionOptions options;
  options.keep_tokens_max = 40;
  options.sentence_share = 0;
  options.target_share = 0;
  const auto result = compact_page(body, kSource, options);
  for (int i = 1000; i < 1030; ++i) {
    CHECK(has(result.text, "[[page" + std::to_string(i) + "]]"));
    CHECK(has(result.text, "v1.0." + std::to_string(i)));
  }
  CHECK(result.left_out > 0);
  CHECK(has(result.text, "- " + std::to_string(result.left_out) + " more are in the full text alone.\n"));
}

TEST_CASE("a summary ends where a word does, in Japanese at a character, and never within a fact") {
  struct Row {
    std::string paragraph;
    std::size_t characters;
    const char* summary;
  };
  for (const Row& row : {
           Row{"one two three", 9, "one two …"},
           Row{"one two three", 7, "one two …"},
           Row{"日本語の文", 3, "日本語 …"},
           Row{"at https://example.org/long/path now", 12, "at …"},
           Row{"on 30 Nov 2026 we met", 8, "on …"},
           Row{"unbrokenword", 4, "unbr …"},
           Row{"short", 500, "short"},
       }) {
    CompactionOptions options;
    options.summary_max = row.characters;
    const auto text = compacted("# T\n\n" + row.paragraph + "\n\n" + filler(), options);
    const auto begin = text.find("# T\n\n") + 5;
    CHECK(text.substr(begin, text.find('\n', begin) - begin) == row.summary);
  }
}

TEST_CASE("nothing that a kept fact holds can break out of its place") {
  const auto text = compacted(
      "# T\n\n" + filler() +
      "`a``b` and `` `x` `` and \\*5\\* and __init__ and <b>7</b> and &amp;lt; 9.\n\n```\n~~~\n````\n# No\n```\n");
  const auto parts = outline(parse_page(kSource.path, text).body);
  REQUIRE(parts.headings.size() == 2);
  CHECK(parts.headings[1].text == "Kept");
  CHECK(has(text, "```a``b```"));
}

TEST_CASE("text that only looks like a mark stays text") {
  for (const char* start : {"\\# no heading", "1\\. no list", "\\- no item", "\\> no quote", "\\+ no item", "3.5 GB of",
                            "#area/x at", "-3 in"}) {
    const auto text = compacted("- # In a list\n\n# T\n\n" + std::string(start) + " 5.\n\n" + filler());
    CHECK_MESSAGE(has(text, "# T\n\n" + std::string(start) + " 5.\n\n"), text);
    CHECK(parse_page(kSource.path, text).title == "T");
  }
}

TEST_CASE("CRLF pages stay CRLF and a BOM stays") {
  const auto text =
      compacted(with_crlf("\xef\xbb\xbf---\ntype: note\n---\n# T\n\n" + filler() + "Port 5432.\n\n```\na\nb\n```\n"));
  CHECK(text.starts_with("\xef\xbb\xbf---\r\ntype: note\r\ncompacted: true\r\n---\r\n# T\r\n\r\n"));
  CHECK(count_of(text, "\n") == count_of(text, "\r\n"));
  CHECK(has(text, "a\r\nb\r\n"));
}

TEST_CASE("sentences with a negation or a fact are kept before others") {
  const auto text =
      compacted("# T\n\n" + filler() + "Never restart the broker before 14:05.\n\nWe sat there for some time.\n");
  CHECK(has(text, "- Never restart the broker before 14:05.\n"));
}

TEST_CASE("a page full of facts keeps some words too") {
  std::string body = "# T\n\nThe zebra sleeps.\n\n";
  for (int i = 10'000; i < 10'120; ++i) body += "The value became " + std::to_string(i) + " after a time.\n\n";
  const auto text = compacted(body + filler());
  CHECK(has(text, "; 10119\n"));
  CHECK(has(text.substr(text.find("- Often: ")), " weather"));
}

TEST_CASE("what a page says five times or more is named once, the most frequent first, and so read back") {
  const auto text = compacted("# T\n\n" + filler() + repeat("The lantern hangs in a tree.\n\n", 5) +
                              repeat("A heron stands there.\n\n", 4));
  const auto often = std::string(often_said(text));
  CHECK(has(text, "- Often: " + often + "\n"));
  CHECK(often.find("garden") < often.find("lantern"));
  CHECK(has(often, "lantern"));
  CHECK_FALSE(has(often, "heron"));
  CHECK(has(text, "heron"));
  CHECK(count_of(text.substr(text.find("## Kept")), "lantern") == 1);
  CHECK(often_said(with_crlf(text)) == often);
  CHECK(often_said("# T\n\n- Often a word\n").empty());
}

TEST_CASE("words that a page says often take no more than their share of it") {
  std::string body = "# T\n\n";
  for (int n = 0; n < 6; ++n)
    for (char c = 'a'; c <= 'z'; ++c) body += "The " + std::string(6, c) + "zebra is near. ";
  const auto text = compacted(body + filler());
  CHECK_FALSE(often_said(text).empty());
  CHECK(often_said(text).size() <= 0.03 * static_cast<double>(body.size() + filler().size()));
}

TEST_CASE("every fact of a page is in it when it is short, or the number left out is stated; twice is once") {
  std::mt19937 random(20261130);
  int made = 0;
  for (int round = 0; round < 60; ++round) {
    const bool crlf = round % 3 == 0;
    const std::string eol = crlf ? "\r\n" : "\n";
    const std::string head =
        round % 2 ? "---" + eol + "title: 'A: b'  # why" + eol + "tags: [x, y]" + eol + "---" + eol : "";
    const auto text = head + random_body(random, eol);
    CompactionOptions options;
    options.keep_tokens_max = round % 5 == 0 ? 10 : 200;
    const auto result = compact_page(text, kSource, options);
    if (result.text.empty()) continue;
    ++made;
    std::size_t missing = 0;
    std::string first;
    for (const auto& fact : facts_of(text.substr(head.size())))
      if (!has(result.text, fact)) {
        ++missing;
        first = fact;
      }
    if (result.left_out == 0) CHECK_MESSAGE(missing == 0, first << "\n" << text << "\n=====\n" << result.text);
    if (!head.empty())
      CHECK(has(result.text, "title: 'A: b'  # why" + eol + "tags: [x, y]" + eol + "compacted: true" + eol));
    CHECK(compact_page(result.text, kSource, options).refused == "compacted already");
    CHECK(parse_page(kSource.path, result.text).title == parse_page(kSource.path, text).title);
    if (crlf) CHECK(count_of(result.text, "\n") == count_of(result.text, "\r\n"));
    CHECK(compact_page(text, kSource, options).text == result.text);
  }
  CHECK(made > 30);
}

TEST_CASE("hostile pages take a time of their length, not of its square (A16)") {
  for (const auto& body :
       {repeat(">", 50'000), repeat("`", 200'000), repeat("[a](<b", 10'000), repeat("[[a]] ", 10'000),
        repeat("word. ", 20'000), repeat("7 ", 40'000), repeat("\"a\" ", 15'000), repeat("設", 40'000),
        repeat("# h\n", 15'000), repeat("- [ ] x1\n", 8'000)}) {
    const auto start = std::clock();
    compact_page(body, kSource);
    CHECK_MESSAGE(std::clock() - start < 10 * CLOCKS_PER_SEC, body.substr(0, 20));
  }
}

TEST_CASE("a page whose front matter takes no further line stays as it is") {
  const std::string odd = "---\ntagstype: session\ntitle: \"A: b\" # why\nabstract> short\n---\n# Talk\n" +
                          repeat("\nWe talked about the garden for a while, and about how the weather would be.\n", 30);
  const auto result = compact_page(odd, kSource);
  CHECK(result.text.empty() != result.refused.empty());
}
