// Any text as a query: the expression it makes is one that SQLite takes.
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_query.cc wiki/error.cc
//     index/{chain,fts5_tokenizer,query,query_items,query_terms,stem,stop_words,tokenizer,unicode}.cc
//     -lutf8proc -lsqlite3 -o fuzz_query
#include <cstdint>
#include <cstdlib>
#include <sqlite3.h>

#include "index/query.hh"
#include "index/tokenizer.hh"

namespace {

sqlite3* open_pages() {
  sqlite3* db = nullptr;
  sqlite3_open(":memory:", &db);
  ai_memory::register_tokenizer(db);
  const char* sql =
      "CREATE VIRTUAL TABLE pages USING fts5(title, aliases, headings, tags, body, tokenize = 'ai_memory');"
      "INSERT INTO pages(title, body) VALUES ('a title', 'some text, 部署, retentionScore');";
  if (sqlite3_exec(db, sql, nullptr, nullptr, nullptr) != SQLITE_OK) std::abort();
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
  if (result != SQLITE_DONE) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static sqlite3* const db = open_pages();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ai_memory::Query query = ai_memory::parse_query(text, ai_memory::english_stop_words());
  must_be_taken(db, query.match);
  must_be_taken(db, query.phrase);
  for (const auto use : {ai_memory::TokenUse::document, ai_memory::TokenUse::prefix})
    for (const ai_memory::Token& token : ai_memory::tokenize(text, use))
      if (token.begin >= token.end || token.end > size) std::abort();
  return 0;
}
