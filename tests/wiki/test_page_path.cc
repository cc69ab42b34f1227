#include <doctest/doctest.h>
#include <random>
#include <set>
#include <vector>

#include "wiki/error.hh"
#include "wiki/page_path.hh"

using namespace ai_memory;

namespace {

std::string repeat(std::string_view text, int times) {
  std::string out;
  while (times-- > 0) out += text;
  return out;
}

// The message of the usage error that `make` throws; empty if it throws none.
template <typename Make>
std::string usage_error(Make make) {
  try {
    make();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.what();
  }
  return {};
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a path says its project, folder and stem") {
  struct Row {
    const char *path, *project, *in_project, *display, *folder, *stem;
  };
  for (const Row& row : {
           Row{"plan.md", "default/default", "plan.md", ":plan.md", "", "plan"},
           Row{"notes/plan.md", "default/default", "notes/plan.md", ":notes/plan.md", "notes", "plan"},
           Row{"default/web-shop/plan.md", "default/web-shop", "plan.md", "default/web-shop:plan.md", "", "plan"},
           Row{"acme/shop/notes/a/b.c.md", "acme/shop", "notes/a/b.c.md", "acme/shop:notes/a/b.c.md", "notes", "b.c"},
           Row{"default/default/x.md", "default/default", "x.md", "default/default:x.md", "", "x"},
       }) {
    const auto path = PagePath::existing(row.path);
    CHECK(path.str() == row.path);
    CHECK(path.project().str() == row.project);
    CHECK(path.in_project() == row.in_project);
    CHECK(path.display() == row.display);
    CHECK(path.folder() == row.folder);
    CHECK(path.stem() == row.stem);
  }
}

TEST_CASE("what could leave the wiki or touch git's files is never a path, each with its rule") {
  struct Row {
    std::string path;
    const char* rule;
  };
  for (const Row& row :
       {Row{"", "empty"}, Row{"/etc/x.md", "absolute"}, Row{"../x.md", "'..'"}, Row{"a/../../b.md", "'..'"},
        Row{"./x.md", "'.'"}, Row{"a//b.md", "empty component"}, Row{"a/", "empty component"}, Row{".git/x.md", "git"},
        Row{"a/.GIT/x.md", "git"}, Row{"a/.git /x.md", "git"}, Row{"a/.git./x.md", "git"}, Row{"a/git~1/x.md", "git"},
        Row{"a/.g\u200cit/x.md", "git"}, Row{"a/\ufeff.git/x.md", "git"}, Row{std::string("a\0.md", 5), "NUL"},
        Row{"a.txt", ".md"}, Row{"md", ".md"}}) {
    const auto by_existing = usage_error([&] { PagePath::existing(row.path); });
    CHECK_MESSAGE(holds(by_existing, row.rule), row.path, " -> ", by_existing);
    CHECK(holds(usage_error([&] { PagePath::create(row.path); }), row.rule));
    CHECK_FALSE(is_page_name(row.path));
  }
}

TEST_CASE("an existing file's name is its identity, byte for byte (A07)") {
  for (const char* path : {"my_file.md", "my-file.md", "my file.md", "Budget & Rev (Q4) [x].md", "🐘.md", "{.md",
                           "a\\b.md", "con.md", "caf\xe9.md", "cafe\u0301.md", "-x.md", "a:b.md", ".gitignore.md"})
    CHECK(PagePath::existing(path).str() == path);
}

TEST_CASE("new paths are refused by the rule they break") {
  struct Row {
    std::string path;
    const char* rule;
  };
  for (const Row& row : {Row{repeat("a", 198) + ".md", "200 bytes"},
                         Row{repeat("漢", 66) + ".md", "200 bytes"},
                         Row{repeat("d", 201) + "/x.md", "200 bytes"},
                         Row{repeat("d/", 60) + "x.md", "60 deep"},
                         Row{"cafe\u0301.md", "NFC"},
                         Row{"caf\xe9.md", "UTF-8"},
                         Row{"C:\\x.md", "backslash"},
                         Row{"a\\b.md", "backslash"},
                         Row{"C:/x.md", "holds ':'"},
                         Row{"c:x.md", "holds ':'"},
                         Row{"a\tb.md", "control"},
                         Row{"a\x7f.md", "control"},
                         Row{"a\u0085.md", "control"},
                         Row{"a\u202e.md", "control"},
                         Row{"a\u2028.md", "control"},
                         Row{"a\u2066.md", "control"},
                         Row{"a<.md", "one of"},
                         Row{"note:x.md", "one of"},
                         Row{"a?.md", "one of"},
                         Row{"a*.md", "one of"},
                         Row{"a|b.md", "one of"},
                         Row{"a\".md", "one of"},
                         Row{"a./x.md", "dot or a space"},
                         Row{"a /x.md", "dot or a space"},
                         Row{"-rf.md", "'-'"},
                         Row{"a/-rf.md", "'-'"},
                         Row{".hidden.md", "dot"},
                         Row{".obsidian/x.md", "dot"},
                         Row{"CON.md", "device"},
                         Row{"nul.x.md", "device"},
                         Row{"a/Com1.md", "device"},
                         Row{"lpt9/x.md", "device"},
                         Row{"com¹.md", "device"},
                         Row{"conin$.md", "device"},
                         Row{"aux .md", "device"},
                         Row{"~$plan.md", "temporary"},
                         Row{"x.tmp/a.md", "temporary"},
                         Row{"4913/a.md", "temporary"},
                         Row{"a~/b.md", "temporary"},
                         Row{"README.md", "top of the wiki"}}) {
    const auto message = usage_error([&] { PagePath::create(row.path); });
    CHECK_MESSAGE(holds(message, row.rule), row.path, " -> ", message);
  }
}

TEST_CASE("ordinary new paths are taken as they are") {
  for (const std::string& path :
       {std::string("notes/plan.md"), repeat("a", 197) + ".md", repeat("d/", 59) + "x.md", repeat("漢", 65) + "ab.md",
        std::string("notes/設計 メモ.md"), std::string("a/README.md"), std::string("com.md"), std::string("com10.md"),
        std::string("console.md"), std::string("a-b_c (1).md"), std::string("4913.md"), std::string("a\u200db.md")}) {
    CHECK(PagePath::create(path).str() == path);
    CHECK(is_page_name(path));
  }
}

TEST_CASE("names that are no pages") {
  for (const char* path :
       {"README.md", ".md", "a/.hidden.md", ".obsidian/x.md", "a/.trash/x.md", "x.md~", "a/.#x.md", "x.swp", "4913",
        "x.txt", "x.MD", "~$x.md", "x.md.tmp", "a.tmp/x.md", ".git/x.md", "", "/x.md"})
    CHECK_FALSE_MESSAGE(is_page_name(path), path);
  for (const char* path : {"a/README.md", "index.md", "log.md", "a/b/index.md", "Plan (conflicted copy 2026-01-01).md",
                           "plan.sync-conflict-20260101-120000-ABCDEFG.md", "🐘.md", "{.md", "caf\xe9.md"})
    CHECK_MESSAGE(is_page_name(path), path);
}

TEST_CASE("names equal but for case or normal form are twins (A06)") {
  CHECK(twin_key("notes/Plan.md") == twin_key("notes/plan.md"));
  CHECK(twin_key("CAFÉ.md") == twin_key("cafe\u0301.md"));
  CHECK(twin_key("STRASSE.md") == twin_key("straße.md"));
  CHECK(twin_key("caf\xe9.md") == twin_key("CAF\xe9.md"));
  CHECK(twin_key("a.md") != twin_key("b.md"));
  CHECK(twin_key("my_file.md") != twin_key("my-file.md"));
  CHECK(twin_key("cafe.md") != twin_key("café.md"));
}

TEST_CASE("slugs read like their titles") {
  struct Row {
    const char *title, *slug;
  };
  for (const Row& row : {Row{"Plan", "plan"},
                         Row{"  Budget & Rev (Q4) [x]  ", "budget-rev-q4-x"},
                         Row{"don't", "don-t"},
                         Row{"Crème Brûlée", "creme-brulee"},
                         Row{"cre\u0300me", "creme"},
                         Row{"Straße", "strasse"},
                         Row{"Ærøskøbing", "aeroskobing"},
                         Row{"Łódź Đà Œuvre", "lodz-da-oeuvre"},
                         Row{"İstanbul ışık", "istanbul-isik"},
                         Row{"ＦＵＬＬ　ｗｉｄｔｈ１", "full-width1"},
                         Row{"設計メモ: ガード", "設計メモ-ガード"},
                         Row{"サーバー々", "サーバー々"},
                         Row{"배포 계획", "배포-계획"},
                         Row{"हिन्दी", "हिन्दी"},
                         Row{"ПЛАН", "план"},
                         Row{"C++", "c"},
                         Row{"a/../../b", "a-b"},
                         Row{"C:\\x", "c-x"},
                         Row{"/etc/x", "etc-x"},
                         Row{"-rf", "rf"},
                         Row{"v1.2.3", "v1-2-3"},
                         Row{"soft\u00adhyphen", "softhyphen"},
                         Row{"caf\xe9 x", "caf-x"},
                         Row{"CON", "con-page"},
                         Row{"com1", "com1-page"},
                         Row{"4913", "4913"},
                         Row{"① ½", "1-1-2"}})
    CHECK_MESSAGE(slug(row.title) == row.slug, row.title, " -> ", slug(row.title));
}

TEST_CASE("a title with no letters gets a stable name, a blank one is refused (A08)") {
  std::set<std::string> names;
  for (const char* title : {"🐘", "{", "...", "..", "🐟", "—"}) {
    CHECK(slug(title).starts_with("page-"));
    CHECK(slug(title).size() == 13);
    CHECK(slug(title) == slug(title));
    names.insert(slug(title));
  }
  CHECK(names.size() == 6);
  for (const char* title : {"", " ", "\t\n", "\u3000", "\u200b", "\ufeff"})
    CHECK(holds(usage_error([&] { slug(title); }), "blank"));
}

TEST_CASE("long titles are cut at a code point and stay apart (A09)") {
  const auto one = slug(repeat("漢", 119) + "一"), two = slug(repeat("漢", 119) + "二");
  CHECK(one != two);
  CHECK(one.size() == 78 + 9);
  CHECK(one.starts_with(repeat("漢", 26) + "-"));
  CHECK(is_utf8(one));
  CHECK(slug(repeat("a", 80)) == repeat("a", 80));
  CHECK(slug(repeat("a", 81)).size() == 89);
  CHECK(slug(repeat("a", 300)).size() == 89);
  CHECK(slug(repeat("a", 300)) == slug(repeat("A", 300)));
  const auto at_hyphen = slug(repeat("a", 79) + " b");
  CHECK(at_hyphen.starts_with(repeat("a", 79) + "-"));
  CHECK_FALSE(holds(at_hyphen, "--"));
}

TEST_CASE("a slug is always the name of a new page, whatever the title") {
  std::mt19937 random(7);
  const std::vector<std::string> pieces = {
      "a",      "CON",          "com1",   "NUL", ".",  "/",      "\\",   "-",   " ",     "漢",     "が",     "か\u3099",
      "한",     "e\u0301",      "ß",      "🐘",   "\t", "~",      ".git", "tmp", "~1",    "\u200d", "\u0301", "\xff",
      "\u3164", "ｶﾞ",           "#",      "ﬁ",   "ǆ",  "Ⅷ",      "²",    "aux", "स्ते",    "4913",   ":",      "*",
      "README", "\u1100\u1161", "\u0345", "ΐ",   "ὓ",  "README", "Ϋ́",    "㎒",  "\ufffd"};
  for (int round = 0; round < 20000; ++round) {
    std::string title = "x";
    if (round % 4 != 0) title = "🐘";
    if (round % 4 == 1) title.clear();
    for (auto length = random() % 40; length > 0; --length) title += pieces[random() % pieces.size()];
    std::string name;
    try {
      name = slug(title);
    } catch (const Error& error) {
      REQUIRE(error.kind() == ErrorKind::usage);
      continue;
    }
    REQUIRE_FALSE(name.empty());
    REQUIRE(name.size() <= 89);
    REQUIRE_MESSAGE(PagePath::create(name + ".md").str() == name + ".md", title);
    REQUIRE(is_page_name(name + ".md"));
    REQUIRE(to_nfc(name) == name);
  }
}

TEST_CASE("what create accepts, existing accepts, and is a page name") {
  std::mt19937 random(11);
  const std::vector<std::string> pieces = {"a", "/", ".", "..", ".git", ".md",  "README",
                                           "~", " ", "é", "-",  "x",    "4913", ".tmp"};
  for (int round = 0; round < 20000; ++round) {
    std::string path;
    for (auto length = random() % 6; length > 0; --length) path += pieces[random() % pieces.size()];
    path += ".md";
    try {
      PagePath::create(path);
    } catch (const Error&) {
      if (is_page_name(path)) REQUIRE(PagePath::existing(path).str() == path);
      continue;
    }
    REQUIRE(PagePath::existing(path).str() == path);
    REQUIRE(is_page_name(path));
  }
}

TEST_CASE("UTF-8 is told from other bytes") {
  for (const char* text : {"", "plain ascii of more than eight bytes", "é", "漢字", "🐘", "\u0080", "aaaaaaaé"})
    CHECK(is_utf8(text));
  for (const char* text :
       {"\xfc", "caf\xe9", "aaaaaaaa\x80", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe6\xbc"})
    CHECK_FALSE(is_utf8(text));
  CHECK(to_nfc("e\u0301") == "é");
  CHECK(to_nfc("caf\xe9") == "caf\xe9");
}
