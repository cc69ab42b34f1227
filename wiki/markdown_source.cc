#include "wiki/markdown_source.hh"

#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMaxBytes = 1u << 20;
constexpr int kMaxMarks = 100;
constexpr std::size_t kMaxIndent = 200;
constexpr std::string_view kMask = "\xc2\x91";  // a C1 control; as long as what it stands for

// ``` or ~~~, up to three spaces in; 0 if the line is no fence.
char fence_of(std::string_view line) {
  const auto text = line.substr(std::min<std::size_t>(line.find_first_not_of(' '), line.size()));
  if (line.size() - text.size() > 3) return 0;
  if (text.starts_with("```")) return '`';
  return text.starts_with("~~~") ? '~' : '\0';
}

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

// Whether a block quote or list item may open here, if only blanks and other such marks stand before it.
bool is_mark(std::string_view line, std::size_t at) {
  const char byte = line[at];
  const bool spaced = at + 1 >= line.size() || line[at + 1] == ' ' || line[at + 1] == '\t';
  if (byte == '>') return true;
  if (byte == '-' || byte == '+' || byte == '*') return spaced;
  return (byte == '.' || byte == ')') && spaced && at > 0 && is_digit(line[at - 1]);
}

// Appends `line` with the marks that would nest too deep turned into spaces.
void append_shallow(std::string& out, std::string_view line) {
  int marks = 0;
  const auto start = out.size();
  out += line;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool blank = line[at] == ' ' || line[at] == '\t';
    if (blank || is_digit(line[at])) continue;
    if (!is_mark(line, at)) return;
    ++marks;
    if (marks > kMaxMarks || at > kMaxIndent) out[start + at] = ' ';
  }
}

void mask_escaped_brackets(std::string& text, std::size_t from) {
  for (auto at = text.find('\\', from); at != std::string::npos && at + 1 < text.size(); at = text.find('\\', at + 2))
    if (text[at + 1] == '[') text.replace(at, 2, kMask);
}

// Of the same size, so nothing moves.
void replace_all(std::string& text, std::size_t from, std::string_view part, std::string_view with) {
  for (auto at = text.find(part, from); at != std::string::npos; at = text.find(part, at + with.size()))
    text.replace(at, part.size(), with);
}

// Columns of a line that could be the |---|---| under a table's header; 0 if it cannot.
std::size_t delimiter_columns(std::string_view line) {
  if (line.find('-') == std::string_view::npos || line.find_first_not_of("|-: \t>+*") != std::string_view::npos)
    return 0;
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), '|')) + 1;
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

// Text for which cmark would need far more time or memory than its size. No page that a person wrote comes near.
class Hazards {
 public:
  explicit Hazards(std::string_view text) : brackets_(count_of(text, "[")), size_(text.size()) {
    images = count_of(text, "![") * brackets_ > 100'000'000;
    for (std::size_t at = 0; at < text.size();) {
      const auto line = line_at(text, at);
      look_at(line.of(text));
      at = line.next;
    }
    tables = tables || cells_ > size_ + 1000;
    references = brackets_ * longest_definition_ > 64'000'000;
  }

  bool tables = false;      // short rows under wide headers are filled up; a long paragraph is searched for a header
  bool images = false;      // every bracket looks through all open images
  bool references = false;  // each use of a reference copies its definition

 private:
  void look_at(std::string_view line) {
    if (trim(line).empty()) {
      paragraph_ = columns_ = definition_ = 0;
      return;
    }
    paragraph_ += line.size() + 1;
    const auto columns = delimiter_columns(line);
    tables = tables || (columns > 0 && paragraph_ > 16'000);
    columns_ = std::max(columns_, columns);
    cells_ += columns_;
    const bool opens = line.find("]:") != std::string_view::npos;
    definition_ = opens ? line.size() : definition_ > 0 ? definition_ + line.size() : 0;
    longest_definition_ = std::max(longest_definition_, definition_);
  }

  std::size_t brackets_, size_;
  std::size_t paragraph_ = 0, columns_ = 0, cells_ = 0, definition_ = 0, longest_definition_ = 0;
};

}  // namespace

std::size_t safe_cut(std::string_view body) {
  if (body.size() <= kMaxBytes) return body.size();
  char fence = 0;
  std::size_t before_block = 0, before_line = 0;
  bool after_blank = false;
  for (std::size_t at = 0; at <= kMaxBytes;) {
    const auto line = line_at(body, at);
    const auto text = line.of(body);
    const bool starts_block = !text.empty() && text.front() != ' ' && text.front() != '\t';
    before_line = at;
    if (after_blank && starts_block && fence == 0) before_block = at;
    const char mark = fence_of(text);
    if (mark != 0 && fence == 0)
      fence = mark;
    else if (mark == fence)
      fence = 0;
    after_blank = trim(text).empty();
    if (line.next >= body.size()) break;
    at = line.next;
  }
  if (before_block > 0) return before_block;
  if (before_line > 0) return before_line;
  auto cut = kMaxBytes;
  while ((static_cast<unsigned char>(body[cut]) & 0xc0) == 0x80 && cut > 1) --cut;
  return cut;
}

std::size_t count_lines(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at = line_at(text, at).next) ++count;
  return count;
}

MarkdownSource::MarkdownSource(std::string_view text) {
  const Hazards hazards(text);
  tables_ = !hazards.tables;
  text_.reserve(text.size());
  const bool escapes = text.find("\\[") != std::string_view::npos;
  for (std::size_t at = 0; at < text.size();) {
    const auto line = line_at(text, at);
    const auto begin = text_.size();
    append_shallow(text_, line.of(text));
    if (escapes) mask_escaped_brackets(text_, begin);
    if (hazards.images) replace_all(text_, begin, "![", kMask);
    if (hazards.references) replace_all(text_, begin, "]:", "] ");
    lines_.emplace_back(begin, text_.size());
    text_ += text.substr(line.end, line.next - line.end);
    at = line.next;
  }
}

std::size_t MarkdownSource::find_line(std::string_view needle, std::size_t guess, std::size_t last) const {
  constexpr std::size_t kReach = 20, kLongLine = 10'000;
  last = std::min({last, guess + kReach, lines_.size()});
  for (auto line = guess; line <= last; ++line) {
    const auto [begin, end] = lines_[line - 1];
    if (end - begin > kLongLine) break;
    if (std::string_view(text_).substr(begin, end - begin).find(needle) != std::string_view::npos) return line;
  }
  return guess;
}

std::string unmask(std::string_view text, std::string_view bracket) {
  std::string out;
  for (auto at = text.find(kMask); at != std::string_view::npos; at = text.find(kMask)) {
    out += text.substr(0, at);
    out += bracket;
    text.remove_prefix(at + kMask.size());
  }
  return out += text;
}

}  // namespace ai_memory
