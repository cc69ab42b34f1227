#include <algorithm>
#include <doctest/doctest.h>
#include <memory>
#include <random>
#include <sqlite3.h>

#include "index/query.hh"
#include "index/tokenizer.hh"

using namespace ai_memory;

namespace {

struct Close {
  void operator()(sqlite3* db) const { sqlite3_close(db); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

// A full-text table in memory; pages are named by their bodies.
class Pages {
 public:
  explicit Pages(const std::vector<std::string>& bodies = {}) {
    sqlite3* db = nullptr;
    sqlite3_open(":memory:", &db);
    db_.reset(db);
    register_tokenizer(db);
    REQUIRE(sqlite3_exec(db,
                         "CREATE VIRTUAL TABLE pages USING fts5(title, aliases, headings, tags, body, "
                         "tokenize = 'ai_memory', prefix = '2 3')",
                         nullptr, nullptr, nullptr) == SQLITE_OK);
    for (const std::string& body : bodies) add("", body);
  }

  void add(const std::string& title, const std::string& body, const std::string& tags = "") {
    const auto insert = prepare("INSERT INTO pages(title, body, tags) VALUES (?, ?, ?)");
    bind(insert.get(), 1, title);
    bind(insert.get(), 2, body);
    bind(insert.get(), 3, tags);
    REQUIRE(sqlite3_step(insert.get()) == SQLITE_DONE);
  }

  // Bodies, best first; one line "error: …" if SQLite objects.
  std::vector<std::string> match(const std::string& expression) {
    if (expression.empty()) return {};
    if (!select_) select_ = prepare("SELECT body FROM pages WHERE pages MATCH ? ORDER BY rank, rowid");
    bind(select_.get(), 1, expression);
    std::vector<std::string> bodies;
    int result = SQLITE_ROW;
    while ((result = sqlite3_step(select_.get())) == SQLITE_ROW)
      bodies.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(select_.get(), 0)));
    if (result != SQLITE_DONE) bodies = {std::string("error: ") + sqlite3_errmsg(db_.get())};
    sqlite3_reset(select_.get());
    return bodies;
  }

  std::vector<std::string> search(std::string_view text) {
    return match(parse_query(text, english_stop_words()).match);
  }

 private:
  using Statement = std::unique_ptr<sqlite3_stmt, Close>;
  Statement prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    REQUIRE(sqlite3_prepare_v2(db_.get(), sql, -1, &statement, nullptr) == SQLITE_OK);
    return Statement(statement);
  }
  static void bind(sqlite3_stmt* statement, int at, const std::string& text) {
    sqlite3_bind_text(statement, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  }

  std::unique_ptr<sqlite3, Close> db_;
  Statement select_;
};

using Texts = std::vector<std::string>;

Query parse(std::string_view text) { return parse_query(text, english_stop_words()); }

bool holds(const Texts& texts, std::string_view text) { return std::ranges::find(texts, text) != texts.end(); }

}  // namespace

TEST_CASE("A01 everyday text is found and never an error") {
  Pages pages({"pre-commit", "don't", "C++", "--force", "path:/etc/hosts", "50%", "see NEAR( the door",
               "salt AND pepper", "NOT x", "a OR", "title:x", "{t b}:x", "an \"open question", "the C language",
               "commit log"});
  const std::pair<std::string_view, std::string_view> rows[] = {{"pre-commit", "pre-commit"},
                                                                {"don't", "don't"},
                                                                {"dont", "don't"},
                                                                {"C++", "C++"},
                                                                {"c++", "C++"},
                                                                {"--force", "--force"},
                                                                {"force", "--force"},
                                                                {"path:/etc", "path:/etc/hosts"},
                                                                {"\"open", "an \"open question"},
                                                                {"NEAR(", "see NEAR( the door"},
                                                                {"AND", "salt AND pepper"},
                                                                {"NOT x", "NOT x"},
                                                                {"a OR", "a OR"},
                                                                {"title:x", "title:x"},
                                                                {"^x", "NOT x"},
                                                                {"{t b}:x", "{t b}:x"},
                                                                {"50%", "50%"},
                                                                {"50", "50%"},
                                                                {"hosts", "path:/etc/hosts"},
                                                                {"/etc/hosts", "path:/etc/hosts"},
                                                                {"precommit", "pre-commit"}};
  for (const auto& row : rows) {
    const auto& query = row.first;
    const auto& page = row.second;
    CAPTURE(query);
    CHECK(holds(pages.search(query), page));
  }
  CHECK(pages.search("C++") == Texts{"C++"});
  CHECK(pages.search("C") == Texts{"the C language"});
  CHECK(pages.search("pre-commit").front() == "pre-commit");
}

