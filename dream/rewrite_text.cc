#include "dream/rewrite_text.hh"

#include <algorithm>
#include <array>

#include "decay/content_words.hh"
#include "decay/difference_units.hh"
#include "decay/difference_words.hh"
#include "decay/keep_tokens.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_clauses.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr float kOwn = 1.0F, kMate = 0.7F, kColumn = 0.9F, kAbove = 0.5F, kWeakWord = 0.5F;
constexpr std::size_t kMostMates = 40, kMostAbove = 24, kMostOwn = 100;
constexpr std::size_t kLongestName = 24;  // bytes of kanji or katakana

std::vector<WeightedWord> merged(std::vector<WeightedWord> words) {
  std::sort(words.begin(), words.end(),
            [](const auto& a, const auto& b) { return a.id != b.id ? a.id < b.id : a.weight > b.weight; });
  words.erase(std::unique(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.id == b.id; }),
              words.end());
  return words;
}

std::string content_key(std::string_view word) {
  std::string lower = ascii_lower(word);
  if (auto stem = negated_stem(lower)) lower = *stem;
  const auto same = concept_of(lower);
  return "w" + (same == lower || word_key(same) == word_key(lower) ? word_key(lower) : same);
}

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

bool is_honorific(std::string_view rest) {
  for (const std::string_view word : {"さん", "氏", "様", "くん", "ちゃん"})
    if (rest.starts_with(word)) return true;
  return false;
}

std::string mark_of(const TextPiece& piece) {
  if (piece.kind != TextPiece::Kind::item) return {};
  if (piece.task != 0) return piece.task == ' ' ? "[ ]" : "[x]";
  const auto start = ascii_lower(piece.text.substr(0, 12));
  for (const std::string_view mark : {"[decision]", "[fact]", "[question]", "[answer]", "todo", "fixme"})
    if (start.starts_with(mark)) return std::string(mark);
  return {};
}

class Reader {
 public:
  Reader(RewriteText& out, const RewriteNames& names, RewriteWords& words) : out_(out), names_(names), words_(words) {}

  void title(std::string_view text) {
    TextPiece piece;
    piece.kind = TextPiece::Kind::heading;
    piece.level = 1;
    piece.text = text;
    prose(piece, {});
    title_ = words_since(0, kAbove);
  }

  void add(const TextPiece& piece) {
    if (piece.kind == TextPiece::Kind::cell) {
      if (!row_.empty() && row_[0]->line != piece.line) end_row();
      row_.push_back(&piece);
      return;
    }
    end_table();
    if (piece.kind == TextPiece::Kind::code || piece.kind == TextPiece::Kind::html) return lines(piece);
    leave(piece);
    const auto first = out_.clauses.size();
    prose(piece, {});
    if (opens_part(piece)) above_.push_back({rank(piece), words_since(first, kAbove)});
  }

  void end_table() {
    end_row();
    head_.clear();
  }

 private:
  struct Above {
    int rank;
    std::vector<WeightedWord> words;
  };
  using Ranges = std::vector<TextRange>;

  static int rank(const TextPiece& piece) {
    if (piece.kind == TextPiece::Kind::heading) return piece.level;
    return piece.kind == TextPiece::Kind::item ? 20 + piece.level : 10;
  }
  static bool opens_part(const TextPiece& piece) {
    return piece.kind == TextPiece::Kind::heading || piece.kind == TextPiece::Kind::item || piece.text.ends_with(':') ||
           piece.text.ends_with("：");
  }
  void leave(const TextPiece& piece) {
    const int here = opens_part(piece) ? rank(piece) : 20;
    while (!above_.empty() && above_.back().rank >= here) above_.pop_back();
  }

  std::vector<WeightedWord> words_since(std::size_t first, float weight) const {
    std::vector<WeightedWord> found;
    for (auto i = first; i < out_.clauses.size() && found.size() < kMostAbove; ++i)
      for (const auto& word : out_.clauses[i].words)
        if (found.size() < kMostAbove) found.push_back({word.id, word.weight * weight});
    return found;
  }

