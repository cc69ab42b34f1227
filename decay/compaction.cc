#include "decay/compaction.hh"

#include <algorithm>
#include <vector>

#include "decay/compaction_denials.hh"
#include "decay/compaction_groups.hh"
#include "decay/compaction_pick.hh"
#include "decay/keep_tokens.hh"
#include "decay/markdown_out.hh"
#include "decay/restore_command.hh"
#include "decay/token_scan.hh"
#include "wiki/error.hh"
#include "wiki/front_matter.hh"
#include "wiki/lines.hh"
#include "wiki/markdown.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : trim(text)) out += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  return out;
}

constexpr std::string_view kOften = "- Often:";  // begins the line that often_said() finds
constexpr std::size_t kLeastSummary = 80;        // characters, however short the page

// Where at most `characters` of `text`, or those of the first `bytes` if they are more than kLeastSummary, end: at the
// end of a word and in no token; in Japanese at any character.
std::size_t cut_at(std::string_view text, std::size_t characters, std::size_t bytes) {
  std::size_t end = 0, word_end = 0;
  for (std::size_t count = 0; end < text.size() && count < characters; ++count) {
    if (end >= bytes && count >= kLeastSummary) break;
    const auto next = code_point_at(text.substr(end));
    if (next.code == ' ' || next.code >= 0x2e80) word_end = end;
    end += next.size;
  }
  if (end >= text.size()) return text.size();
  if (text[end] == ' ' || code_point_at(text.substr(end)).code >= 0x2e80) word_end = end;
  const auto bound = word_end > 0 ? word_end : end;
  for (const FoundToken& token : find_tokens(text.substr(0, std::min(text.size(), bound + 4096))))
    if (token.begin < bound && token.end > bound && token.kind != TokenKind::quoted) return token.begin;
  return bound;
}

bool is_number(const KeptToken& kept) { return kept.kind == KeepKind::token && kept.token == TokenKind::number; }

// Several stand side by side without a mark between.
bool is_short_number(const KeptToken& kept) {
  return is_number(kept) && kept.text.size() < 4 && std::all_of(kept.text.begin(), kept.text.end(), is_ascii_digit);
}

// Letter by letter, but for a full stop and what escapes marks.
bool is_sentence_of(std::string text, std::string sentence) {
  const auto bare = [](std::string_view part) { return part.substr(0, part.find_last_not_of(". ") + 1); };
  std::erase(text, '\\');
  std::erase(sentence, '\\');
  const auto ranges = sentences(text, {});
  return bare(text) == bare(sentence) || std::any_of(ranges.begin(), ranges.end(), [&](const TextRange& range) {
           return bare(std::string_view(text).substr(range.begin, range.end - range.begin)) == bare(sentence);
         });
}

// The shortened body, part by part, with LF line ends.
class Body {
 public:
  Body(const Page& page, const CompactionOptions& options)
      : page_(page),
        options_(options),
        pieces_(text_pieces(page.body)),
        kept_(keep_tokens(page.body, pieces_)),
        covered_(form_key) {}

  // For at most `bytes`, if the facts leave room.
  std::string make(std::size_t bytes, std::string_view last_line) {
    write_head();
    out_ += "## Kept\n\n";
    const auto blocks = joined_blocks();
    write_items();
    auto denied = denied_sentences(pieces_, said_, covered_);
    const auto words = page_words(pieces_, options_.is_common, covered_);
    const auto often = often_line(words);
    covered_.add_words(often);
    const auto spent = out_.size() + blocks.size() + last_line.size() + often.size() + facts_cost() + bytes_of(denied);
    const auto room = bytes > spent ? bytes - spent : 0;
    write_sentences(sentence_room(words, room), std::move(denied));
    write_groups();
    out_ += often;
    const auto used = out_.size() + blocks.size() + last_line.size() + 16;
    const auto least = static_cast<std::size_t>(options_.least_words_share * static_cast<double>(page_.body.size()));
    write_words(pick_words(words, std::max(least, bytes > used ? bytes - used : 0), covered_));
    if (!out_.ends_with("\n\n")) out_ += '\n';
    return out_ + blocks + std::string(last_line);
  }

  std::size_t left_out() const { return left_out_; }

 private:
  void add(std::string_view text) {
    out_ += text;
    covered_.add(text);
  }
  void say(std::string_view text) {
    add(text);
    said_.add(text);
  }
  void add_paragraph(std::string_view text) {
    if (text.empty()) return;
    add(escape_start(text));
    said_.add(text);
    out_ += "\n\n";
  }