TEST_CASE("A01 a blank or only signs look for nothing") {
  for (const std::string_view text : {"",      " ",    "\"",     "-",      "()", "*",     "\"\"",
                                      "\"-\"", "-\"",  "--",     "title:", "^",  "{}:",   "'",
                                      "\t\n",  "\xff", "\u3000", "**",     "…",  "-\"\"", "+"}) {
    CAPTURE(text);
    const Query query = parse(text);
    if (text != "title:") CHECK(query.match.empty());
    CHECK(query.phrase.empty());
    CHECK(query.filter.empty());
  }
}

TEST_CASE("A02 a question finds a page with its words apart, and one with them together first") {
  Pages pages({"Nightly migration of the database runs at 02:00", "Unrelated"});
  CHECK(pages.search("database migration").size() == 1);
  CHECK(pages.search("when does the database migration run").size() == 1);
  pages.add("", "Notes on a database migration of ours, at night");
  const Query query = parse("when does the database migration run");
  CHECK(query.phrase == R"("database migration" OR "migration run")");
  CHECK(pages.match(query.phrase) == Texts{"Notes on a database migration of ours, at night"});
}

TEST_CASE("A03 words of Chinese, Japanese and Korean are found, and only where they are") {
  const std::string chinese = "部署方案：连接池上限改为 50", japanese = "サンドボックスの設定を修正",
                    korean = "오늘 배포를 했다", mixed = "重跑gen-itgc后全部通过", english = "Plain English page";
  Pages pages({chinese, japanese, korean, mixed, english});
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"部署", chinese},      {"连接池", chinese},       {"ドボックス", japanese},  {"배포", korean},
      {"itgc", mixed},        {"50", chinese},           {"部署 50", chinese},      {"設定", japanese},
      {"ｻﾝﾄﾞ", japanese},     {"池", chinese},           {"방금 배포했다", korean}, {"サンドボックスを直す", japanese},
      {"修正する", japanese}, {"\"部署方案\"", chinese}, {"连接*", chinese},        {"连*", chinese},
      {"itgc后全部", mixed},  {"部署　50", chinese}};
  for (const auto& row : rows) {
    const auto& query = row.first;
    const auto& page = row.second;
    CAPTURE(query);
    CHECK(pages.search(query) == Texts{std::string(page)});
  }
  CHECK(pages.search("english pages") == Texts{english});
}

TEST_CASE("the forms of an identifier find each other") {
  const Texts forms{"retentionScore", "retention_score", "retention-score", "RetentionScore", "retention score"};
  Pages pages(forms);
  for (const std::string_view query : {"retentionScore", "retention_score", "retention-score", "retention score",
                                       "\"retention score\"", "\"retentionScore\"", "retentions*", "retentionSc*"}) {
    CAPTURE(query);
    const bool as_one_word = query.starts_with("retentions") || query.starts_with("retentionSc*");
    CHECK(pages.search(query).size() == (as_one_word ? 4 : 5));
  }
  CHECK(pages.search("retentionscore").size() == 4);
  CHECK(pages.search("score").size() == 5);
}

TEST_CASE("one release is told from the next") {
  Pages pages({"Release v2.3.1 is out", "Release v2.3.2 is out", "Release v2.3.10 is out"});
  CHECK(pages.search("v2.3.1") == Texts{"Release v2.3.1 is out"});
  CHECK(pages.search("release v2.3.2").front() == "Release v2.3.2 is out");
  CHECK(pages.search("v2.3.*").size() == 3);
}

TEST_CASE("a release is found with and without the v before its number") {
  Pages pages({"we wait for v4.1.7", "we wait for 4.1.8", "we wait for v4.1.70", "we wait for 4 and 1 and 7"});
  CHECK(pages.search("4.1.7") == Texts{"we wait for v4.1.7"});
  CHECK(pages.search("(v4.1.8)") == Texts{"we wait for 4.1.8"});
  CHECK(pages.search("wait -4.1.7").size() == 3);
  CHECK(pages.search("\"4.1.7\"").empty());  // exactly this
  CHECK(parse("4.1.7").words == Texts{"4", "1", "7"});
  CHECK(parse("4.1.7").also == Texts{"v4"});
  for (const std::string_view other : {"4", "v4", "4.", "v", "part-4.1", "4.x", "x4.1"}) {
    CAPTURE(other);
    CHECK(parse(other).also.empty());
  }
}

