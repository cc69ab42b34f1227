// The tokenizer as SQLite's FTS5 calls it.
#include <exception>
#include <new>
#include <sqlite3.h>

#include "index/tokenizer.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

using EmitToken = int(void* context, int flags, const char* text, int size, int begin, int end);

int create(void*, const char**, int, Fts5Tokenizer** out) {
  static char no_state;
  *out = reinterpret_cast<Fts5Tokenizer*>(&no_state);
  return SQLITE_OK;
}

void destroy(Fts5Tokenizer*) {}

TokenUse use_of(int flags) {
  if (!(flags & FTS5_TOKENIZE_QUERY)) return TokenUse::document;
  return flags & FTS5_TOKENIZE_PREFIX ? TokenUse::prefix : TokenUse::query;
}

int cut(Fts5Tokenizer*, void* context, int flags, const char* text, int size, EmitToken* emit) {
  if (!text || size <= 0) return SQLITE_OK;
  int result = SQLITE_OK;
  try {
    for_each_token({text, static_cast<std::size_t>(size)}, use_of(flags), [&](const Token& token) {
      result = emit(context, token.colocated ? FTS5_TOKEN_COLOCATED : 0, token.text.data(),
                    static_cast<int>(token.text.size()), static_cast<int>(token.begin), static_cast<int>(token.end));
      return result == SQLITE_OK;
    });
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  } catch (const std::exception&) {
    return SQLITE_ERROR;
  }
  return result;
}

fts5_api* fts5_of(sqlite3* connection) {
  fts5_api* api = nullptr;
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, nullptr) == SQLITE_OK) {
    sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", nullptr);
    sqlite3_step(statement);
  }
  sqlite3_finalize(statement);
  return api;
}

}  // namespace

void register_tokenizer(sqlite3* connection) {
  fts5_api* api = fts5_of(connection);
  fts5_tokenizer tokenizer{create, destroy, cut};
  if (!api || api->xCreateTokenizer(api, "ai_memory", nullptr, &tokenizer, nullptr) != SQLITE_OK)
    throw Error(ErrorKind::failed, "full-text search: this SQLite has no FTS5",
                "install an SQLite 3.40 or newer built with SQLITE_ENABLE_FTS5");
}

}  // namespace ai_memory