  // The heading that names the page: none in a quotation or list.
  const TextPiece* title_piece() const {
    std::size_t line = 0;
    for (const auto& heading : outline(page_.body).headings)
      if (heading.level == 1 && line == 0) line = heading.line;
    for (const TextPiece& piece : pieces_)
      if (piece.kind == TextPiece::Kind::heading && piece.level == 1 && piece.line == line && !piece.text.empty())
        return &piece;
    return nullptr;
  }

  // A title that stands there is said once; what it links to would be lost with it.
  bool is_in_front_matter(const TextPiece& title) const {
    return title.spans.empty() && page_.front_matter.text("title") == title.text;
  }

  void write_head() {
    const TextPiece* title = title_piece();
    if (title && is_in_front_matter(*title)) {
      covered_.add_words(title->text);
    } else if (title) {
      add("# " + inline_text(*title, 0, title->text.size()));
      out_ += "\n\n";
    }
    add_paragraph(escape_inline(one_line(page_.abstract)));
    add_paragraph(summary());
    std::string sections;
    for (const TextPiece& piece : pieces_)
      if (piece.kind == TextPiece::Kind::heading && &piece != title)
        sections += (sections.empty() ? "Sections: " : " · ") + inline_text(piece, 0, piece.text.size());
    add_paragraph(sections);
  }

  std::string summary() const {
    const auto own = one_line(page_.summary);
    if (!own.empty()) return escape_inline(own.substr(0, cut_at(own, options_.summary_max, own.size())));
    for (const TextPiece& piece : pieces_) {
      if (piece.kind != TextPiece::Kind::paragraph || piece.quoted || piece.level > 0) continue;
      const auto share = static_cast<std::size_t>(options_.summary_share * static_cast<double>(page_.body.size()));
      auto end = cut_at(piece.text, options_.summary_max, share);
      while (end > 0 && piece.text[end - 1] == ' ') --end;
      return inline_text(piece, 0, end) + (end < piece.text.size() ? " …" : "");
    }
    return {};
  }

  std::string joined_blocks() {
    std::string blocks;
    for (const KeptToken& kept : kept_)
      if (kept.kind == KeepKind::block) {
        blocks += kept.text + "\n";
        covered_.add(kept.text);
      }
    return blocks;
  }

  void write_items() {
    const auto above = summary();
    for (const KeptToken& kept : kept_)
      if (kept.kind == KeepKind::item && !is_sentence_of(above, kept.text)) {
        out_ += "- ";
        say(kept.text);
        out_ += '\n';
      }
  }

  bool is_covered(const KeptToken& kept) const {
    const auto text = written(kept);
    if (kept.kind == KeepKind::link || kept.kind == KeepKind::code) return covered_.has_mark(text);
    return kept.kind == KeepKind::token && covered_.has_token(kept.text);
  }

  bool is_listed(const KeptToken& kept) const {
    return kept.kind != KeepKind::item && kept.kind != KeepKind::block && !is_covered(kept);
  }

  // What the groups would take if no sentence were kept.
  std::size_t facts_cost() const {
    std::size_t cost = 0;
    for (const KeptToken& kept : kept_)
      if (is_listed(kept) && kept.token != TokenKind::quoted) cost += kept.text.size() + 2;
    return cost;
  }

  // Where all words find room too, what is over goes to sentences.
  SentenceRoom sentence_room(const std::vector<PageWord>& words, std::size_t room) const {
    std::size_t all = 0;
    for (const PageWord& word : words)
      if (!covered_.has_word(word.text)) all += word.text.size() + 1;
    if (room >= all) return {0, room - all};
    return {static_cast<std::size_t>(options_.sentence_share * static_cast<double>(room)), 0};
  }

  static std::size_t bytes_of(const std::vector<KeptSentence>& kept) {
    std::size_t bytes = 0;
    for (const KeptSentence& each : kept) bytes += each.text.size() + 3;
    return bytes;
  }

  void write_sentences(SentenceRoom room, std::vector<KeptSentence> denied) {
    for (const KeptSentence& kept : pick_sentences(pieces_, room, covered_, std::move(denied)))
      out_ += "- " + escape_start(kept.text) + "\n";
  }

  // Links first, for what is in their targets is said by them; then quotations, likewise.
  void write_groups() {
    write_group("Links", chosen());
    const auto tokens = chosen();
    const auto left = cut_;
    write_group("Quotes", tokens);
    for (const auto group : kKeptGroups) write_group(group, tokens);
    left_out_ = left;
    if (left_out_ > 0) out_ += "- " + std::to_string(left_out_) + " more are in the full text alone.\n";
  }

