// Any text as a query: the expression it makes is one that SQLite takes (A01), and the lines shown for it are text.
#include <sqlite3.h>

#include "index/query.hh"
#include "index/snippet.hh"
#include "index/tokenizer.hh"
#include "tests/fuzz/fuzz.hh"
#include "wiki/page_path.hh"

using namespace ai_memory;

namespace {

sqlite3* open_pages() {
  sqlite3* db = nullptr;
  sqlite3_open(":memory:", &db);
  register_tokenizer(db);
  const char* sql =
      "CREATE VIRTUAL TABLE pages USING fts5(title, aliases, headings, tags, body, tokenize = 'ai_memory');"
      "INSERT INTO pages(title, body) VALUES ('a title', 'some text, 部署, retentionScore');";
  require(sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  return db;
}

void must_be_taken(sqlite3* db, const std::string& expression) {
  if (expression.empty()) return;
  sqlite3_stmt* select = nullptr;
  sqlite3_prepare_v2(db, "SELECT rowid FROM pages WHERE pages MATCH ?", -1, &select, nullptr);
  sqlite3_bind_text(select, 1, expression.data(), static_cast<int>(expression.size()), SQLITE_STATIC);
  int result = SQLITE_ROW;
  while (result == SQLITE_ROW) result = sqlite3_step(select);
  sqlite3_finalize(select);
  require(result == SQLITE_DONE);
}

void tokens_lie_within(std::string_view text) {
  for (const auto use : {TokenUse::document, TokenUse::query, TokenUse::prefix}) {
    std::size_t begin = 0;
    for (const Token& token : tokenize(text, use)) {
      require(token.begin < token.end && token.end <= text.size() && token.begin >= begin);
      begin = token.begin;
    }
  }
}

// What of the input stands behind its first line is a page to be searched.
void show(std::string_view text, const Query& query) {
  const auto shown = snippets(text.substr(std::min(text.find('\n'), text.size())), query);
  require(shown.size() <= 3);
  for (const auto& snippet : shown) {
    require(is_utf8(snippet.text) && snippet.text.size() < 1000 && snippet.text.find('\x1b') == std::string::npos);
    for (const auto& [begin, end] : snippet.marks) require(begin < end && end <= snippet.text.size());
  }
}

}  // namespace

void check(std::string_view text) {
  static sqlite3* const db = open_pages();
  const Query query = parse_query(text, english_stop_words());
  must_be_taken(db, query.match);
  must_be_taken(db, query.phrase);
  tokens_lie_within(text);
  show(text, parse_query(text.substr(0, text.find('\n')), english_stop_words()));
}