  // The row as one sentence, each cell with the words at the head of its column.
  void end_row() {
    if (row_.empty()) return;
    const auto first = out_.clauses.size();
    const bool is_head = head_.empty();
    std::vector<std::vector<WeightedWord>> cells;
    const auto sentence = out_.sentences.size();
    out_.sentences.push_back({first, first, row_[0]->line, {}, {}, 0, 0});
    for (std::size_t i = 0; i < row_.size(); ++i) {
      const auto begin = out_.clauses.size();
      const bool known = !is_head && head_.size() == row_.size();
      cell(*row_[i], sentence, known ? head_[i] : std::vector<WeightedWord>());
      cells.push_back(words_since(begin, kColumn));
    }
    finish_sentence(sentence);
    if (is_head) head_ = std::move(cells);
    row_.clear();
  }

  void cell(const TextPiece& piece, std::size_t sentence, const std::vector<WeightedWord>& head) {
    const auto tokens = find_tokens(piece.text);
    const auto held = whole(piece, tokens);
    auto& text = out_.sentences[sentence].text;
    text += (text.empty() ? "" : " | ") + piece.text;
    next_token_ = next_word_ = next_span_ = 0;
    text_words_ = text_words(piece.text);
    for (const auto& range : clauses(piece.text, {0, piece.text.size()}, held))
      clause(piece, range, tokens, sentence, head);
    spans(piece, sentence);
  }

  // Lines of code are facts; those of HTML are read as prose.
  void lines(const TextPiece& piece) {
    const bool code = piece.kind == TextPiece::Kind::code;
    const bool fenced = code && piece.last_line > piece.line && !piece.info.empty();
    std::size_t number = piece.line + (fenced ? 1 : 0);
    for (std::size_t at = 0; at < piece.text.size(); ++number) {
      const auto line = line_at(piece.text, at);
      at = line.next;
      TextPiece one;
      one.line = number;
      one.text = trim(line.of(piece.text));
      if (one.text.empty()) continue;
      if (!code) {
        out_.html.emplace_back(code_fact(one.text).key, out_.sentences.size());
        prose(one, {});
        continue;
      }
      one.spans.push_back({TextSpan::Kind::code, 0, one.text.size(), {}});
      prose(one, {});
    }
  }

