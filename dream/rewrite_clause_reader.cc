#include "dream/rewrite_clause_reader.hh"

#include <algorithm>

#include "decay/difference_words.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_clauses.hh"
#include "dream/rewrite_synonyms.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr float kOwn = 1.0F, kWeakWord = 0.5F;
constexpr std::size_t kMostOwn = 100;
constexpr std::size_t kLongestName = 24;  // bytes of kanji or katakana

// Of kanji, katakana, Hangul.
bool is_run(std::string_view word) { return static_cast<unsigned char>(word[0]) >= 0xe3; }

// A capital here need not be a name: the word opens something.
bool opens(std::string_view text, const TextWord& word) {
  std::size_t begin = word.begin;
  while (begin > 0 && std::string_view(" \"'(*[").find(text[begin - 1]) != std::string_view::npos) --begin;
  if (word.starts_sentence || begin == 0) return true;
  const auto before = text.substr(0, begin);
  for (const std::string_view mark :
       {"–", "—", "-", "•", "|", ";", "/", "。", "、", "（", "「", "：", "・", "→", "“", "]"})
    if (before.ends_with(mark)) return true;
  return word.begin > 0 && text[word.begin - 1] == '(';
}

// "no more than 5", "don't forget to": denies nothing.
bool opens_no_denial(std::string_view rest) {
  if (rest.starts_with("None") && rest.size() > 4 && static_cast<unsigned char>(rest[4]) >= 0x80)
    return true;  // Noneに
  const auto lower = ascii_lower(rest.substr(0, 16));
  for (const std::string_view start :
       {"no more than", "no fewer than", "no less than", "no later than", "no longer than", "not more than",
        "not less than", "not later than", "don't forget", "not forget"})
    if (lower.starts_with(start)) return true;
  return false;
}

bool is_honorific(std::string_view rest) {
  for (const std::string_view word : {"さん", "氏", "様", "くん", "ちゃん"})
    if (rest.starts_with(word)) return true;
  return false;
}

// `ranges` ascend among the first `count`.
bool is_within(const std::vector<TextRange>& ranges, std::size_t count, std::size_t at) {
  const auto end = ranges.begin() + static_cast<std::ptrdiff_t>(count);
  auto next = std::upper_bound(ranges.begin(), end, at,
                               [](std::size_t place, const TextRange& range) { return place < range.begin; });
  return next != ranges.begin() && at < (next - 1)->end;
}

}  // namespace

std::string content_key(std::string_view word) {
  if (is_run(word)) return "r" + std::string(plain_run(word));
  std::string lower = ascii_lower(word);
  if (auto stem = negated_stem(lower)) lower = *stem;
  const auto same = concept_of(lower);
  return "w" + plain_word_key(lower, same == lower || word_key(same) == word_key(lower) ? word_key(lower) : same);
}

std::vector<WeightedWord> merged_words(std::vector<WeightedWord> words) {
  std::sort(words.begin(), words.end(),
            [](const auto& a, const auto& b) { return a.id != b.id ? a.id < b.id : a.weight > b.weight; });
  words.erase(std::unique(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.id == b.id; }),
              words.end());
  return words;
}

void ClauseReader::start(const TextPiece& piece) {
  piece_ = &piece;
  tokens_ = find_tokens(piece.text);
  text_words_ = text_words(piece.text);
  next_token_ = next_word_ = next_span_ = 0;
}

