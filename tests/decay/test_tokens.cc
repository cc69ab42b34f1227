#include <ctime>
#include <doctest/doctest.h>

#include "decay/tokens.hh"

using namespace ai_memory;

namespace {

using Strings = std::vector<std::string>;

Strings tokens_of(std::string_view text) {
  Strings out;
  for (const FoundToken& token : find_tokens(text))
    out.push_back(std::string(token_kind_name(token.kind)) + " " +
                  std::string(text.substr(token.begin, token.end - token.begin)));
  return out;
}

std::string join(const Strings& parts) {
  std::string out;
  for (const auto& part : parts) out += (out.empty() ? "" : " | ") + part;
  return out;
}

struct Row {
  const char* text;
  Strings tokens;
};

void check_rows(std::initializer_list<Row> rows) {
  for (const Row& row : rows) CHECK_MESSAGE(join(tokens_of(row.text)) == join(row.tokens), std::string(row.text));
}

}  // namespace

TEST_CASE("URLs end where the sentence goes on") {
  check_rows({
      {"See https://example.org/a_(b), then", {"url https://example.org/a_(b)"}},
      {"(http://a.example/x?y=1&z=2#f).", {"url http://a.example/x?y=1&z=2#f"}},
      {"see:https://example.org/x", {"url https://example.org/x"}},
      {"詳細はhttps://example.org/aを見る", {"url https://example.org/a"}},
      {"https://ja.example.org/wiki/設計 と", {"url https://ja.example.org/wiki/設計"}},
      {"mailto:ann@example.org!", {"url mailto:ann@example.org"}},
      {"git://host/r.git", {"url git://host/r.git"}},
  });
}

TEST_CASE("paths and files are found with and without extension, on any system") {
  check_rows({
      {"in src/a.cc.", {"path src/a.cc"}},
      {"./run and ../up/x", {"path ./run", "path ../up/x"}},
      {"~/notes, /etc/hosts", {"path ~/notes", "path /etc/hosts"}},
      {"C:\\Users\\x\\a.txt", {"path C:\\Users\\x\\a.txt"}},
      {"\\\\server\\share", {"path \\\\server\\share"}},
      {"docs/設計.mdを読む", {"path docs/設計.md"}},
      {"edit main.cc, Makefile and .gitignore", {"file main.cc", "file Makefile", "file .gitignore"}},
      {"and/or he/she", {}},
      {"設定は/etc/app.confにある", {"path /etc/app.conf"}},
  });
}

TEST_CASE("errors, exceptions, identifiers, ids and issues are told by their form") {
  check_rows({
      {"error[E0308] and ORA-00942", {"error E0308", "error ORA-00942"}},
      {"ENOSPC after HTTP 404", {"error ENOSPC", "error HTTP 404"}},
      {"503 Service Unavailable", {"error 503 Service Unavailable"}},
      {"exit code 137", {"error exit code 137"}},
      {"NullPointerException, SIGSEGV, ValueError",
       {"exception NullPointerException", "exception SIGSEGV", "exception ValueError"}},
      {"MAX_SIZE snake_case camelCase", {"identifier MAX_SIZE", "identifier snake_case", "identifier camelCase"}},
      {"HttpServer os.path.join Foo::bar()",
       {"identifier HttpServer", "identifier os.path.join", "identifier Foo::bar"}},
      {"in eu-west-1 with --dry-run", {"identifier eu-west-1", "identifier --dry-run"}},
      {"well-known words, e.g. these in the U.S.", {}},
      {"commit 7f3a9c1e", {"id 7f3a9c1e"}},
      {"123e4567-e89b-12d3-a456-426614174000", {"id 123e4567-e89b-12d3-a456-426614174000"}},
      {"fixes #123, ABC-45 and GH-12", {"issue #123", "issue ABC-45", "issue GH-12"}},
      {"ask @ann or bob@example.org.", {"mention @ann", "email bob@example.org"}},
      {"UTF8とIPv6を使う", {"identifier UTF8", "identifier IPv6"}},
  });
}

