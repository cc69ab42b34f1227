#include "decay/compaction_denials.hh"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "decay/markdown_out.hh"
#include "decay/token_scan.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kShort = 60;       // bytes of a sentence that is not worth cutting
constexpr std::size_t kFewestWords = 3;  // of a clause that can be understood by itself

using WordSet = std::unordered_set<std::string_view>;

// Who or what does something: a clause of its own begins here, behind a comma or a conjunction.
const WordSet& subjects() {
  static const WordSet words{"i",     "i'm",   "i've",   "i'll",    "i'd",     "you",   "you're", "he",
                             "he's",  "she",   "she's",  "it",      "it's",    "we",    "we're",  "we've",
                             "we'll", "they",  "there",  "they're", "there's", "let's", "nobody", "nothing",
                             "don't", "never", "please", "that's",  "this"};
  return words;
}

const WordSet& determiners() {
  static const WordSet words{"the", "a", "an", "my", "our", "your", "his", "her", "their", "its", "these", "those"};
  return words;
}

const WordSet& conjunctions() {
  static const WordSet words{"and", "but", "so", "yet", "or"};
  return words;
}

// Opens a condition, a time or a place, without which a clause beside it says something else.
const WordSet& openers() {
  static const WordSet words{"if",       "unless",  "when",    "whenever", "while", "until", "till",  "before",
                             "after",    "once",    "except",  "in",       "on",    "at",    "for",   "with",
                             "by",       "from",    "during",  "since",    "as",    "to",    "under", "because",
                             "although", "though",  "despite", "given",    "where", "which", "who",   "whose",
                             "without",  "whether", "only",    "even"};
  return words;
}

std::string lower_word(std::string_view text, std::size_t at) {
  std::string word;
  while (at < text.size() && word.size() < 16) {
    if (text.substr(at).starts_with("’")) {
      word += '\'';
      at += 3;
    } else if (is_ascii_letter(text[at]) || text[at] == '\'') {
      word += ascii_lower(text[at++]);
    } else {
      break;
    }
  }
  return word;
}

std::size_t after_word(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != ' ') ++at;
  while (at < text.size() && text[at] == ' ') ++at;
  return at;
}

// Cuts one sentence where another clause begins.
class Clauses {
 public:
  Clauses(std::string_view text, TextRange sentence, const std::vector<TextRange>& whole)
      : text_(text.substr(0, sentence.end)), begin_(sentence.begin), whole_(whole) {}

  std::vector<TextRange> cut() {
    for (std::size_t at = begin_; at < text_.size(); ++at) {
      const auto size = separator_size(at);
      if (size == 0 || is_held(at)) continue;
      const auto next = at + size;
      if (next < text_.size() && !is_bound(at) && (is_japanese_break(at) || starts_clause(at, next)))
        end_clause(at, next);
      at = next - 1;
    }
    end_clause(text_.size(), text_.size());
    return std::move(clauses_);
  }

 private:
  // A condition or place holds on to what is behind its comma.
  bool is_bound(std::size_t at) {
    if (is_semicolon(at) || bound_over_ || !opens(begin_)) return false;
    bound_over_ = text_[at] == ',';
    return true;
  }

  bool is_semicolon(std::size_t at) const { return text_[at] == ';' || text_.substr(at).starts_with("；"); }

  // Blank, comma, semicolon, dash: with the blanks around it.
  std::size_t separator_size(std::size_t at) const {
    const auto rest = text_.substr(at);
    for (const std::string_view mark : {", ", "; ", " — ", " – ", " - ", "— ", "、", "；", " "})
      if (rest.starts_with(mark)) return mark.size();
    return 0;
  }

  bool is_held(std::size_t at) {
    for (; held_ < whole_.size() && whole_[held_].end <= at; ++held_) {
    }
    for (std::size_t i = held_; i < whole_.size() && whole_[i].begin < at; ++i)
      if (whole_[i].end > at) return true;
    return false;
  }

  // A sentence that goes on behind it says something else: 〜ですが、
  bool is_japanese_break(std::size_t at) const {
    if (!text_.substr(at).starts_with("、")) return false;
    constexpr auto kEnds = std::to_array<std::string_view>(
        {"ですが", "ますが", "ましたが", "でしたが", "だが", "したが", "けど", "けれど", "けれども"});
    const auto before = text_.substr(begin_, at - begin_);
    return std::any_of(kEnds.begin(), kEnds.end(), [&](auto end) { return before.ends_with(end); });
  }