  static Ranges whole(const TextPiece& piece, const std::vector<FoundToken>& tokens) {
    Ranges held;
    for (const FoundToken& token : tokens)
      if (token.kind != TokenKind::quoted) held.push_back({token.begin, token.end});
    for (const TextSpan& span : piece.spans)
      if (span.kind == TextSpan::Kind::code) held.push_back({span.begin, span.end});
    std::stable_sort(held.begin(), held.end(), [](const auto& a, const auto& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    return held;
  }

  // Not cut behind "Mrs."
  static Ranges whole_sentences(std::string_view text, const Ranges& held) {
    Ranges out;
    for (const TextRange& range : sentences(text, held)) {
      const auto before =
          out.empty() ? std::string_view() : trim(text.substr(out.back().begin, out.back().end - out.back().begin));
      if (before.ends_with('.') && ends_abbreviation(before.substr(0, before.size() - 1)))
        out.back().end = range.end;
      else
        out.push_back(range);
    }
    return out;
  }

  void prose(const TextPiece& piece, const std::vector<WeightedWord>& head) {
    const auto tokens = find_tokens(piece.text);
    const auto held = whole(piece, tokens);
    next_token_ = next_word_ = next_span_ = 0;
    text_words_ = text_words(piece.text);
    auto mark = mark_of(piece);
    const auto begin = out_.sentences.size();
    for (const auto& range : whole_sentences(piece.text, held)) {
      const auto sentence = out_.sentences.size();
      const auto text = trim(std::string_view(piece.text).substr(range.begin, range.end - range.begin));
      out_.sentences.push_back({out_.clauses.size(), 0, piece.line, std::string(text), std::move(mark),
                                piece.kind == TextPiece::Kind::heading ? piece.level : 0, 0});
      mark.clear();
      for (const auto& part : clauses(piece.text, range, held)) clause(piece, part, tokens, sentence, head);
      finish_sentence(sentence);
    }
    if (begin < out_.sentences.size()) spans(piece, begin);
  }

  // Links, quotations and tags, which go over clauses.
  void spans(const TextPiece& piece, std::size_t sentence) {
    for (const TextSpan& span : piece.spans)
      if (!span.target.empty()) {
        out_.links.emplace_back(span.target, sentence);
        for (const FoundToken& token : find_tokens(span.target))
          for (const auto& fact :
               facts_of(token.kind, std::string_view(span.target).substr(token.begin, token.end - token.begin)))
            out_.facts.add(fact);
      }
    for (const FoundToken& token : find_tokens(piece.text))
      if (token.kind == TokenKind::quoted)
        out_.quoted.emplace_back(piece.text.substr(token.begin, token.end - token.begin), sentence);
  }

  void clause(const TextPiece& piece, TextRange range, const std::vector<FoundToken>& tokens, std::size_t sentence,
              const std::vector<WeightedWord>& head) {
    RewriteClause made;
    made.sentence = sentence;
    made.text = trim(std::string_view(piece.text).substr(range.begin, range.end - range.begin));
    own_.clear();
    own_ends_.clear();
    pending_denial_ = false;
    Ranges held;
    for (; next_span_ < piece.spans.size() && piece.spans[next_span_].begin < range.end; ++next_span_) {
      const TextSpan& span = piece.spans[next_span_];
      if (span.begin < range.begin) continue;
      if (!span.target.empty()) {
        const RewriteFact link{"link", "l" + span.target, "l", span.target};
        own_.push_back({words_.id(link), kOwn});
        made.facts.push_back({link, words_.id(link)});
      }
      if (span.kind != TextSpan::Kind::code) continue;
      held.push_back({span.begin, span.end});
      add_fact(made, code_fact(std::string_view(piece.text).substr(span.begin, span.end - span.begin)));
    }
    const auto code_ranges = held.size();
    for (; next_token_ < tokens.size() && tokens[next_token_].begin < range.end; ++next_token_) {
      const FoundToken& token = tokens[next_token_];
      if (token.kind == TokenKind::quoted) continue;
      const auto text = std::string_view(piece.text).substr(token.begin, token.end - token.begin);
      const bool in_code = is_within(held, code_ranges, token.begin);
      if (!in_code) out_.literals.emplace(text), held.push_back({token.begin, token.end});
      for (const auto& fact : facts_of(token.kind, text)) {
        if (in_code) {
          out_.facts.add(fact);
          own_.push_back({words_.id(fact), kOwn});
        } else {
          add_fact(made, fact);
        }
      }
    }
    std::sort(held.begin(), held.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    add_words(made, piece, range, held);
    add_kana(made, piece.text, range, held);
    made.words = merged(std::move(own_));
    made.all = head;  // finish_sentence() adds the rest
    if (made.words.size() > kMostOwn) made.words.resize(kMostOwn);
    if (!made.words.empty() || made.negations > 0) out_.clauses.push_back(std::move(made));
  }

  // `ranges` ascend among the first `count`.
  static bool is_within(const Ranges& ranges, std::size_t count, std::size_t at) {
    const auto end = ranges.begin() + static_cast<std::ptrdiff_t>(count);
    auto next = std::upper_bound(ranges.begin(), end, at,
                                 [](std::size_t place, const TextRange& range) { return place < range.begin; });
    return next != ranges.begin() && at < (next - 1)->end;
  }

  void add_fact(RewriteClause& clause, RewriteFact fact) {
    out_.facts.add(fact);
    const auto id = words_.id(fact);
    own_.push_back({id, kOwn});
    clause.facts.push_back({std::move(fact), id});
  }

  void add_words(RewriteClause& clause, const TextPiece& piece, TextRange range, const Ranges& held) {
    const std::string_view text = piece.text;
    for (; next_word_ < text_words_.size() && text_words_[next_word_].begin < range.end; ++next_word_) {
      const TextWord& word = text_words_[next_word_];
      const auto as_written = word.of(text);
      const bool han = static_cast<unsigned char>(as_written[0]) >= 0xe3;
      if (!han) note_word(as_written);
      if (word.begin < range.begin || is_within(held, held.size(), word.begin)) continue;
      out_.literals.emplace(as_written);
      if (clause.sentence < out_.sentences.size()) add_denials(clause, as_written);
      if (han)
        add_run(clause, text, word);
      else
        add_word(clause, piece, word);
    }
  }

  void add_denials(RewriteClause& clause, std::string_view word) {
    const auto found = denials_of_word(word);
    clause.negations += found.strong;
    clause.weak_negations += found.weak;
    pending_denial_ = pending_denial_ || found.strong > 0;
  }

  void note_word(std::string_view word) {
    const auto key = content_key(word);
    out_.words.insert(key);
    if (!is_ascii_upper(word[0])) out_.lower.insert(key);
    if (const auto number = number_word_key(ascii_lower(word)); !number.empty()) out_.facts.add_key(number);
  }

  void add_word(RewriteClause& clause, const TextPiece& piece, const TextWord& word) {
    const auto as_written = word.of(piece.text);
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
    out_.names.push_back({key, std::string(as_written), clause.sentence, !opens(piece.text, word)});
  }

  // Known, but not asked for: "the two of us".
  void add_number_word(RewriteClause& clause, const RewriteFact& fact) {
    const auto id = words_.id(fact);
    own_.push_back({id, kOwn});
    clause.facts.push_back({fact, id});
  }

  // Kanji one by one: 再試行 and 試行回数 are near; katakana as words.
  void add_run(RewriteClause& clause, std::string_view text, const TextWord& word) {
    auto run = word.of(text);
    auto name = run;
    for (const std::string_view end : {"氏", "様"})
      if (name.size() > end.size() && name.ends_with(end)) name.remove_suffix(end.size());
    if (name.size() <= kLongestName && name.size() >= 6 &&
        (name.size() < run.size() || is_honorific(text.substr(word.end))))
      out_.names.push_back({"j" + std::string(name), std::string(name), clause.sentence, true});
    if (is_katakana(code_point_at(run).code) && (names_.empty() || name_at(run) != run)) {
      if (run.size() > 9 && run.ends_with("ー")) run.remove_suffix(3);
      own_.push_back({words_.id("w" + concept_of(run)), kOwn});
      own_ends_.emplace_back(word.end, own_.back().id);
      return;
    }
    add_kanji(clause, run);
    own_ends_.emplace_back(word.end, own_.back().id);
  }

  // Names within a run, 田中 in 田中測定, and the kanji between them.
  void add_kanji(RewriteClause& clause, std::string_view run) {
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

  // The longest one that `run` starts with.
  std::string_view name_at(std::string_view run) const {
    std::size_t size = 0, best = 0;
    while (size < run.size() && size < kLongestName) {
      size += code_point_at(run.substr(size)).size;
      if (names_.contains("j" + std::string(run.substr(0, size)))) best = size;
    }
    return run.substr(0, best);
  }

  void add_kana(RewriteClause& clause, std::string_view text, TextRange range, const Ranges& held) {
    std::size_t at = range.begin;
    const auto look = [&](std::size_t end) {
      if (end <= at) return;
      const auto found = kana_denials(text.substr(at, end - at));
      clause.negations += found.count;
      if (found.count > 0) clause.denied = last_word_before(at + found.last);
    };
    for (const TextRange& one : held) {
      look(std::min(one.begin, range.end));
      at = std::max(at, one.end);
    }
    look(range.end);
  }

  std::uint32_t last_word_before(std::size_t place) const {
    const auto next =
        std::partition_point(own_ends_.begin(), own_ends_.end(), [&](const auto& one) { return one.first <= place; });
    return next == own_ends_.begin() ? 0 : (next - 1)->second;
  }

  std::size_t place() const {
    std::size_t hash = title_.size();
    const auto mix = [&](const std::vector<WeightedWord>& words) {
      for (const auto& word : words) hash = hash * 1099511628211U + word.id;
    };
    mix(title_);
    for (const Above& above : above_) mix(above.words);
    return hash;
  }

  // Each clause gains the words of the others and of what stands above.
  void finish_sentence(std::size_t number) {
    RewriteSentence& sentence = out_.sentences[number];
    sentence.last = out_.clauses.size();
    std::vector<WeightedWord> around;
    for (auto i = sentence.first; i < sentence.last && around.size() < kMostMates; ++i)
      for (const auto& word : out_.clauses[i].words)
        if (around.size() < kMostMates) around.push_back({word.id, word.weight * kMate});
    std::size_t room = kMostAbove;
    for (auto above = above_.rbegin(); above != above_.rend() && room > 0; ++above) {
      const auto size = std::min(room, above->words.size());
      around.insert(around.end(), above->words.begin(), above->words.begin() + static_cast<std::ptrdiff_t>(size));
      room -= size;
    }
    around.insert(around.end(), title_.begin(), title_.end());
    sentence.place = place();
    around = merged(std::move(around));
    for (auto i = sentence.first; i < sentence.last; ++i) {
      auto all = std::move(out_.clauses[i].all);
      all.insert(all.end(), out_.clauses[i].words.begin(), out_.clauses[i].words.end());
      all.insert(all.end(), around.begin(), around.end());
      out_.clauses[i].all = merged(std::move(all));
    }
  }

  RewriteText& out_;
  const RewriteNames& names_;
  RewriteWords& words_;
  std::vector<WeightedWord> title_, own_;
  std::vector<Above> above_;
  std::vector<const TextPiece*> row_;
  std::vector<std::vector<WeightedWord>> head_;
  std::vector<TextWord> text_words_;
  std::vector<std::pair<std::size_t, std::uint32_t>> own_ends_;  // of the clause's words: where each ends
  bool pending_denial_ = false;                                  // "not" was read, what it denies was not
  std::size_t next_token_ = 0, next_word_ = 0, next_span_ = 0;
};

}  // namespace

std::uint32_t RewriteWords::id(const RewriteFact& fact) {
  constexpr std::size_t kDay = 11;  // d2026-11-30
  const bool whole = fact.key[0] == 'd' && fact.key.size() == kDay && fact.key[1] != '-';
  const auto found = id(whole ? "d--" + fact.key.substr(kDay - 5) : fact.key);
  groups_.emplace(found, fact.group);
  return found;
}

std::string_view RewriteWords::group(std::uint32_t id) const {
  const auto found = groups_.find(id);
  return found == groups_.end() ? std::string_view() : std::string_view(found->second);
}

RewriteText read_rewrite(std::string_view title, std::string_view body, const RewriteNames& names,
                         RewriteWords& words) {
  RewriteText text;
  const auto pieces = text_pieces(body);
  Reader reader(text, names, words);
  reader.title(title);
  for (const TextPiece& piece : pieces) reader.add(piece);
  reader.end_table();
  for (const auto& kept : keep_tokens(body, pieces)) {
    if (kept.kind == KeepKind::tag) text.tags.emplace_back(kept.text, kept.line);
    if (kept.kind != KeepKind::token) continue;
    for (auto& fact : facts_of(kept.token, kept.text)) {
      if (text.facts.states(fact)) continue;
      text.facts.add(fact);
      text.hidden.emplace_back(std::move(fact), kept.line);
    }
  }
  return text;
}

}  // namespace ai_memory
