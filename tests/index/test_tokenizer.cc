#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "index/stem.hh"
#include "index/tokenizer.hh"

using namespace ai_memory;

namespace {

// "a/b c": b stands at the place of a, c at the next.
std::string cut(std::string_view text, TokenUse use = TokenUse::document) {
  std::string all;
  for (const Token& token : tokenize(text, use)) {
    if (!all.empty()) all += token.colocated ? '/' : ' ';
    all += token.text;
  }
  return all;
}

std::string cut_query(std::string_view text) { return cut(text, TokenUse::query); }

struct Row {
  std::string_view text, document, query;
};

void check(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(cut(row.text) == row.document);
    CHECK(cut_query(row.text) == row.query);
  }
}

}  // namespace

TEST_CASE("English words are found by their stem and kept as written") {
  check({{"running", "running/run", "run"},
         {"run", "run", "run"},
         {"Databases", "databases/databas", "databas"},
         {"database", "database/databas", "databas"},
         {"as is", "as is", "as is"},
         {"naïve", "naive/naiv", "naiv"}});
}

TEST_CASE("the stemmer follows Porter's examples") {
  const std::pair<std::string_view, std::string_view> rows[] = {{"caresses", "caress"},
                                                                {"ponies", "poni"},
                                                                {"cats", "cat"},
                                                                {"feed", "feed"},
                                                                {"agreed", "agre"},
                                                                {"plastered", "plaster"},
                                                                {"bled", "bled"},
                                                                {"motoring", "motor"},
                                                                {"sing", "sing"},
                                                                {"conflated", "conflat"},
                                                                {"troubled", "troubl"},
                                                                {"sized", "size"},
                                                                {"hopping", "hop"},
                                                                {"falling", "fall"},
                                                                {"hissing", "hiss"},
                                                                {"filing", "file"},
                                                                {"happy", "happi"},
                                                                {"sky", "sky"},
                                                                {"relational", "relat"},
                                                                {"rational", "ration"},
                                                                {"vietnamization", "vietnam"},
                                                                {"hopefulness", "hope"},
                                                                {"formalize", "formal"},
                                                                {"electrical", "electr"},
                                                                {"adjustment", "adjust"},
                                                                {"adoption", "adopt"},
                                                                {"dogma", "dogma"},
                                                                {"probate", "probat"},
                                                                {"rate", "rate"},
                                                                {"controlling", "control"},
                                                                {"roll", "roll"},
                                                                {"assembly", "assembl"},
                                                                {"assemble", "assembl"},
                                                                {"technology", "technolog"},
                                                                {"is", "is"},
                                                                {"Running", "Running"},
                                                                {"über", "über"},
                                                                {"", ""}};
  for (const auto& row : rows) {
    const auto& word = row.first;
    const auto& stem = row.second;
    CAPTURE(word);
    CHECK(porter_stem(word) == stem);
  }
}

TEST_CASE("a word too long to be English keeps its ending, however long it is") {
  CHECK(porter_stem(std::string(61, 'a') + "ing") == std::string(61, 'a'));
  CHECK(porter_stem(std::string(62, 'a') + "ing") == std::string(62, 'a') + "ing");
  const std::string all_y(10'000'000, 'y');
  CHECK(porter_stem(all_y) == all_y);
}

TEST_CASE("identifiers are found whole and by their parts") {
  check({{"retentionScore", "retention/retent/retentionscore/retentionscor score/retentionscore/retentionscor",
          "retent score"},
         {"retention_score", "retention/retent/retentionscore/retentionscor score", "retent score"},
         {"pre-commit", "pre/precommit commit", "pre commit"},
         {"HTTPServer", "http/httpserver server/httpserver", "http server"},
         {"URLs", "urls/url", "url"},
         {"my__var", "my/myvar var", "my var"},
         {"__init__", "init", "init"},
         {"/etc/hosts", "etc hosts/host", "etc host"},
         {"config.example.toml", "config/configexampletoml example/exampl toml", "config exampl toml"},
         {"word--word", "word word", "word word"},
         {"--force", "force/forc", "forc"},
         {"key=value", "key/kei value/valu", "kei valu"},
         {"bob@a.org", "bob a/aorg org", "bob a org"},
         {"AT&T", "at/att t", "at t"}});
}

