#include "dream/rewrite_text.hh"

#include <algorithm>

#include "decay/content_words.hh"
#include "decay/difference_units.hh"
#include "decay/keep_tokens.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_clause_reader.hh"
#include "dream/rewrite_clauses.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr float kMate = 0.7F, kColumn = 0.9F, kAbove = 0.5F;
constexpr std::size_t kMostMates = 40, kMostAbove = 24;

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
  Reader(RewriteText& out, std::string_view body, const RewriteNames& names, RewriteWords& words)
      : out_(out), clauses_(out, names, words) {
    for (std::size_t at = 0; at < body.size();) {
      const auto line = line_at(body, at);
      at = line.next;
      body_.push_back(line.of(body));
    }
  }

  void title(std::string_view text) {
    TextPiece piece;
    piece.kind = TextPiece::Kind::heading;
    piece.level = 1;
    piece.text = text;
    prose(piece);
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
    prose(piece);
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
    clauses_.start(piece);
    const auto held = clauses_.whole();
    auto& text = out_.sentences[sentence].text;
    text += (text.empty() ? "" : " | ") + piece.text;
    for (const auto& range : clauses(piece.text, {0, piece.text.size()}, held)) clauses_.read(range, sentence, head);
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
        prose(one);
        continue;
      }
      one.spans.push_back({TextSpan::Kind::code, 0, one.text.size(), {}});
      prose(one);
    }
  }

  static std::string without_marks(std::string_view line) {
    std::string plain(line);
    std::erase_if(plain, [](char c) { return c == '`' || c == '*'; });
    return plain;
  }

  // About: what is no ASCII takes two columns a sign.
  static std::size_t columns(std::string_view line) {
    const auto ascii = static_cast<std::size_t>(
        std::count_if(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
    return ascii + (line.size() - ascii) * 2 / 3;
  }

  // Whether a line of a paragraph is one by itself: no prose is wrapped so early, or so unevenly.
  static bool ends_early(std::size_t size, std::size_t longest) {
    constexpr std::size_t kWrapped = 64, kUneven = 45;
    return size < kUneven || longest < kWrapped;
  }

  // Where a line of the body starts a sentence: of a list item one that is not set in, for that is none of the item; of
  // a paragraph one with a capital, for prose seldom has a name just there, or one behind a line that ends early.
  std::vector<std::size_t> line_starts(const TextPiece& piece) const {
    const bool prose = piece.kind == TextPiece::Kind::paragraph && piece.line > 0;
    std::vector<std::size_t> starts;
    if (piece.kind != TextPiece::Kind::item && !prose) return starts;
    const auto end = std::min(piece.last_line, body_.size());
    std::size_t longest = 0, from = 0;
    for (auto number = piece.line - 1; prose && number < end; ++number)
      longest = std::max(longest, columns(body_[number]));
    for (auto number = piece.line; number < end; ++number) {
      const auto line = without_marks(trim(body_[number]));
      const bool set_in = body_[number].starts_with(' ') || body_[number].starts_with('\t');
      if (line.empty() || (prose ? !is_ascii_upper(line[0]) && !ends_early(columns(body_[number - 1]), longest)
                                 : set_in || is_ascii_lower(line[0])))
        continue;
      const auto at = piece.text.find(line, from);
      if (at == std::string::npos || at == 0) continue;
      from = at + line.size();
      starts.push_back(at);
    }
    return starts;
  }

  Ranges cut_lines(const TextPiece& piece, const Ranges& ranges) const {
    const auto starts = line_starts(piece);
    Ranges out;
    auto next = starts.begin();
    for (TextRange range : ranges) {
      while (next != starts.end() && *next <= range.begin) ++next;
      for (; next != starts.end() && *next < range.end; ++next) {
        out.push_back({range.begin, *next});
        range.begin = *next;
      }
      out.push_back(range);
    }
    return out;
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

  void prose(const TextPiece& piece) {
    clauses_.start(piece);
    const auto held = clauses_.whole();
    auto mark = mark_of(piece);
    const auto begin = out_.sentences.size();
    for (const auto& range : cut_lines(piece, whole_sentences(piece.text, held))) {
      const auto sentence = out_.sentences.size();
      const auto text = trim(std::string_view(piece.text).substr(range.begin, range.end - range.begin));
      out_.sentences.push_back({out_.clauses.size(), 0, piece.line, std::string(text), std::move(mark),
                                piece.kind == TextPiece::Kind::heading ? piece.level : 0, 0});
      mark.clear();
      for (const auto& part : clauses(piece.text, range, held)) clauses_.read(part, sentence, {});
      finish_sentence(sentence);
    }
    if (begin < out_.sentences.size()) spans(piece, begin);
  }

  // Links, quotations and tags, which go over clauses.
  void spans(const TextPiece& piece, std::size_t sentence) {
    for (const TextSpan& span : piece.spans)
      if (!span.target.empty()) {
        out_.links.emplace_back(span.target, sentence);
        out_.labels.push_back({span.target, piece.text.substr(span.begin, span.end - span.begin), sentence});
        for (const FoundToken& token : find_tokens(span.target))
          for (const auto& fact :
               facts_of(token.kind, std::string_view(span.target).substr(token.begin, token.end - token.begin)))
            out_.facts.add(fact);
      }
    for (const FoundToken& token : clauses_.tokens())
      if (token.kind == TokenKind::quoted)
        out_.quoted.emplace_back(piece.text.substr(token.begin, token.end - token.begin), sentence);
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
    around = merged_words(std::move(around));
    for (auto i = sentence.first; i < sentence.last; ++i) {
      auto all = std::move(out_.clauses[i].all);
      all.insert(all.end(), out_.clauses[i].words.begin(), out_.clauses[i].words.end());
      all.insert(all.end(), around.begin(), around.end());
      out_.clauses[i].all = merged_words(std::move(all));
    }
  }

  RewriteText& out_;
  std::vector<std::string_view> body_;  // its lines
  ClauseReader clauses_;
  std::vector<WeightedWord> title_;
  std::vector<Above> above_;
  std::vector<const TextPiece*> row_;
  std::vector<std::vector<WeightedWord>> head_;
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
  Reader reader(text, body, names, words);
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
