// What in running text must not be lost, nor change unnoticed: numbers, names and places. By form alone, in any
// language. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

enum class TokenKind {
  url,         // https://example.org/a_(b), mailto:x@example.org
  path,        // src/a.cc, ./run, ~/notes, /etc/hosts, C:\Users\x, \\server\share, with or without extension
  file,        // main.cc, Makefile.am: a name with a known extension
  error,       // E0308, ORA-00942, ENOSPC, HTTP 404, 503 Service Unavailable
  exception,   // NullPointerException, SIGSEGV, ValueError
  identifier,  // UPPER_SNAKE, snake_case, camelCase, PascalCase of two humps, a.dotted.name, Foo::bar, kebab-case with
               // a digit (eu-west-1), --flag
  id,          // hex of 7 and more digits with a digit and a letter in it, UUIDs
  issue,       // #123, ABC-123, GH-12
  version,     // v2.3.1, 2.3.1, 1.10-rc2
  date,        // 2026-11-30, 30 Nov 2026, Nov 30, 2026年11月30日, Q3 2026, times 14:05, 02:00Z
  amount,      // $1,200, 3.5 GB, 40 %, 12 ms, 1200円, 3万円
  number,      // 5432, 1,200, −3.5, 1e-6, 十五 only before a counter
  email,       // ann@example.org
  mention,     // @ann
  quoted,      // "…", “…”, 「…」 of at most 80 characters, without the marks
};
std::string_view token_kind_name(TokenKind kind);

struct FoundToken {
  TokenKind kind{};
  std::size_t begin = 0, end = 0;  // bytes of the text
};

// In order of `begin`; none overlap, but that what is within a quotation is found as well. `text` is prose on one line,
// without marks of markdown. Linear in the text.
std::vector<FoundToken> find_tokens(std::string_view text);

// A spelling that is equal for two tokens that say the same: full-width digits and letters as ASCII ones, 1,200 as
// 1200, 30 Nov 2026 as 2026-11-30, units without the blank, case folded where case says nothing.
std::string token_value(TokenKind kind, std::string_view token);

}  // namespace ai_memory
