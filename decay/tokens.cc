#include "decay/tokens.hh"

#include <algorithm>
#include <array>

#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

constexpr auto kNone = std::string_view::npos;

bool is_run_char(char c) { return is_ascii_alnum(c) || std::string_view("_-./\\~@#:").find(c) != kNone; }

struct QuoteMarks {
  std::string_view open, close;
};
constexpr std::array kQuotes = {QuoteMarks{"\"", "\""}, QuoteMarks{"“", "”"},  QuoteMarks{"„", "“"},
                                QuoteMarks{"«", "»"},   QuoteMarks{"'", "'"},  QuoteMarks{"‘", "’"},
                                QuoteMarks{"「", "」"}, QuoteMarks{"『", "』"}};

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  std::vector<FoundToken> find() {
    while (at_ < text_.size()) step();
    std::stable_sort(out_.begin(), out_.end(),
                     [](const FoundToken& a, const FoundToken& b) { return a.begin < b.begin; });
    return std::move(out_);
  }

 private:
  std::string_view here() const { return text_.substr(at_); }

  void take(TokenKind kind, std::size_t size) {
    out_.push_back({kind, at_, at_ + size});
    at_ += size;
  }

  bool after_word() const { return at_ > 0 && (is_ascii_alnum(text_[at_ - 1]) || text_[at_ - 1] == '_'); }

  void step() {
    read_quotation();
    if (!after_word() && (read_url() || read_place() || read_phrase())) return;
    if (read_inner_number()) return;
    if (joins_a_number() || closes_a_tag()) {
      ++at_;
      return;
    }
    if (is_run_char(text_[at_])) {
      read_run();
      return;
    }
    at_ += code_point_at(here()).size;
  }

  // The stroke of 12:30-13:00: what follows is read as if a word began.
  bool joins_a_number() const {
    const bool stroke = std::string_view("-:/").find(text_[at_]) != kNone;
    return stroke && after_word() && digit_size(here().substr(1)) > 0;
  }

  // </div> is no path.
  bool closes_a_tag() const { return text_[at_] == '/' && at_ > 0 && text_[at_ - 1] == '<'; }

  // What is in quotation marks is a token and is looked into as well: only the mark is passed.
  void read_quotation() {
    constexpr std::size_t kLongest = 80;
    if (at_ < quoted_until_) return;
    for (const QuoteMarks& marks : kQuotes) {
      if (!here().starts_with(marks.open)) continue;
      if ((marks.open == "\"" || marks.open == "'") && after_word()) return;  // 5" and the end of a quotation
      const auto inside = here().substr(marks.open.size(), kLongest * 4);
      const bool single = marks.close == "'" || marks.close == "’";
      const auto close = single ? single_close(inside, marks.close) : inside.find(marks.close);
      if (close == kNone || close == 0) return;
      const auto letters = std::count_if(inside.begin(), inside.begin() + static_cast<std::ptrdiff_t>(close),
                                         [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
      if (static_cast<std::size_t>(letters) > kLongest) return;
      const auto begin = at_ + marks.open.size();
      out_.push_back({TokenKind::quoted, begin, begin + close});
      quoted_until_ = begin + close + marks.close.size();
      return;
    }
  }

  // Where a mark closes that is an apostrophe as well: behind no blank and before no letter. '90s and 'em open none.
  static std::size_t single_close(std::string_view inside, std::string_view mark) {
    if (inside.empty() || inside[0] == ' ' || is_ascii_digit(inside[0])) return kNone;
    for (const std::string_view short_word : {"em ", "til ", "cause ", "tis ", "twas "})
      if (ascii_lower(inside.substr(0, short_word.size())) == short_word) return kNone;
    for (auto at = inside.find(mark); at != kNone; at = inside.find(mark, at + 1)) {
      const auto behind = inside.substr(at + mark.size(), 1);
      if (at > 0 && inside[at - 1] != ' ' && (behind.empty() || !is_ascii_alnum(behind[0]))) return at;
    }
    return kNone;
  }

  bool read_place() {
    const auto place =
        place_at(text_.substr(at_ - std::min<std::size_t>(at_, 3), std::min<std::size_t>(at_, 3)), here());
    if (place.size > 0) take(place.kind, place.size);
    return place.size > 0;
  }

  bool read_url() {
    constexpr std::size_t kLongestScheme = 12;
    std::size_t scheme = 0;
    while (scheme < here().size() && scheme <= kLongestScheme && is_ascii_letter(here()[scheme])) ++scheme;
    const auto behind = here().substr(scheme);
    const auto name = ascii_lower(here().substr(0, std::min(scheme, kLongestScheme)));
    const std::size_t mark = behind.starts_with("://")                                        ? 3
                             : behind.starts_with(':') && (name == "mailto" || name == "tel") ? 1
                                                                                              : 0;
    if (scheme < 2 || mark == 0) return false;
    const auto size = url_size(here(), scheme + mark);
    if (size <= scheme + mark) return false;
    take(TokenKind::url, size);
    return true;
  }

  // Up to a blank, a quotation mark, or a bracket that was not opened within; without the sentence's last marks.
  static std::size_t url_size(std::string_view text, std::size_t start) {
    std::size_t end = start;
    int open = 0;
    while (end < text.size()) {
      const auto c = static_cast<unsigned char>(text[end]);
      if (c <= ' ' || c == '"' || c == '<' || c == '>' || c == '`' || c == '|') break;
      if (c >= 0x80 && ends_url(text, end)) break;
      if (c == '(' || c == '[') ++open;
      if ((c == ')' || c == ']') && --open < 0) break;
      end += c < 0x80 ? 1 : code_point_at(text.substr(end)).size;
    }
    while (end > start && std::string_view(".,;:!?'*").find(text[end - 1]) != kNone) --end;
    return end;
  }

  // Japanese runs on behind a URL without a blank: Han and katakana are part of one only behind a / or = of it.
  static bool ends_url(std::string_view text, std::size_t at) {
    const auto code = code_point_at(text.substr(at)).code;
    if (code == 0xa0 || (code >= 0x2010 && code <= 0x206f)) return true;
    if (code < 0x2e80) return false;
    if (!is_han(code) && !is_katakana(code)) return true;
    const char before = text[at - 1];
    return is_ascii_alnum(before) || before == '.' || before == ')';
  }

  // What may hold blanks: dates, amounts, statuses, versions and numbers.
  bool read_phrase() {
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (is_ascii_letter(text_[at_]) && read_status()) return true;
    if (const auto size = may_start_kanji_number() ? date_size(here()) : 0) return take(TokenKind::date, size), true;
    if (const auto size = money_size(here())) return take(TokenKind::amount, size), true;
    if (is_ascii_letter(text_[at_]) && ascii_lower(text_[at_]) != 'v') return false;
    const bool sign = c == '-' || c == '+' || here().starts_with("\u2212");
    if (sign && at_ > 0 && text_[at_ - 1] != ' ' && text_[at_ - 1] != '(') return false;
    if (!sign && !may_start_kanji_number()) return false;
    const auto number = number_at(here());
    if (number.size == 0) return false;
    if (number.kind == TokenKind::number && read_status_words()) return true;
    take(number.kind, number.size);
    return true;
  }

  // 統一日本: no numeral behind another Han letter, but behind a digit's unit there is.
  bool may_start_kanji_number() const {
    if (at_ < 3 || static_cast<unsigned char>(text_[at_]) < 0x80 || digit_size(here()) > 0) return true;
    return !is_han(code_point_at(text_.substr(at_ - 3, 3)).code) || kanji_number_size(here()) == 0;
  }

  // HTTP 404, exit code 2, status 503.
  bool read_status() {
    for (const std::string_view word : {"HTTP ", "status ", "exit code ", "errno ", "error "}) {
      if (!here().starts_with(word)) continue;
      std::size_t count = 0;
      const auto digits = digits_size(here().substr(word.size()), 6, &count);
      const auto rest = here().substr(word.size() + digits);
      if (count == 0 || count > 5 || (!rest.empty() && (is_ascii_alnum(rest[0]) || rest[0] == '/'))) continue;
      take(TokenKind::error, word.size() + digits);
      return true;
    }
    return false;
  }

  // 503 Service Unavailable.
  bool read_status_words() {
    if (here().size() < 4 || here()[3] != ' ') return false;
    for (const std::string_view words :
         {"Bad Request", "Unauthorized", "Forbidden", "Not Found", "Method Not Allowed", "Conflict", "Gone",
          "Unprocessable Entity", "Too Many Requests", "Internal Server Error", "Not Implemented", "Bad Gateway",
          "Service Unavailable", "Gateway Timeout"}) {
      if (here().substr(4, words.size()) != words) continue;
      if (digits_size(here(), 4) != 3) return false;
      take(TokenKind::error, 4 + words.size());
      return true;
    }
    return false;
  }

  // A number that stands right behind a letter of a script without blanks is found by read_phrase; one behind a sign
  // that no run holds (=5, *5, x,5) too. What is left: full-width digits behind ASCII ones.
  bool read_inner_number() {
    if (static_cast<unsigned char>(text_[at_]) < 0x80) return false;
    const auto size = digits_size(here(), kNone);
    if (size == 0) return false;
    take(TokenKind::number, size);
    return true;
  }

  void read_run() {
    std::size_t size = 1;
    while (at_ + size < text_.size() && is_run_char(text_[at_ + size])) ++size;
    size = over_braces(size);
    size = before_url(here().substr(0, size));
    size += foreign_tail_size(size);
    const auto run = here().substr(0, size);
    read_names(run, at_, out_);
    at_ += size;
  }

  // /users/{id}/orders: a name in braces is a part of a path.
  std::size_t over_braces(std::size_t size) const {
    constexpr std::size_t kLongest = 40;
    while (at_ + size < text_.size() && here()[size] == '{' && here().substr(0, size).find('/') != kNone) {
      auto end = size + 1;
      while (end < here().size() && end - size < kLongest && (is_ascii_alnum(here()[end]) || here()[end] == '_')) ++end;
      if (end == size + 1 || end >= here().size() || here()[end] != '}') break;
      size = end + 1;
      while (at_ + size < text_.size() && is_run_char(here()[size])) ++size;
    }
    return size;
  }

  // see:https://example.org is cut before the scheme.
  static std::size_t before_url(std::string_view run) {
    auto begin = run.find("://");
    if (begin == kNone) return run.size();
    while (begin > 0 && is_ascii_letter(run[begin - 1])) --begin;
    return begin > 0 && !is_ascii_alnum(run[begin - 1]) && run[begin - 1] != '_' ? begin : run.size();
  }

  // docs/設計.md: letters of other scripts belong to a path if a known extension ends it.
  std::size_t foreign_tail_size(std::size_t size) const {
    constexpr std::size_t kMost = 200;
    if (here().substr(0, size).find_first_of("/\\") == kNone) return 0;
    std::size_t end = size, dot = 0;
    while (end < here().size() && end - size < kMost) {
      const auto next = code_point_at(here().substr(end));
      if (next.code < 0x80 ? !is_run_char(here()[end]) : next.code < 0x3040 || next.code >= 0xff00) break;
      if (next.code == '.') dot = end;
      if (next.code >= 0x80 && dot > 0) break;
      end += next.size;
    }
    return dot > size && dot + 1 < end ? end - size : 0;
  }

  std::string_view text_;
  std::size_t at_ = 0, quoted_until_ = 0;
  std::vector<FoundToken> out_;
};

}  // namespace

std::string_view token_kind_name(TokenKind kind) {
  constexpr std::array<std::string_view, 15> kNames = {"url",        "path",   "file",  "error",   "exception",
                                                       "identifier", "id",     "issue", "version", "date",
                                                       "amount",     "number", "email", "mention", "quoted"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<FoundToken> find_tokens(std::string_view text) { return Finder(text).find(); }

}  // namespace ai_memory