TEST_CASE("the whole name stands beside the words on both sides of it") {
  CHECK(cut("the GitHub file") == "the git/github hub/github file");
  CHECK(cut("github-actions") == "github/githubactions/githubact actions/action");
}

TEST_CASE("numbers, versions and units") {
  check({{"v2.3.1", "v2 3 1", "v2 3 1"},
         {"50%", "50", "50"},
         {"1,200", "1/1200 200", "1 200"},
         {"1,20", "1 20", "1 20"},
         {"1200,300", "1200 300", "1200 300"},
         {"2026-11-29", "2026/20261129 11 29", "2026 11 29"},
         {"3.5", "3 5", "3 5"},
         {"utf8", "utf/utf8 8/utf8", "utf 8"},
         {"utf-8", "utf/utf8 8", "utf 8"},
         {"100ms", "100/100ms ms/100ms", "100 ms"},
         {"A01 3f2a9c", "a01 3f2a9c", "a01 3f2a9c"}});
}

TEST_CASE("a number between two words parts them, in what may be a hash it does not") {
  check({{"toYAML4HTML", "to/toyaml4html yaml/yaml4html/toyaml 4 html/toyaml4html", "to yaml 4 html"},
         {"base64Codec", "base/base64codec 64 codec/base64codec", "base 64 codec"},
         {"toBase64", "to/tobase64 base/tobase/tobas 64/tobase64", "to base 64"},
         {"sha512sum", "sha/sha512sum 512 sum/sha512sum", "sha 512 sum"},
         {"ab12cd p2p h264dec x86", "ab12cd p2p h264dec x86", "ab12cd p2p h264dec x86"},
         {"dead12beef99 utf8mb4", "dead12beef99 utf8mb4", "dead12beef99 utf8mb4"}});
}

TEST_CASE("apostrophes and the names with signs in them") {
  check({{"don't", "dont", "dont"},
         {"don’t dont", "dont dont", "dont dont"},
         {"Caroline's", "caroline/carolin", "carolin"},
         {"1990's", "1990", "1990"},
         {"'quoted'", "quoted/quot", "quot"},
         {"l'école", "l/lecole/lecol ecole/ecol", "l ecol"},
         {"C C++ C#", "c c++ c#", "c c++ c#"},
         {"c++17", "c++ 17", "c++ 17"},
         {"count++", "count++/count", "count++"},
         {"a+++", "a", "a"},
         {".NET net", ".net/net net", ".net net"},
         {"ASP.NET", "asp/aspnet net/.net", "asp net"},
         {"page#top", "page top", "page top"}});
}

TEST_CASE("A03 words of scripts without spaces are bigrams, with single characters in documents") {
  check({{"部署", "部署/部/署", "部署"},
         {"部", "部", "部"},
         {"部署方案", "部署/部 署方/署 方案/方/案", "部署 署方 方案"},
         {"连接池：50", "连接/连 接池/接/池 50", "连接 接池 50"},
         {"重跑gen-itgc后", "重跑/重/跑 gen/genitgc itgc 后", "重跑 gen itgc 后"},
         {"設定を", "設定/設 定を/定/を", "設定 定を"},
         {"오늘 배포를", "오늘/오/늘 배포/배 포를/포/를", "오늘 배포 포를"},
         {"한글漢字", "한글/한/글 漢字/漢/字", "한글 漢字"},
         {"ที่", "ที่", "ที่"},
         {"เมือง", "เมื/เ มือ/มื อง/อ/ง", "เมื มือ อง"}});
}

TEST_CASE("widths, cases and accents make no difference, voicing of kana does") {
  check({{"ＡＢＣ１２３", "abc/abc123 123/abc123", "abc 123"},
         {"ｶﾞ", "ガ", "ガ"},
         {"か\u3099", "が", "が"},
         {"か", "か", "か"},
         {"CAFÉ cafe\u0301", "cafe cafe", "cafe cafe"},
         {"\u0301", "", ""},
         {"Straße", "strasse/strass", "strass"},
         {"Łódź", "lodz", "lodz"},
         {"İstanbul", "istanbul", "istanbul"},
         {"йод ёж", "йод еж", "йод еж"},
         {"soft\u00ADware", "software/softwar", "softwar"},
         {"a\u200Bb", "a b", "a b"},
         {"👍🏽", "👍", "👍"},
         {"①", "1", "1"}});
}