TEST_CASE("a word within a name is found, also beside a number") {
  Pages pages({"call toYAML4HTML first", "call fooBarBaz32Qux first"});
  CHECK(pages.search("foobarbaz32qux").size() == 1);
  for (const std::string_view query :
       {"yaml", "html", "toYAML4HTML", "toyaml4html", "yaml4html", "yaml4*", "to yaml"}) {
    CAPTURE(query);
    CHECK(pages.search(query).size() == 1);
  }
}

TEST_CASE("names written with capitals inside are found in phrases typed without") {
  Pages pages({"the GitHub Actions file"});
  for (const std::string_view query : {"github", "GitHub", "\"github actions\"", "\"the github\"", "\"GitHub Actions\"",
                                       "GITHUB", "\"Github Actions\""}) {
    CAPTURE(query);
    CHECK(pages.search(query).size() == 1);
  }
  Pages plain({"github actions"});
  CHECK(plain.search("\"GitHub Actions\"").size() == 1);
}

TEST_CASE("words are joined by OR, phrases hold together, a minus leaves out, a star goes on") {
  Pages pages({"red apple", "green apple", "red pear", "apple red"});
  CHECK(pages.search("red green").size() == 4);
  CHECK(pages.search("\"red apple\"") == Texts{"red apple"});
  CHECK(pages.search("“red apple”") == Texts{"red apple"});
  CHECK(pages.search("apple -green -pear").size() == 2);
  CHECK(pages.search("apple -\"red apple\"").size() == 2);
  CHECK(pages.search("gre*") == Texts{"green apple"});
  CHECK(pages.search("\"red a\"*") == Texts{"red apple"});
  CHECK(pages.search("-apple").empty());
  CHECK(pages.search("apple --green").size() == 3);
  CHECK(pages.search("apple - green").size() == 3);
  CHECK(pages.search("red**") == pages.search("red"));
  CHECK(pages.search("*red*") == pages.search("red"));
}

TEST_CASE("stop words go unless nothing would be left") {
  CHECK(parse("what is the plan").match == R"(("plan"))");
  CHECK(parse("to be or not to be").match == R"(("to" OR "be" OR "or" OR "not"))");
  CHECK(parse("\"to be\" the").match == R"(("to be"))");
  CHECK(parse("the -plan").match == R"((("the")) NOT ("plan"))");
  CHECK(parse("the tier:semantic").match == R"(("the"))");
  CHECK(parse_query("der Plan", {"der"}).match == R"(("Plan"))");
  CHECK(parse_query("the plan", {}).match == R"(("the" OR "plan"))");
  CHECK(parse_query("I don't know", {"don't", "I"}).match == R"(("know"))");
  for (const std::string& word : english_stop_words()) {
    CAPTURE(word);
    CHECK(tokenize(word, TokenUse::prefix).size() == 1);
    CHECK(tokenize(word, TokenUse::prefix).front().text == word);
  }
}

TEST_CASE("filters take a value that can be meant, anything else is text") {
  const Query query = parse("path:notes/ tag:#todo Tag:\"to do\" kind:rule TIER:Semantic project:web-shop plan");
  CHECK(query.filter.paths == Texts{"notes/"});
  CHECK(query.filter.tags == Texts{"todo", "to do"});
  CHECK(query.filter.kinds == Texts{"rule"});
  CHECK(query.filter.tiers == Texts{"semantic"});
  CHECK(query.filter.projects == Texts{"web-shop"});
  CHECK(query.match == R"(("plan"))");
  CHECK(parse("tag:todo").match.empty());
  for (const std::string_view text : {"path:", "path:/etc", "tier:cold", "tag: todo", "kind:-", "tagged:x"}) {
    CAPTURE(text);
    CHECK(parse(text).filter.empty());
  }
  CHECK(parse("path:/etc").match == R"(("path:/etc" OR "path" OR "etc"))");
  CHECK(parse("tier:cold").words == Texts{"tier", "cold"});
  CHECK(parse("kind: rule").match == R"(("kind" OR "rule"))");
}