  bool starts_clause(std::size_t at, std::size_t next) const {
    if (is_semicolon(at)) return true;
    if (text_.substr(at).starts_with("、")) return false;
    const auto word = lower_word(text_, next);
    const bool mark = text_[at] != ' ' || text_.substr(at, 2) == " -" || text_.substr(at, 2) == " \xe2";
    if (word == "because") return true;
    if (!conjunctions().contains(word)) return mark && subjects().contains(word);
    const auto behind = lower_word(text_, after_word(text_, next));
    if (subjects().contains(behind)) return true;
    return mark && (determiners().contains(behind) || (word == "but" && denies_before(at)));
  }

  bool denies_before(std::size_t at) const {
    constexpr std::size_t kReach = 300;
    const auto begin = std::max(begin_, at - std::min(at, kReach));
    return has_negation(text_.substr(begin, at - begin));
  }

  // Whether what begins at `at`, behind a conjunction and who speaks, cannot stand without what follows.
  bool opens(std::size_t at) const {
    at += label_size(text_.substr(at));
    auto word = lower_word(text_, at);
    if (conjunctions().contains(word)) word = lower_word(text_, after_word(text_, at));
    return openers().contains(word) && word != "because";
  }

  void end_clause(std::size_t end, std::size_t next) {
    if (end > begin_) clauses_.push_back({begin_, end});
    begin_ = next;
    bound_over_ = false;
  }

  std::string_view text_;
  std::size_t begin_ = 0, held_ = 0;
  bool bound_over_ = false;
  const std::vector<TextRange>& whole_;
  std::vector<TextRange> clauses_;
};

std::string_view part(std::string_view text, const TextRange& range) {
  return text.substr(range.begin, range.end - range.begin);
}

// "but never at night": who or what is told in the clause before.
bool lacks_subject(std::string_view clause) {
  if (lower_word(clause, 0) != "but") return false;
  const auto word = lower_word(clause, after_word(clause, 0));
  return word == "not" || word == "never" || !(subjects().contains(word) || determiners().contains(word));
}

// "and ", "so " before a clause that is kept alone.
std::size_t joint_size(std::string_view clause) {
  return conjunctions().contains(lower_word(clause, 0)) ? after_word(clause, 0) : 0;
}

// Japanese has no blanks that count words.
bool can_stand(std::string_view clause) {
  std::size_t words = 0;
  for (const TextWord& word : text_words(clause)) {
    if (static_cast<unsigned char>(clause[word.begin]) >= 0xe3) return true;
    words += conjunctions().contains(ascii_lower(word.of(clause))) && word.begin == 0 ? 0 : 1;
  }
  return words >= kFewestWords;
}

void add_clauses(std::string_view text, const TextRange& sentence, const std::vector<TextRange>& whole,
                 std::vector<Denial>& out) {
  const auto clauses = Clauses(text, sentence, whole).cut();
  std::vector<bool> kept(clauses.size() + 1);
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    if (!has_negation(part(text, clauses[i]))) continue;
    kept[i] = true;
    const auto clause = part(text, clauses[i]);
    const bool goes_on = i > 0 && lacks_subject(clause);
    if (can_stand(clause) && !goes_on) continue;
    if (i > 0 && (goes_on || i + 1 == clauses.size()))
      kept[i - 1] = true;
    else if (i + 1 < clauses.size())
      kept[i + 1] = true;
  }
  bool any = false;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    if (!kept[i]) continue;
    any = true;
    if (i > 0 && kept[i - 1])
      out.back().clause.end = clauses[i].end;
    else
      out.push_back({sentence, {clauses[i].begin + (i > 0 ? joint_size(part(text, clauses[i])) : 0), clauses[i].end}});
  }
  if (!any) out.push_back({sentence, sentence});  // the negation is of two clauses together
}

// Letters and digits alone; an open box is no part of what is said.
std::string sentence_key(std::string_view sentence) {
  std::string key;
  for (const char c : sentence)
    if (is_ascii_alnum(c) || static_cast<unsigned char>(c) >= 0x80) key += c;
  return key;
}

// Tags as one blank, as any white space.
std::string without_tags(std::string_view html) {
  std::string text;
  bool tag = false;
  for (const char c : html) {
    tag = tag || c == '<';
    const bool blank = tag || c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank || (!text.empty() && text.back() != ' ')) text += blank ? ' ' : c;
    tag = tag && c != '>';
  }
  return text;
}

class Denied {
 public:
  Denied(const std::vector<TextPiece>& pieces, SaidSentences& said, Covered& covered)
      : pieces_(pieces), said_(said), covered_(covered) {}

