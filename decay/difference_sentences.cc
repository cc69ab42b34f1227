#include <algorithm>
#include <array>

#include "decay/difference_units.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

// The end of the sentence that ends with the mark at `at`; 0 if none ends there.
std::size_t sentence_end(std::string_view text, std::size_t at) {
  for (const std::string_view mark : {"。", "！", "？"})
    if (text.substr(at).starts_with(mark)) return at + mark.size();
  if (text[at] != '.' && text[at] != '!' && text[at] != '?') return 0;
  if (at + 1 < text.size() && text[at + 1] != ' ') return 0;
  if (text[at] == '.' && ends_abbreviation(text.substr(0, at))) return 0;
  const bool goes_on = at + 2 < text.size() && text[at + 2] >= 'a' && text[at + 2] <= 'z';
  return goes_on ? 0 : at + 1;
}

std::vector<TextPart> split(std::string_view text, const std::vector<FoundToken>& tokens) {
  std::vector<TextPart> parts;
  std::size_t begin = 0, token = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    while (token < tokens.size() && (tokens[token].end <= at || tokens[token].kind == TokenKind::quoted)) ++token;
    const bool within = token < tokens.size() && tokens[token].begin < at && at + 1 < tokens[token].end;
    const auto end = within ? 0 : sentence_end(text, at);
    if (end == 0) continue;
    parts.push_back({begin, end});
    begin = end;
    at = end - 1;
  }
  if (begin < text.size()) parts.push_back({begin, text.size()});
  return parts;
}

Unit mark(std::string value) { return {Unit::Kind::mark, value, value}; }

class SentenceReader {
 public:
  void add(const TextPiece& piece) {
    ++piece_;
    if (piece.kind == TextPiece::Kind::code || piece.kind == TextPiece::Kind::html) return add_lines(piece);
    if (piece.kind == TextPiece::Kind::cell) return add_cell(piece);
    leave(piece);
    const auto first = out_.size();
    const auto tokens = find_tokens(piece.text);
    for (const auto& [begin, end] : split(piece.text, tokens)) {
      Sentence sentence = start(piece, std::string(trim(std::string_view(piece.text).substr(begin, end - begin))));
      if (piece.task != 0) sentence.units.push_back(mark(piece.task == ' ' ? "[ ]" : "[x]"));
      auto units = units_of(piece.text, piece.spans, {begin, end}, tokens);
      sentence.units.insert(sentence.units.end(), units.begin(), units.end());
      add_codes(piece, {begin, end}, sentence);
      if (!units.empty()) out_.push_back(std::move(sentence));
    }
    enter(piece, first);
  }

  std::vector<Sentence> finish() {
    find_names();
    return std::move(out_);
  }

 private:
  struct Above {
    int rank;  // headings 1..6, a line that ends with ':' 10, items 20 and more
    std::vector<Unit> units;
  };

  static int rank_of(const TextPiece& piece) {
    if (piece.kind == TextPiece::Kind::heading) return piece.level;
    return piece.kind == TextPiece::Kind::item ? 20 + piece.level : 10;
  }
  static bool opens(const TextPiece& piece) {
    return piece.kind == TextPiece::Kind::heading || piece.kind == TextPiece::Kind::item || piece.text.ends_with(':') ||
           piece.text.ends_with("：");
  }

  // A plain paragraph ends lists, but not what a line with ':' began.
  void leave(const TextPiece& piece) {
    const int rank = opens(piece) ? rank_of(piece) : 20;
    while (!above_.empty() && above_.back().rank >= rank) above_.pop_back();
  }
  void enter(const TextPiece& piece, std::size_t first) {
    if (!opens(piece)) return;
    Above& above = above_.emplace_back(Above{rank_of(piece), {}});
    for (std::size_t i = first; i < out_.size(); ++i)
      above.units.insert(above.units.end(), out_[i].units.begin(), out_[i].units.end());
  }