TEST_CASE("a filter with a - before it leaves pages out, and leaves the meaning of the words") {
  const Query query = parse("plan -path:notes/ -tag:#todo -kind:rule -TIER:Semantic -project:web-shop");
  CHECK(query.filter.empty());
  CHECK(query.excluded.paths == Texts{"notes/"});
  CHECK(query.excluded.tags == Texts{"todo"});
  CHECK(query.excluded.kinds == Texts{"rule"});
  CHECK(query.excluded.tiers == Texts{"semantic"});
  CHECK(query.excluded.projects == Texts{"web-shop"});
  CHECK(query.match == R"(("plan"))");
  CHECK(query.question == "plan");
  CHECK(parse("plan -tier:cold").excluded.empty());
  CHECK(parse("-kind:rule").match.empty());
}

TEST_CASE("title: searches titles and aliases, and needs to be there") {
  Pages pages;
  pages.add("Release plan", "one", "todo");
  pages.add("Other", "a plan");
  pages.add("Plan B", "two");
  CHECK(pages.search("title:plan").size() == 2);
  CHECK(pages.search("title:plan one") == Texts{"one"});
  CHECK(pages.search("title:\"release plan\"") == Texts{"one"});
  CHECK(pages.search("title:rel*") == Texts{"one"});
  CHECK(pages.search("plan -title:plan") == Texts{"a plan"});
  pages.add("", "write title:plan to search titles");
  CHECK(pages.search("title:plan").size() == 3);
}

TEST_CASE("words to show are what pages hold") {
  CHECK(parse("running -walking the \"state of\" dat*").words == Texts{"run", "state"});
  CHECK(parse("dat*").prefixes == Texts{"dat"});
  CHECK(parse("\"of the\"").words == Texts{"of", "the"});
  CHECK(parse("title:Plans").words == Texts{"plan"});
}

TEST_CASE("exact and inflected forms are found alike") {
  Pages pages({"we run", "we were running", "he runs", "rung"});
  CHECK(pages.search("running").size() == 3);
  CHECK(pages.search("run").size() == 3);
  CHECK(pages.search("running*").size() == 1);
}

TEST_CASE("a query of 10,000 characters is answered") {
  Pages pages({"the needle is here", "部署方案"});
  std::mt19937 random(3);
  std::string words = "needle", han = "部署";
  while (words.size() < 10'000) words += " w" + std::to_string(random() % 100'000);
  for (int i = 0; i < 5'000; ++i) {
    han += "\xe4\xb8";
    han += static_cast<char>(0x80 + random() % 0x40);
  }
  CHECK(pages.search(words) == Texts{"the needle is here"});
  CHECK(holds(pages.search(han), "部署方案"));
  for (const std::string_view unit :
       {"a-", "a ", "\"", "-a ", "a\"", "x:", "title:a ", "((", "aB", "a*", "\"a\"* ", "- "}) {
    std::string text;
    while (text.size() < 10'000) text += unit;
    CAPTURE(unit);
    for (const std::string& body : pages.search(text)) CHECK(!body.starts_with("error"));
  }
}

TEST_CASE("no text makes an expression that SQLite refuses") {
  Pages pages({"a b c", "部署方案", "x-y"});
  std::mt19937 random(11);
  const std::vector<std::string> pieces{
      "a",      "b",      "\"",       "'",     "*",      "-",        "+",
      "(",      ")",      ":",        "^",     "{",      "}",        "NEAR",
      "AND",    "OR",     "NOT",      " ",     "  ",     ",",        ".",
      "title:", "path:",  "tag:",     "-tag:", "kind:",  "tier:",    "-title:",
      "部",     "署",     "を",       "ガ",    "é",      "\\",       "/",
      "[",      "]",      "|",        "&",     ";",      "%",        "#",
      "@",      "--",     "/*",       "🎉",     "\xff",   "\xe3\x81", std::string(1, '\0'),
      "“",      "\u3000", "semantic", "1",     "\u0301", "\n",       "_",
      "++",     "한",     "ก"};
  for (int round = 0; round < 30'000; ++round) {
    std::string text;
    for (std::size_t i = random() % 14; i > 0; --i) {
      if (round % 3 == 0)
        text += static_cast<char>(random() & 0xFF);
      else
        text += pieces[random() % pieces.size()];
    }
    const Query query = parse(text);
    for (const std::string& expression : {query.match, query.phrase}) {
      const Texts found = pages.match(expression);
      if (!found.empty() && found.front().starts_with("error")) {
        CAPTURE(text);
        CAPTURE(expression);
        FAIL_CHECK(found.front());
      }
    }
  }
}