  std::vector<KeptSentence> find() {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const TextPiece& piece = pieces_[i];
      if (piece.kind == TextPiece::Kind::cell) i = add_row(i);
      if (piece.kind == TextPiece::Kind::paragraph || piece.kind == TextPiece::Kind::item) add_piece(piece, i);
      if (piece.kind != TextPiece::Kind::html) continue;
      TextPiece plain;
      plain.text = without_tags(piece.text);
      add_piece(plain, i);
    }
    return std::move(out_);
  }

 private:
  void add_piece(const TextPiece& piece, std::size_t index) {
    if (!has_negation(piece.text)) return;
    const auto label = label_size(piece.text);
    bool named = false;
    for (const auto& [sentence, clause] : denials(piece.text, unbroken_ranges(piece))) {
      if (said_.has(inline_text(piece, sentence.begin, sentence.end))) continue;
      auto text = std::string(trim(inline_text(piece, clause.begin, clause.end)));
      if (label > 0 && clause.begin >= label && !named) text = speaker(piece.text) + text;
      named = true;
      for (const TextSpan& span : piece.spans)
        if (span.begin >= clause.begin && span.begin < clause.end) covered_.add_mark(span_text(piece, span));
      add(index, clause, std::move(text));
    }
  }

  // Of "Ann (12:30): " the name.
  static std::string speaker(std::string_view text) {
    const auto label = text.substr(0, label_size(text));
    return escape_inline(label.substr(0, std::min(label.find(" ("), label.size() - 2))) + ": ";
  }

  // "Windows · supported: no"; returns the last cell of the row.
  std::size_t add_row(std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < pieces_.size() && pieces_[end].kind == TextPiece::Kind::cell &&
           pieces_[end].line == pieces_[begin].line)
      ++end;
    const bool follows = begin > 0 && pieces_[begin - 1].kind == TextPiece::Kind::cell &&
                         pieces_[begin].line <= pieces_[begin - 1].line + (begin == header_end_ ? 2 : 1);
    if (!follows) header_ = begin, header_end_ = end;
    std::string row;
    bool denies = false;
    for (std::size_t i = begin; i < end; ++i) {
      const bool denied = has_negation(pieces_[i].text);
      denies = denies || denied;
      const auto head = header_ + (i - begin);
      if (!row.empty()) row += " · ";
      if (denied && begin != header_ && head < header_end_ && pieces_[i].text.size() < kShortCell)
        row += inline_text(pieces_[head], 0, pieces_[head].text.size()) + ": ";
      row += inline_text(pieces_[i], 0, pieces_[i].text.size());
    }
    if (denies) add(begin, {}, std::move(row));
    return end - 1;
  }

  void add(std::size_t piece, TextRange range, std::string text) {
    if (text.empty() || said_.has(text)) return;
    said_.add(text);
    covered_.add(text);
    out_.push_back({piece, range, std::move(text)});
  }

  static constexpr std::size_t kShortCell = 24;  // bytes of a cell that says little without its column's name
  const std::vector<TextPiece>& pieces_;
  SaidSentences& said_;
  Covered& covered_;
  std::size_t header_ = 0, header_end_ = 0;
  std::vector<KeptSentence> out_;
};

}  // namespace

std::size_t label_size(std::string_view sentence) {
  constexpr std::size_t kLongestLabel = 40;
  const auto colon = sentence.substr(0, kLongestLabel).rfind(": ");
  return colon == std::string_view::npos ? 0 : colon + 2;
}

std::vector<Denial> denials(std::string_view text, const std::vector<TextRange>& whole) {
  std::vector<Denial> out;
  for (const TextRange& sentence : sentences(text, whole)) {
    if (!has_negation(part(text, sentence))) continue;
    if (sentence.end - sentence.begin <= kShort)
      out.push_back({sentence, sentence});
    else
      add_clauses(text, sentence, whole, out);
  }
  return out;
}

void SaidSentences::add(std::string_view text) {
  for (const TextRange& range : sentences(text, {})) keys_.insert(sentence_key(part(text, range)));
  keys_.insert(sentence_key(text));
}

bool SaidSentences::has(std::string_view sentence) const { return keys_.contains(sentence_key(sentence)); }

std::vector<KeptSentence> denied_sentences(const std::vector<TextPiece>& pieces, SaidSentences& said,
                                           Covered& covered) {
  return Denied(pieces, said, covered).find();
}

}  // namespace ai_memory
