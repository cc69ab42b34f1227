#include <ctime>
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <thread>

#include "wiki/markdown.hh"

using namespace ai_memory;

namespace {

// With AddressSanitizer memory is another matter. GCC says it by a macro, clang by a feature.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

std::string repeat(std::string_view text, int times) {
  std::string out;
  while (times-- > 0) out += text;
  return out;
}

// "line target#fragment|label (relation)" of each link.
std::vector<std::string> links_of(std::string_view body) {
  std::vector<std::string> out;
  for (const auto& link : outline(body).links) {
    auto text = std::to_string(link.line) + (link.wiki ? " [[" : " (") + link.target;
    if (!link.fragment.empty()) text += "#" + link.fragment;
    if (!link.label.empty()) text += "|" + link.label;
    text += link.wiki ? "]]" : ")";
    if (!link.relation.empty()) text += " " + link.relation;
    out.push_back(text);
  }
  return out;
}

using Links = std::vector<std::string>;

}  // namespace

TEST_CASE("links of both kinds are found with target, fragment, label and line") {
  struct Row {
    const char* body;
    Links links;
  };
  for (const Row& row : {
           Row{"[[plan]]", {"1 [[plan]]"}},
           Row{"a [[notes/plan.md|the plan]] b", {"1 [[notes/plan.md|the plan]]"}},
           Row{"[[plan#Part two|p]] [[#Here]]", {"1 [[plan#Part two|p]]", "1 [[#Here]]"}},
           Row{"[[shop:notes/plan]], [[acme/shop:plan]]", {"1 [[shop:notes/plan]]", "1 [[acme/shop:plan]]"}},
           Row{"[the *plan*](../x.md#frag)", {"1 (../x.md#frag|the plan)"}},
           Row{"[a](<my file.md>) [b][r]\n\n[r]: r.md", {"1 (my file.md|a)", "1 (r.md|b)"}},
           Row{"<https://example.org/a#b>", {"1 (https://example.org/a#b|https://example.org/a#b)"}},
           Row{"![[embedded]] ![pic](x.png)", {"1 [[embedded]]"}},
           Row{"text\nmore [[a]]\n\n> quoted\n> [[b]]\n\n1. x\n   y [[c]]\n", {"2 [[a]]", "5 [[b]]", "8 [[c]]"}},
           Row{"# H [[a]]\n\n**bold [[b]]** ~~[[c]]~~", {"1 [[a]]", "3 [[b]]", "3 [[c]]"}},
           Row{"|x|y|\n|-|-|\n|[[a\\|l]]|[m](b.md)|\n", {"3 [[a|l]]", "3 (b.md|m)"}},
           Row{"[[a|the *best* **plan**]] [[b|~~x~~]] *[[c|d]]*", {"1 [[a|the best plan]]", "1 [[b|x]]", "1 [[c|d]]"}},
           Row{"[[a_b]] and [[c_d]], [[設計/メモ]]", {"1 [[a_b]]", "1 [[c_d]]", "1 [[設計/メモ]]"}},
           Row{"[[a]][[b]]", {"1 [[a]]", "1 [[b]]"}},
           Row{"[[a [[b]]", {"1 [[b]]"}},
           Row{"`x\ny\nz` [[a]]", {"3 [[a]]"}},
           Row{"first\n     second\n     third [[a]]", {"3 [[a]]"}},
           Row{"[a](b.md\n'title') [[c]]\n[[d]]", {"1 (b.md|a)", "2 [[c]]", "3 [[d]]"}},
           Row{"a\r\nb [[c]]\r\n", {"2 [[c]]"}},
           Row{"\\\\[[a]]", {"1 [[a]]"}},
           Row{"&#91;x [[ a | b ]]", {"1 [[a|b]]"}},
       })
    CHECK_MESSAGE(links_of(row.body) == row.links, std::string(row.body));
}

TEST_CASE("nothing in code, fences, HTML, escapes or halves is a link (A17)") {
  for (const char* body : {"`[[a]]`",
                           "``[[a]] ` [b](c.md)``",
                           "```\n[[a]]\n[b](c.md)\n```",
                           "~~~md\n[[a]]\n~~~",
                           "    [[a]]",
                           "<!-- [[a]] -->",
                           "<div>\n[[a]]\n</div>",
                           "\\[[a]]",
                           "[\\[a]]",
                           "\\[\\[a]]",
                           "[[]]",
                           "[[|x]]",
                           "[[ # ]]",
                           "[[a]",
                           "[a]]",
                           "[[a\nb]]",
                           "[ [a] ]",
                           "[[a]b]]",
                           "",
                           "\xef\xbb\xbf"})
    CHECK_MESSAGE(links_of(body).empty(), std::string(body));
}

