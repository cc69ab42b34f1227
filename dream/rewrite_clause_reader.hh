// Reads the clauses of a piece of text one after the other.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "decay/content_words.hh"
#include "dream/rewrite_text.hh"

namespace ai_memory {

// Words by id, each once with its greatest weight.
std::vector<WeightedWord> merged_words(std::vector<WeightedWord> words);

class ClauseReader {
 public:
  // Facts and words go to `out`, clauses to its end.
  ClauseReader(RewriteText& out, const RewriteNames& names, RewriteWords& words)
      : out_(out), names_(names), words_(words) {}

  // `piece` must stay while its clauses are read.
  void start(const TextPiece& piece);
  const std::vector<FoundToken>& tokens() const { return tokens_; }
  // Tokens and code: no clause or sentence ends in one of them.
  std::vector<TextRange> whole() const;
  // Ranges ascend. `around`: words that count as beside the clause; finishing the sentence adds more.
  void read(TextRange range, std::size_t sentence, const std::vector<WeightedWord>& around);

 private:
  using Ranges = std::vector<TextRange>;

  void read_spans(RewriteClause& clause, TextRange range, Ranges& held);
  void read_tokens(RewriteClause& clause, TextRange range, Ranges& held);
  void read_words(RewriteClause& clause, TextRange range, const Ranges& held);
  void read_kana(RewriteClause& clause, TextRange range, const Ranges& held);
  void add_fact(RewriteClause& clause, RewriteFact fact);
  void add_denials(RewriteClause& clause, std::string_view word);
  void note_word(std::string_view word);
  void add_word(RewriteClause& clause, const TextWord& word);
  void add_number_word(RewriteClause& clause, const RewriteFact& fact);
  void add_run(RewriteClause& clause, const TextWord& word);
  void add_kanji(RewriteClause& clause, std::string_view run);
  bool is_subject(const TextWord& word) const;
  std::string_view name_at(std::string_view run) const;
  std::uint32_t last_word_before(std::size_t place) const;

  RewriteText& out_;
  const RewriteNames& names_;
  RewriteWords& words_;
  const TextPiece* piece_ = nullptr;
  std::vector<FoundToken> tokens_;
  std::vector<TextWord> text_words_;
  std::size_t next_token_ = 0, next_word_ = 0, next_span_ = 0;
  // Of the clause that is being read.
  std::vector<WeightedWord> own_;
  std::vector<std::pair<std::size_t, std::uint32_t>> own_ends_;  // where each word ends
  bool pending_denial_ = false;                                  // "not" was read, what it denies was not
};

}  // namespace ai_memory