  // Those that the text lacks, links always, others up to the bound, plain numbers last.
  std::vector<const KeptToken*> chosen() {
    std::vector<const KeptToken*> tokens, numbers;
    std::size_t free = 0;
    for (const KeptToken& kept : kept_) {
      if (!is_listed(kept)) continue;
      (is_number(kept) ? numbers : tokens).push_back(&kept);
    }
    cut_ = 0;
    tokens.insert(tokens.end(), numbers.begin(), numbers.end());
    std::erase_if(tokens, [&](const KeptToken* kept) {
      const bool cut = kept->kind != KeepKind::link && ++free > options_.keep_tokens_max;
      cut_ += cut;
      return cut;
    });
    return tokens;
  }

  void write_group(std::string_view name, const std::vector<const KeptToken*>& tokens) {
    bool any = false, numbers = false;
    std::string line;
    for (const KeptToken* kept : tokens) {
      if (group_of(*kept) != name || is_covered(*kept)) continue;
      const bool plain = is_short_number(*kept);
      line += (!any ? "" : plain && numbers ? " " : "; ") + written(*kept);
      any = true;
      numbers = plain;
    }
    if (!any) return;
    out_ += "- " + std::string(name) + ": ";
    add(line);
    out_ += '\n';
  }

  std::string often_line(const std::vector<PageWord>& words) const {
    const auto bytes = static_cast<std::size_t>(options_.often_share * static_cast<double>(page_.body.size()));
    std::string line;
    for (const std::string& word : pick_often(words, options_.often_least, bytes)) line += " " + escape_inline(word);
    return line.empty() ? line : std::string(kOften) + line + "\n";
  }

  void write_words(const std::vector<std::string>& words) {
    if (words.empty()) return;
    out_ += "- Words:";
    for (const std::string& word : words) out_ += " " + escape_inline(word);
    out_ += '\n';
  }

  const Page& page_;
  const CompactionOptions& options_;
  std::vector<TextPiece> pieces_;
  std::vector<KeptToken> kept_;
  std::string out_;
  Covered covered_;
  SaidSentences said_;
  std::size_t left_out_ = 0, cut_ = 0;
};

std::string with_line_ends(std::string_view text, bool crlf) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto line = line_at(text, at);
    out.append(line.of(text)).append(crlf ? "\r\n" : "\n");
    at = line.next;
  }
  return out;
}

bool has_crlf(std::string_view text) {
  const auto end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r';
}

std::string restore_line(const CompactionSource& source) {
  return "Full text: " + code_span(restore_command(source.commit, source.path)) + "\n";
}

std::string why_not(const Page& page, std::string_view text, const PagePath& path) {
  if (page.compacted) return "compacted already";
  if (page.is_protected()) return "protected";
  return is_ledger(path, text) ? "a ledger or generated index" : "";
}

}  // namespace

std::string_view often_said(std::string_view body) {
  const auto at = body.rfind("\n" + std::string(kOften));
  if (at == std::string_view::npos) return {};
  const auto line = body.substr(at + 1 + kOften.size());
  return trim(line.substr(0, line.find('\n')));
}

Compaction compact_page(std::string_view text, const CompactionSource& source, const CompactionOptions& options) {
  const Page page = parse_page(source.path, text);
  if (auto why = why_not(page, text, source.path); !why.empty()) return {{}, std::move(why)};
  std::string marked;
  try {
    marked = edit_front_matter(text, {{"compacted", "true"}});
  } catch (const Error& error) {  // an odd block that no line can be added to
    return {{}, error.what()};
  }
  const auto head = marked.substr(0, FrontMatter::parse(marked).body_offset());
  const auto size = static_cast<double>(text.size());
  const auto too_long = [&](std::size_t bytes) { return static_cast<double>(bytes) >= options.largest_share * size; };
  const std::string saves_little =
      "would save less than " + std::to_string(static_cast<int>(100 - 100 * options.largest_share)) + " %";
  if (too_long(head.size() + restore_line(source).size())) return {{}, saves_little};
  const auto target = static_cast<std::size_t>(options.target_share * size);
  Body body(page, options);
  const auto made = body.make(target > head.size() ? target - head.size() : 0, restore_line(source));
  auto out = head + with_line_ends(made, has_crlf(text));
  if (too_long(out.size())) return {{}, saves_little};
  return {std::move(out), {}, body.left_out()};
}

}  // namespace ai_memory