TEST_CASE("versions, numbers and amounts keep their signs, groups and units") {
  check_rows({
      {"v2.3.1 after 2.3.0 and 1.10-rc2", {"version v2.3.1", "version 2.3.0", "version 1.10-rc2"}},
      {"port 5432.", {"number 5432"}},
      {"1,200 of -3.5 and 1e-6", {"number 1,200", "number -3.5", "number 1e-6"}},
      {"$1,200 or 12ms, 3.5 GB", {"amount $1,200", "amount 12ms", "amount 3.5 GB"}},
      {"40 % and 3 days", {"amount 40 %", "amount 3 days"}},
      {"1200円と3万円、十五人", {"amount 1200円", "amount 3万円", "amount 十五人"}},
      {"call 555-1234", {"number 555-1234"}},
      {"the 2nd of 10-12", {"number 2nd", "number 10-12"}},
      {"timeout=30, x:5", {"number 30", "number 5"}},
      {"ポートは５４３２", {"number ５４３２"}},
      {"192.168.0.1:8080", {"version 192.168.0.1", "number 8080"}},
      {"from .95 to (.96), end.", {"number .95", "number .96"}},
      {"$12k", {"amount $12k"}},
      {"第3章の２行目", {"amount 3章", "amount ２行"}},
  });
}

TEST_CASE("dates and times are found as people write them") {
  check_rows({
      {"on 2026-11-30, 2026/11/30", {"date 2026-11-30", "date 2026/11/30"}},
      {"at 2026-11-30T14:05:00Z", {"date 2026-11-30T14:05:00Z"}},
      {"30 Nov 2026 or Nov 30, 2026", {"date 30 Nov 2026", "date Nov 30, 2026"}},
      {"Nov 30 and the 3rd of July", {"date Nov 30", "date 3rd of July"}},
      {"Q3 2026 and Q2", {"date Q3 2026", "date Q2"}},
      {"14:05, 2 pm, 02:00Z", {"date 14:05", "date 2 pm", "date 02:00Z"}},
      {"12:30-13:00", {"date 12:30", "date 13:00"}},
      {"on Friday in May 2026", {"date Friday", "date May 2026"}},
      {"I may march in March", {}},
      {"2026年11月30日に", {"date 2026年11月30日"}},
      {"11月30日（月曜日）午後3時", {"date 11月30日", "date 月曜日", "date 午後3時"}},
      {"十一月三日", {"date 十一月三日"}},
      {"2026-11-30-notes.md", {"file 2026-11-30-notes.md"}},
      {"3日間で5分", {"amount 3日間", "amount 5分"}},
  });
}

TEST_CASE("quotations are tokens and are looked into") {
  check_rows({
      {"said \"port 5432\" twice", {"quoted port 5432", "number 5432"}},
      {"“Becoming Nicole” is", {"quoted Becoming Nicole"}},
      {"「設計書」を読む", {"quoted 設計書"}},
      {"a 5\" disk and 7\"", {"number 5", "number 7"}},
  });
}

TEST_CASE("what says the same has one value") {
  struct Pair {
    TokenKind kind;
    const char *token, *value;
  };
  for (const Pair& row : {
           Pair{TokenKind::number, "1,200", "1200"},
           Pair{TokenKind::number, "１２００", "1200"},
           Pair{TokenKind::number, "−3.5", "-3.5"},
           Pair{TokenKind::number, "15th", "15"},
           Pair{TokenKind::amount, "3.5 GB", "3.5GB"},
           Pair{TokenKind::amount, "3万円", "30000jpy"},
           Pair{TokenKind::amount, "1.5億円", "150000000jpy"},
           Pair{TokenKind::amount, "$1,200", "1200usd"},
           Pair{TokenKind::amount, "1,200 USD", "1200usd"},
           Pair{TokenKind::amount, "40 percent", "40%"},
           Pair{TokenKind::amount, "３ days", "3day"},
           Pair{TokenKind::amount, "十五人", "15人"},
           Pair{TokenKind::date, "30 Nov 2026", "2026-11-30"},
           Pair{TokenKind::date, "Nov 30, 2026", "2026-11-30"},
           Pair{TokenKind::date, "November 30th, 2026", "2026-11-30"},
           Pair{TokenKind::date, "2026/11/30", "2026-11-30"},
           Pair{TokenKind::date, "11/30/2026", "2026-11-30"},
           Pair{TokenKind::date, "30.11.2026", "2026-11-30"},
           Pair{TokenKind::date, "2026年11月30日", "2026-11-30"},
           Pair{TokenKind::date, "２０２６年十一月三十日", "2026-11-30"},
           Pair{TokenKind::date, "3rd of July", "--07-03"},
           Pair{TokenKind::date, "7月3日", "--07-03"},
           Pair{TokenKind::date, "30日", "---30"},
           Pair{TokenKind::date, "2 pm", "14:00"},
           Pair{TokenKind::date, "午後2時", "14:00"},
           Pair{TokenKind::date, "14:00", "14:00"},
           Pair{TokenKind::date, "2026-11-30T14:05Z", "2026-11-30T14:05Z"},
           Pair{TokenKind::date, "Q3 2026", "2026-q3"},
           Pair{TokenKind::date, "Fridays", "friday"},
           Pair{TokenKind::version, "v2.3.1", "2.3.1"},
           Pair{TokenKind::url, "HTTPS://Example.org/A/", "https://example.org/A"},
           Pair{TokenKind::id, "7F3A9C1", "7f3a9c1"},
           Pair{TokenKind::identifier, "ＭＡＸ_Ｘ", "MAX_X"},
       })
    CHECK_MESSAGE(token_value(row.kind, row.token) == row.value, std::string(row.token));
}

