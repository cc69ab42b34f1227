// A page made short: what can be told by form stays, and the words by which it is found. Pure.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "wiki/page_path.hh"

namespace ai_memory {

struct CompactionSource {
  std::string commit;  // holds the full text; may be abbreviated
  PagePath path;
};

struct CompactionOptions {
  std::size_t keep_tokens_max = 200;  // past it, how many are left out is stated; items, links and code always stay
  std::size_t summary_max = 500;      // characters of the first paragraph or `summary`
  double summary_share = 0.15;        // of the body's bytes: for the first paragraph; 80 characters always may stay
  double target_share = 0.40;         // of the page's bytes, if its facts allow it; words fill up what facts leave
  double least_words_share = 0.08;    // of the body's bytes: for words, where facts take all
  double sentence_share = 0.15;       // of what facts leave: for whole sentences, where not even all words fit
  double largest_share = 0.80;        // of the page's bytes: no compaction that saves less
  // Words that tell nothing, beside a short list of its own; lower case, with apostrophe.
  std::function<bool(std::string_view)> is_common = {};
};

// Goes up whenever a page that was refused might not be any more, or for another reason: refusals are remembered.
inline constexpr int kCompactionRules = 3;

struct Compaction {
  std::string text;          // the page's text; empty if it stays as it is
  std::string refused;       // why it stays as it is
  std::size_t left_out = 0;  // tokens past keep_tokens_max
};

// Front matter as it was with `compacted: true`; its title, `abstract` and a summary; the names of its sections; what
// keep_tokens() finds; what it denies, clause by clause; sentences and words as the bytes allow; and which commit has
// the full text. Line ends and a BOM stay. Refused: what is compacted already, protected or a ledger, and pages that
// would not become much smaller.
Compaction compact_page(std::string_view text, const CompactionSource& source, const CompactionOptions& options = {});

}  // namespace ai_memory