  Sentence start(const TextPiece& piece, std::string text) {
    Sentence sentence{std::move(text), {}, piece.line, piece.kind, piece.quoted, {}, {}, piece_};
    for (const Above& above : above_)
      sentence.context.insert(sentence.context.end(), above.units.begin(), above.units.end());
    if (piece.quoted) sentence.units.push_back(mark(">"));
    return sentence;
  }

  void add_cell(const TextPiece& piece) {
    auto units = units_of(piece.text, piece.spans, {0, piece.text.size()}, find_tokens(piece.text));
    const bool same_row = !out_.empty() && out_.back().kind == TextPiece::Kind::cell && out_.back().line == piece.line;
    if (!same_row) out_.push_back(start(piece, piece.text));
    Sentence& row = out_.back();
    if (same_row) row.text += " | " + piece.text;
    row.units.insert(row.units.end(), units.begin(), units.end());
    add_codes(piece, {0, piece.text.size()}, row);
  }

  static void add_codes(const TextPiece& piece, TextPart part, Sentence& sentence) {
    for (const TextSpan& span : piece.spans)
      if (span.kind == TextSpan::Kind::code && span.begin >= part.begin && span.begin < part.end)
        sentence.codes.push_back(piece.text.substr(span.begin, span.end - span.begin));
  }

  void add_lines(const TextPiece& piece) {
    for (std::size_t begin = 0, number = 0; begin < piece.text.size(); ++number) {
      const Line line = line_at(piece.text, begin);
      begin = line.next;
      const auto text = trim(line.of(piece.text));
      const std::vector<TextSpan> spans{{TextSpan::Kind::code, 0, text.size(), {}}};
      auto units = units_of(text, spans, {0, text.size()}, find_tokens(text));
      if (units.empty()) continue;
      Sentence sentence = start(piece, std::string(text));
      const bool fenced = piece.last_line > piece.line && piece.kind == TextPiece::Kind::code && !piece.info.empty();
      sentence.line += number + (fenced ? 1 : 0);
      sentence.units.insert(sentence.units.end(), units.begin(), units.end());
      out_.push_back(std::move(sentence));
    }
  }

  void find_names() {
    std::vector<std::string> names;
    for (Sentence& sentence : out_) {
      if (sentence.kind == TextPiece::Kind::heading) continue;
      bool first = true;
      for (Unit& unit : sentence.units) {
        if (unit.kind == Unit::Kind::mark) continue;
        if (unit.kind == Unit::Kind::word && unit.capital && !first) {
          unit.name = unit.value != "i";
          if (unit.name) names.push_back(unit.value);
        }
        first = false;
      }
    }
    std::sort(names.begin(), names.end());
    for (Sentence& sentence : out_)
      for (Unit& unit : sentence.units)
        if (unit.kind == Unit::Kind::word && unit.capital && std::binary_search(names.begin(), names.end(), unit.value))
          unit.name = true;
  }

  std::vector<Above> above_;
  std::vector<Sentence> out_;
  std::size_t piece_ = 0;
};

}  // namespace

bool ends_abbreviation(std::string_view before) {
  constexpr std::array<std::string_view, 14> kShort = {"e.g", "i.e", "etc", "vs", "approx", "Dr", "Mr",
                                                       "Mrs", "Ms",  "No",  "St", "ca",     "cf", "incl"};
  const auto blank = before.find_last_of(" (");
  const auto word = before.substr(blank == std::string_view::npos ? 0 : blank + 1);
  if (word.size() == 1 && word[0] >= 'A' && word[0] <= 'Z') return true;  // an initial
  return std::find(kShort.begin(), kShort.end(), word) != kShort.end();
}

std::vector<TextPart> sentence_parts(std::string_view text) { return split(text, find_tokens(text)); }

std::vector<Sentence> sentences_of(std::string_view body) {
  SentenceReader reader;
  for (const TextPiece& piece : text_pieces(body)) reader.add(piece);
  return reader.finish();
}

}  // namespace ai_memory