TEST_CASE("values that differ stay apart (A34)") {
  const auto value = [](const char* text) {
    const auto found = find_tokens(text);
    REQUIRE(found.size() == 1);
    return token_value(found[0].kind, std::string_view(text).substr(found[0].begin, found[0].end - found[0].begin));
  };
  CHECK(value("15 Oct") != value("16 Oct"));
  CHECK(value("v2.3.1") != value("v2.3.2"));
  CHECK(value("5432") != value("5433"));
  CHECK(value("$1,200") != value("$12,000"));
  CHECK(value("eu-west-1") != value("eu-west-2"));
  CHECK(value("5 Mb") != value("5 MB"));
  CHECK(value("2 am") != value("2 pm"));
}

TEST_CASE("tokens lie within the text, apart from each other but for quotations, and each has a value") {
  constexpr std::string_view kParts[] = {"1",    "2026", "-",        "/", ".",   ":",  " ", "\"", "「", "」",
                                         "年",   "月",   "十",       "a", "Nov", "Z",  "$", "%",  ",",  "e",
                                         "://",  "http", "@",        "#", "_",   "\\", "~", "３", "万", "円",
                                         "午後", "\xff", "\xe3\x81", "v", "T",   "pm", "–"};
  unsigned seed = 11;
  const auto next = [&seed] { return (seed = seed * 1664525 + 1013904223) >> 16; };
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (unsigned i = next() % 16; i > 0; --i) text += kParts[next() % std::size(kParts)];
    std::size_t end = 0, begin = 0;
    for (const FoundToken& token : find_tokens(text)) {
      REQUIRE_MESSAGE((token.begin >= begin && token.begin < token.end && token.end <= text.size()), text);
      begin = token.begin;
      const auto value = token_value(token.kind, std::string_view(text).substr(token.begin, token.end - token.begin));
      CHECK_MESSAGE((!value.empty() || token.kind == TokenKind::quoted), text);
      if (token.kind == TokenKind::quoted) continue;
      REQUIRE_MESSAGE(token.begin >= end, text);
      end = token.end;
    }
  }
}

TEST_CASE("a long text of anything takes a time of its length, not of its square") {
  for (const char* part :
       {"1",       "1,111",      "1-", "1–", "１.",         "a.",    "a/",     "/",     "\"", "“",  "「a",
        "http://", "x:https://", "@",  "十", "2026-11-30 ", "Nov 3", "a/あ",   "-",     "__", "#1", "\\",
        "1/",      "v1",         "::", "(",  "あ1",         "午後",  "$1,111", "HTTP ", "e",  "E0", "~"}) {
    std::string text;
    while (text.size() < 150'000) text += part;
    text += "x";
    const auto start = std::clock();
    find_tokens(text);
    CHECK_MESSAGE(std::clock() - start < 10 * CLOCKS_PER_SEC, std::string(part));
  }
}

TEST_CASE("days, ranges and rates as people note them") {
  check_rows({
      {"June 1: mail, Feb 3!", {"date June 1", "date Feb 3"}},
      {"Nov and Feb 10.30", {"number 10.30"}},
      {"from 7.30–9.30 on", {"number 7.30–9.30"}},
      {"about 3,400/day now", {"amount 3,400/day"}},
      {"7 yr, 12 wks", {"amount 7 yr", "amount 12 wks"}},
  });
  CHECK(token_value(TokenKind::amount, "12 wks") == token_value(TokenKind::amount, "12 weeks"));
  CHECK(token_value(TokenKind::amount, "7 yr") == token_value(TokenKind::amount, "7 years"));
}
