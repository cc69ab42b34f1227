// The guard of what a language model made of pages: whether it kept every fact, invented none, and may be written. Pure
// and without a model: by tokens, words and negations, in English and Japanese.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/page_path.hh"

namespace ai_memory {

struct RewriteSource {
  PagePath path;
  std::string title, body;
};

struct Rewrite {
  std::string title, body;
  std::vector<std::string> dropped;  // texts that the model says it left out
};

enum class RewriteFault {
  too_large,    // more than 1 MB of sources or of rewrite: not looked at
  empty,        // no word in it
  placeholder,  // "unchanged", "see above", "[…]", a title alone, in whole or as a line that no source has
  control,      // not UTF-8, characters that steer a terminal, an HTML comment or HTML block that no source has
  secret,       // a key or password that is not redacted
  too_short,    // less than 20 % of the distinct sentences of the sources
  too_long,     // more than all sources together and 200 bytes for headings; a title over 300 bytes
  lost,         // a fact of a source is neither in the rewrite nor in `dropped`
  dropped,      // it is in `dropped`, beyond RewriteLimits::max_dropped
  invented,     // a fact that no source has
  misplaced,    // a fact of the sources that stands where they have another one
  broken_link,  // a wikilink or relative link that no source has
};
std::string_view rewrite_fault_name(RewriteFault fault);

struct RewriteFinding {
  RewriteFault fault{};
  // Of what was lost, dropped, invented or misplaced: "number", "date", "time", "name", "negation", "opposite" (a word
  // for one that the sources have there), "mark" ([decision], TODO, a box, ~~), "word" (at most, must, only, if),
  // "order" (who told whom, cause and effect, old and new), "statement", "question", "section", "step", "cell", "code",
  // "link", "tag", "quoted", or a kind of tokens.hh. Else empty.
  std::string kind;
  std::string text;                // the fact as it stands; of a negation the clause; of a secret its kind alone
  std::string sentence;            // in which it stands, at most 300 bytes, secrets redacted
  std::optional<PagePath> source;  // where the fact was; absent: the finding is about the rewrite
  std::size_t line = 0;   // 1-based within the body it stands in, of the paragraph, item or row; 0: in the title
  bool is_doubt = false;  // found by words, which may say the same: a person can tell
};

struct RewriteLimits {
  std::size_t max_dropped = 0;  // facts that may be in `dropped` alone
};

struct RewriteVerdict {
  // What may be written: without a fence around all of it, and without a front matter of its own. Empty if too large.
  std::string title, body;
  // First of what was lost, by source and place; then of the rewrite, by place. At most 500.
  std::vector<RewriteFinding> findings;
  bool accepted() const { return findings.empty(); }
  bool refused() const;  // else, if it is not accepted, there are doubts alone: it is for a person to look at
};

// A fact is a number with its unit, a date, a time, a path, URL, identifier or other token of tokens.hh, a line of
// code, a link, a tag, a name, or a statement that denies something. Two facts are one if token_value() says so, a date
// is also told by a fuller one, and numbers by their words up to twelve. A fact must be in the rewrite once for all
// places that tell it; the words around it must not be those of another fact of its kind. Names are capitalised words
// within a sentence, and those before さん and its like.
//
// What makes another statement of the same facts counts too: words of how many, how certain, under which condition and
// how compared ("at most", "must", "only", "unless", べき, 以上), held against the clause that says the same, in which
// a word of the same meaning does as well ("has to"); who did what to whom, from where to where, what came first; what
// a number counts; steps, cells of a row, labels of links, what is struck out, a quotation to its end.
//
// A word put in another's place counts as well, where it is no synonym. Each clause must be carried by the other side:
// one or two of its sentences have 60 % of the words; what the sources say of one person, product, time or section must
// not be said of another. Words, order and statements are looked at only where no fact is surely wrong.
//
// Sure, so that the rewrite is refused, are: numbers, dates, times, paths, identifiers, URLs, links, tags, quotations,
// marks and code that are gone or new, and a denial that the other side affirms in just these words. The rest are
// doubts, for words have more meanings than a table of them: what words say, names, places of facts, other denials,
// "12" for "12 wks", a day whose year stands elsewhere, what only a title says, up to half as much text again.
//
// A ban is none if it became what need not be done; a word that the sources have behind "to" only must not stand behind
// "from" where the same is told; states ("pending", "was rejected", まだ) and members of a list that no source has are
// invented.
//
// A line or sentence that is a source's but for one word, a condition or hedge that is gone, or two pieces that changed
// places, is another statement; so are lines of code in another order or set in otherwise.
//
// A copy of a single source with its title is accepted if it is none of the first five faults. The time it takes grows
// little more than with the size of the texts.
RewriteVerdict check_rewrite(const std::vector<RewriteSource>& sources, const Rewrite& rewrite,
                             const RewriteLimits& limits = {});

// "lost number 5432 (notes/plan.md, line 3: The database listens on port 5432.)": one line for a person.
std::string describe(const RewriteFinding& finding);

}  // namespace ai_memory