std::vector<TextRange> ClauseReader::whole() const {
  Ranges held;
  for (const FoundToken& token : tokens_)
    if (token.kind != TokenKind::quoted) held.push_back({token.begin, token.end});
  for (const TextSpan& span : piece_->spans)
    if (span.kind == TextSpan::Kind::code) held.push_back({span.begin, span.end});
  std::stable_sort(held.begin(), held.end(),
                   [](const auto& a, const auto& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  return held;
}

void ClauseReader::read(TextRange range, std::size_t sentence, const std::vector<WeightedWord>& around) {
  RewriteClause clause;
  clause.sentence = sentence;
  clause.text = trim(std::string_view(piece_->text).substr(range.begin, range.end - range.begin));
  own_.clear();
  own_ends_.clear();
  pending_denial_ = false;
  Ranges held;
  read_spans(clause, range, held);
  read_tokens(clause, range, held);
  std::sort(held.begin(), held.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  read_words(clause, range, held);
  read_kana(clause, range, held);
  clause.words = merged_words(std::move(own_));
  clause.all = around;
  if (clause.words.size() > kMostOwn) clause.words.resize(kMostOwn);
  if (!clause.words.empty() || clause.negations > 0) out_.clauses.push_back(std::move(clause));
}

void ClauseReader::read_spans(RewriteClause& clause, TextRange range, Ranges& held) {
  const auto& spans = piece_->spans;
  for (; next_span_ < spans.size() && spans[next_span_].begin < range.end; ++next_span_) {
    const TextSpan& span = spans[next_span_];
    if (span.begin < range.begin) continue;
    if (!span.target.empty()) {
      const RewriteFact link{"link", "l" + span.target, "l", span.target};
      own_.push_back({words_.id(link), kOwn});
      clause.facts.push_back({link, words_.id(link)});
    }
    if (span.kind != TextSpan::Kind::code) continue;
    held.push_back({span.begin, span.end});
    add_fact(clause, code_fact(std::string_view(piece_->text).substr(span.begin, span.end - span.begin)));
  }
}

// Those in code, which `held` has so far, are known but no facts of their own.
void ClauseReader::read_tokens(RewriteClause& clause, TextRange range, Ranges& held) {
  const auto code_ranges = held.size();
  for (; next_token_ < tokens_.size() && tokens_[next_token_].begin < range.end; ++next_token_) {
    const FoundToken& token = tokens_[next_token_];
    if (token.kind == TokenKind::quoted) continue;
    const auto text = std::string_view(piece_->text).substr(token.begin, token.end - token.begin);
    const bool in_code = is_within(held, code_ranges, token.begin);
    if (!in_code) out_.literals.emplace(text), held.push_back({token.begin, token.end});
    for (const auto& fact : facts_of(token.kind, text)) {
      if (in_code) {
        out_.facts.add(fact);
        own_.push_back({words_.id(fact), kOwn});
      } else {
        add_fact(clause, fact);
      }
    }
  }
}

void ClauseReader::add_fact(RewriteClause& clause, RewriteFact fact) {
  out_.facts.add(fact);
  const auto id = words_.id(fact);
  own_.push_back({id, kOwn});
  clause.facts.push_back({std::move(fact), id});
}

void ClauseReader::read_words(RewriteClause& clause, TextRange range, const Ranges& held) {
  const std::string_view text = piece_->text;
  for (; next_word_ < text_words_.size() && text_words_[next_word_].begin < range.end; ++next_word_) {
    const TextWord& word = text_words_[next_word_];
    const auto as_written = word.of(text);
    const bool han = is_run(as_written);
    note_word(as_written);
    if (word.begin < range.begin || is_within(held, held.size(), word.begin)) continue;
    out_.literals.emplace(as_written);
    if (clause.sentence < out_.sentences.size() && !opens_no_denial(text.substr(word.begin)))
      add_denials(clause, as_written);
    if (as_written == "以前" || as_written == "従来") ++clause.weak_negations;
    if (han)
      add_run(clause, word);
    else
      add_word(clause, word);
  }
}

void ClauseReader::add_denials(RewriteClause& clause, std::string_view word) {
  const auto found = denials_of_word(word);
  clause.negations += found.strong;
  clause.weak_negations += found.weak;
  pending_denial_ = pending_denial_ || found.strong > 0;
}

void ClauseReader::note_word(std::string_view word) {
  const auto key = content_key(word);
  out_.words.insert(key);
  if (!is_ascii_upper(word[0])) out_.lower.insert(key);
  if (const auto number = number_word_key(ascii_lower(word)); !number.empty()) out_.facts.add_key(number);
}

void ClauseReader::add_word(RewriteClause& clause, const TextWord& word) {
  const auto as_written = word.of(piece_->text);
  const auto key = content_key(as_written);
  if (const auto number = number_word_key(ascii_lower(as_written)); !number.empty())
    add_number_word(clause, {"number word", number, "n ", std::string(as_written)});
  const int weight = word_weight(as_written);
  if (weight == 0 || denials_of_word(as_written).strong > 0) return;
  const bool weak = weight == 1 || is_linking(ascii_lower(as_written));
  const auto id = words_.id(key);
  own_.push_back({id, weak ? kWeakWord : kOwn});
  own_ends_.emplace_back(word.end, id);
  if (pending_denial_) clause.denied = id;
  pending_denial_ = false;
  if (!looks_like_name(as_written)) return;
  if (const auto known = names_.find(key); known != names_.end()) {
    const RewriteFact name{known->second ? "name" : "name?", key, "name", std::string(as_written)};
    clause.facts.push_back({name, words_.id(name)});
  }
  out_.names.push_back({key, std::string(as_written), clause.sentence, !opens(piece_->text, word), is_subject(word)});
}

// Known, but not asked for: "the two of us".
void ClauseReader::add_number_word(RewriteClause& clause, const RewriteFact& fact) {
  const auto id = words_.id(fact);
  own_.push_back({id, kOwn});
  clause.facts.push_back({fact, id});
}

// Kanji one by one: 再試行 and 試行回数 are near; katakana as words.
void ClauseReader::add_run(RewriteClause& clause, const TextWord& word) {
  const std::string_view text = piece_->text;
  auto run = word.of(text);
  if (run == "場合") return;  // a condition's word alone
  auto name = run;
  for (const std::string_view end : {"氏", "様"})
    if (name.size() > end.size() && name.ends_with(end)) name.remove_suffix(end.size());
  if (name.size() <= kLongestName && name.size() >= 6 &&
      (name.size() < run.size() || is_honorific(text.substr(word.end))))
    out_.names.push_back({"j" + std::string(name), std::string(name), clause.sentence, true, false});
  if (is_katakana(code_point_at(run).code) && (names_.empty() || name_at(run) != run)) {
    if (run.size() > 9 && run.ends_with("ー")) run.remove_suffix(3);
    own_.push_back({words_.id("w" + concept_of(run)), kOwn});
    own_ends_.emplace_back(word.end, own_.back().id);
    return;
  }
  add_kanji(clause, plain_run(run));
  own_ends_.emplace_back(word.end, own_.back().id);
}

// Names within a run, 田中 in 田中測定, and the kanji between them.
void ClauseReader::add_kanji(RewriteClause& clause, std::string_view run) {
  for (std::size_t at = 0; at < run.size();) {
    const auto name = names_.empty() ? std::string_view() : name_at(run.substr(at));
    const auto one = run.substr(at, name.empty() ? code_point_at(run.substr(at)).size : name.size());
    if (name.empty())
      own_.push_back({words_.id("k" + std::string(one)), kWeakWord});
    else
      add_fact(clause, {"name", "j" + std::string(one), "name", std::string(one)});
    at += one.size();
  }
}

// "Ann leads", "Mia has"; not "Restarting helped". `word` is the one that is read.
bool ClauseReader::is_subject(const TextWord& word) const {
  if (next_word_ + 1 >= text_words_.size()) return false;
  const TextWord& next = text_words_[next_word_ + 1];
  if (next.begin != word.end + 1 || piece_->text[word.end] != ' ') return false;
  const auto own = word.of(piece_->text), verb = next.of(piece_->text);
  if (word_weight(own) < 2 || (next.end < piece_->text.size() && piece_->text[next.end] != ' ')) return false;
  if (own.ends_with("ing") || own.ends_with("ed") || own.ends_with('s') || !is_ascii_lower(verb[0])) return false;
  for (const std::string_view known : {"is", "was", "has", "had", "does", "did", "will", "can"})
    if (verb == known) return true;
  return verb.size() >= 4 && (verb.ends_with("ed") || (verb.ends_with('s') && !verb.ends_with("ss")));
}

// The longest one that `run` starts with.
std::string_view ClauseReader::name_at(std::string_view run) const {
  std::size_t size = 0, best = 0;
  while (size < run.size() && size < kLongestName) {
    size += code_point_at(run.substr(size)).size;
    if (names_.contains("j" + std::string(run.substr(0, size)))) best = size;
  }
  return run.substr(0, best);
}

void ClauseReader::read_kana(RewriteClause& clause, TextRange range, const Ranges& held) {
  const std::string_view text = piece_->text;
  std::size_t at = range.begin;
  const auto look = [&](std::size_t end) {
    if (end <= at) return;
    const auto found = kana_denials(text.substr(at, end - at));
    clause.negations += found.count;
    for (const std::string_view state : {"まま", "かつて"})
      if (text.substr(at, end - at).find(state) != std::string_view::npos) ++clause.weak_negations;
    if (found.count > 0) clause.denied = last_word_before(at + found.last);
  };
  for (const TextRange& one : held) {
    look(std::min(one.begin, range.end));
    at = std::max(at, one.end);
  }
  look(range.end);
}

std::uint32_t ClauseReader::last_word_before(std::size_t place) const {
  const auto next =
      std::partition_point(own_ends_.begin(), own_ends_.end(), [&](const auto& one) { return one.first <= place; });
  return next == own_ends_.begin() ? 0 : (next - 1)->second;
}

}  // namespace ai_memory