TEST_CASE("a prefix is not stemmed and may end inside a name") {
  CHECK(cut("running", TokenUse::prefix) == "running");
  CHECK(cut("retentionSc", TokenUse::prefix) == "retentionsc");
  CHECK(cut("abcdef12", TokenUse::prefix) == "abcdef12");
  CHECK(cut("pre-comm", TokenUse::prefix) == "pre comm");
  CHECK(cut("部", TokenUse::prefix) == "部");
}

TEST_CASE("nothing but signs, or nothing, has no tokens") {
  for (const std::string_view text : {"", " \n", "\"", "-", "()", "*", "---", "…", "\xff\xfe", "“”"})
    CHECK(tokenize(text, TokenUse::document).empty());
}

TEST_CASE("a very long word is known by its beginning, alike in page and query") {
  const std::string word(100'000, 'z');
  REQUIRE(tokenize(word, TokenUse::document).size() == 1);
  CHECK(tokenize(word, TokenUse::document)[0].text == tokenize(word + "z", TokenUse::query)[0].text);
  CHECK(tokenize(word, TokenUse::document)[0].end == word.size());
  std::string accents;
  for (int i = 0; i < 1000; ++i) accents += "ю";
  CHECK(tokenize(accents, TokenUse::document)[0].text.size() == 256);
}

TEST_CASE("tokens say which bytes they came from") {
  const std::string text = "Öl, pre-commit ＡＢ 部署";
  std::vector<std::string> sources;
  for (const Token& token : tokenize(text, TokenUse::query))
    sources.push_back(text.substr(token.begin, token.end - token.begin));
  CHECK(sources == std::vector<std::string>{"Öl", "pre", "commit", "ＡＢ", "部署"});
}

TEST_CASE("reading tokens stops when asked to") {
  int count = 0;
  for_each_token("one two three", TokenUse::query, [&](const Token&) { return ++count < 2; });
  CHECK(count == 2);
}

TEST_CASE("any bytes give tokens in order and within the text, the first of a place never colocated") {
  std::mt19937 random(20261);
  const std::vector<std::string_view> pieces{
      "a", "B",  "é",  "\u0301", "1", "_", "-", ".",      "'",      "’",    "++",   "#",  " ",   "部", "を", "ガ",
      "ﾞ", "한", "ᄀ", "ᅡ",     "ก", "ิ",  "🎉", "\u200d", "\u00ad", "\xff", "\xe3", "\0", "net", ",",  "&",  "\uFDFA"};
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    const std::size_t length = random() % 24;
    for (std::size_t i = 0; i < length; ++i) {
      if (round % 2)
        text += pieces[random() % pieces.size()];
      else
        text += static_cast<char>(random() & 0xFF);
    }
    for (const TokenUse use : {TokenUse::document, TokenUse::query, TokenUse::prefix}) {
      std::size_t last = 0;
      bool first = true, good = true;
      for (const Token& token : tokenize(text, use)) {
        good =
            good && !token.text.empty() && token.begin >= last && token.begin < token.end && token.end <= text.size();
        good = good && !(token.colocated && (first || use != TokenUse::document));
        last = token.begin;
        first = false;
      }
      if (!good) {
        CAPTURE(text);
        FAIL_CHECK("a token out of order");
      }
    }
  }
}

TEST_CASE("what a page holds is found by the same text typed as a query") {
  std::mt19937 random(7);
  const std::vector<std::string_view> pieces{"a", "Bc", "DE", "fG", "12", "3",  "_", "-", ".",
                                             "'", "++", "#",  "部", "を", "한", "&", ","};
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::size_t i = random() % 8 + 1; i > 0; --i) text += pieces[random() % pieces.size()];
    std::vector<std::vector<std::string>> places;
    for (const Token& token : tokenize(text, TokenUse::document)) {
      if (!token.colocated) places.emplace_back();
      places.back().push_back(token.text);
    }
    const std::vector<Token> query = tokenize(text, TokenUse::query);
    bool found = places.size() == query.size();
    for (std::size_t i = 0; found && i < query.size(); ++i)
      found = std::ranges::find(places[i], query[i].text) != places[i].end();
    if (!found) {
      CAPTURE(text);
      FAIL_CHECK("not found by itself");
    }
  }
}