TEST_CASE("list items that open with a word and a link are typed relations") {
  struct Row {
    const char* body;
    Links links;
  };
  for (const Row& row : {
           Row{"- causes [[X]]", {"1 [[X]] causes"}},
           Row{"* fixes [[X]] (in May), [[Y]]\n+ Part of [[Z]]", {"1 [[X]] fixes", "1 [[Y]] fixes", "2 [[Z]] part_of"}},
           Row{"1. part_of: [[X]]", {"1 [[X]] part_of"}},
           Row{"- **supersedes** [[X|label]]", {"1 [[X|label]] supersedes"}},
           Row{"- [ ] precedes [[X]]", {"1 [[X]] precedes"}},
           Row{"- related to [[X]]\n  - contradicts [[Y]]", {"1 [[X]] related_to", "2 [[Y]] contradicts"}},
           Row{"- inspires [[X]]", {"1 [[X]] related_to:inspires"}},
           Row{"- as we saw in [[X]]", {"1 [[X]]"}},
           Row{"- [[X]] causes [[Y]]", {"1 [[X]]", "1 [[Y]]"}},
           Row{"- [decision] use [[X]]", {"1 [[X]]"}},
           Row{"causes [[X]]", {"1 [[X]]"}},
           Row{"- a\n\n  causes [[X]]", {"3 [[X]]"}},
           Row{"- causes [X](x.md)", {"1 (x.md|X)"}},
       })
    CHECK_MESSAGE(links_of(row.body) == row.links, std::string(row.body));
}

TEST_CASE("headings and the first paragraph read as plain text") {
  const auto parts = outline(
      "# One *two* `three` [[a|b]] \\[c]\n\n- item\n\nFirst [para](x.md)\nof [[plan]].\n\nSecond.\n\nSet\n---\n> # "
      "no\n\n### H3 ###\n");
  REQUIRE(parts.headings.size() == 3);
  CHECK(parts.headings[0].text == "One two three b [c]");
  CHECK(parts.headings[0].level == 1);
  CHECK(parts.headings[0].line == 1);
  CHECK(parts.headings[1].text == "Set");
  CHECK(parts.headings[1].level == 2);
  CHECK(parts.headings[1].line == 10);
  CHECK(parts.headings[2].text == "H3");
  CHECK(parts.headings[2].level == 3);
  CHECK(parts.headings[2].line == 14);
  CHECK(parts.first_paragraph == "First para of plan.");
}

TEST_CASE("links lead to paths in the wiki, from where they stand") {
  struct Row {
    const char* target;
    bool wiki;
    const char* path;
  };
  const auto from = PagePath::existing("acme/shop/notes/a/b.md");
  for (const Row& row : {
           Row{"plan", true, "plan"},
           Row{"plan.md", true, "plan.md"},
           Row{"notes/plan", true, "acme/shop/notes/plan.md"},
           Row{"notes/plan.md", true, "acme/shop/notes/plan.md"},
           Row{"notes/v1.2", true, "acme/shop/notes/v1.2.md"},
           Row{"./c", true, "acme/shop/notes/a/c.md"},
           Row{"../c", true, "acme/shop/notes/c.md"},
           Row{"/acme/x/c", true, "acme/x/c.md"},
           Row{"other:plan", true, "acme/other/plan.md"},
           Row{"w/other:notes/plan", true, "w/other/notes/plan.md"},
           Row{":plan", true, "plan.md"},
           Row{"a/b/c:plan", true, ""},
           Row{"other:", true, ""},
           Row{"https://example.org/x", true, ""},
           Row{"pic.PNG", true, ""},
           Row{"notes/doc.pdf", true, ""},
           Row{"../../../../../x", true, ""},
           Row{"c.md", false, "acme/shop/notes/a/c.md"},
           Row{"../x.md", false, "acme/shop/notes/x.md"},
           Row{"./d/../x.md", false, "acme/shop/notes/a/x.md"},
           Row{"/acme/x.md", false, "acme/x.md"},
           Row{"my%20file.md", false, "acme/shop/notes/a/my file.md"},
           Row{"50%.md", false, "acme/shop/notes/a/50%.md"},
           Row{"../../../../x.md", false, "x.md"},
           Row{"../../../../../x.md", false, ""},
           Row{"c", false, ""},
           Row{"c.png", false, ""},
           Row{"https://example.org/x.md", false, ""},
           Row{"//example.org/x.md", false, ""},
           Row{"mailto:a@b.md", false, ""},
           Row{"", false, ""},
       }) {
    Link link;
    link.target = row.target;
    link.wiki = row.wiki;
    CHECK_MESSAGE(link_path(link, from) == std::string(row.path), std::string(row.target));
  }
  Link here;
  here.fragment = "Part";
  CHECK(link_path(here, from) == from.str());
  Link address;
  address.wiki = true;
  for (const char* one : {"mailto:x@y.example", "tel:+491234", "doi:10.1000/182", "urn:isbn:1234"}) {
    address.target = one;
    CHECK_MESSAGE(link_path(address, from).empty(), one);
  }
  Link folder;
  folder.target = "notes/plan";
  folder.wiki = true;
  CHECK(link_path(folder, PagePath::existing("top.md")) == "notes/plan.md");
}

TEST_CASE("a body over a megabyte is read piece by piece, with the right lines") {
  const std::string section = "## Part\n\nWords [[plan]] and words.\n\n```\n\n[[code]]\n\n```\n\n";
  const int sections = 30'000;
  const auto parts = outline(repeat(section, sections));
  REQUIRE(parts.links.size() == sections);
  REQUIRE(parts.headings.size() == sections);
  for (std::size_t i = 0; i < parts.links.size(); i += 997) {
    CHECK(parts.headings[i].line == i * 10 + 1);
    CHECK(parts.links[i].line == i * 10 + 3);
  }
}

TEST_CASE("no input takes more than seconds or 500 MB (A16)") {
  std::string steps, indent;
  for (int depth = 0; depth < 1000; ++depth, indent += "  ") steps += indent + "- a\n";
  for (const std::string& body : {repeat("[a](<b", 50'000),
                                  repeat("`]([\n", 50'000),
                                  repeat("~", 200'000),
                                  repeat(">", 50'000),
                                  repeat(">", 50'000) + "\n" + repeat("a\n\n", 20'000),
                                  "[x]: " + repeat("u", 20'000) + "\n\n" + repeat("[x] ", 50'000),
                                  "[x]: /u\n\n" + repeat("[x] ", 50'000),
                                  repeat("[", 200'000),
                                  repeat("]]", 300'000),
                                  repeat("[[a", 100'000),
                                  repeat("![[]()", 100'000),
                                  repeat("a\n", 300'000) + "|-|",
                                  repeat("|a", 5'000) + "\n" + repeat("|-", 5'000) + "\n" + repeat("a\n", 100'000),
                                  repeat("- ", 300'000),
                                  steps + repeat("\n", 10'000),
                                  repeat("\\[[a]] ", 100'000),
                                  repeat("*a **a ", 50'000),
                                  repeat("a@", 300'000),
                                  std::string(3 << 20, 'a'),
                                  repeat("An ordinary line of *text*.\n\n", 700'000)}) {
    const std::clock_t start = std::clock();
    outline(body);
    const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    CHECK_MESSAGE(taken < 20, body.substr(0, 20));  // of the processor; a sanitizer build included
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  if (!kSanitized) CHECK(usage.ru_maxrss < 500 * 1024);
}

TEST_CASE("nesting is read to a hundred levels and cut below") {
  CHECK(links_of(repeat("> ", 90) + "[[a]]").size() == 1);
  CHECK(links_of(repeat(">", 5000) + "[[a]]\n\n[[b]]") == Links{"3 [[b]]"});
}

TEST_CASE("bodies are read from several threads at once") {
  std::vector<std::thread> threads;
  std::vector<std::size_t> found(4);
  for (std::size_t i = 0; i < found.size(); ++i)
    threads.emplace_back([&found, i] { found[i] = outline("|a|\n|-|\n|[[b]]|\n").links.size(); });
  for (auto& thread : threads) thread.join();
  CHECK(found == std::vector<std::size_t>(4, 1));
}
