#include "wiki/markdown_source.hh"

#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kWholeBytes = 1u << 20;
constexpr std::size_t kMaxBytes = 2u << 20;
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

void mask_escaped_brackets(std::string& line) {
  for (auto at = line.find('\\'); at != std::string::npos && at + 1 < line.size(); at = line.find('\\', at + 2))
    if (line[at + 1] == '[') line.replace(at, 2, kMask);
}

// Columns of a line that could be the |---|---| under a table's header; 0 if it cannot.
std::size_t delimiter_columns(std::string_view line) {
  if (line.find('-') == std::string_view::npos || line.find_first_not_of("|-: \t>+*") != std::string_view::npos)
    return 0;
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), '|')) + 1;
}

}  // namespace

std::size_t safe_cut(std::string_view body) {
  if (body.size() <= kWholeBytes) return body.size();
  char fence = 0;
  std::size_t best = 0, last_line = 0;
  bool after_blank = false;
  for (std::size_t at = 0; at < body.size() && at <= kMaxBytes;) {
    const auto line = line_at(body, at);
    const auto text = line.of(body);
    const bool starts_block = !text.empty() && text.front() != ' ' && text.front() != '\t';
    if (at > 0) last_line = at;
    if (after_blank && starts_block && fence == 0 && at > 0) best = at;
    if (best > kWholeBytes / 2 && at > kWholeBytes) break;
    const char mark = fence_of(text);
    if (mark != 0) fence = fence == 0 ? mark : fence == mark ? '\0' : fence;
    after_blank = trim(text).empty();
    at = line.next;
  }
  if (best > 0) return best;
  if (last_line > 0) return last_line;
  auto cut = std::min(kMaxBytes, body.size());
  while (cut < body.size() && (static_cast<unsigned char>(body[cut]) & 0xc0) == 0x80) --cut;
  return cut;
}

MarkdownSource::MarkdownSource(std::string_view text) {
  text_.reserve(text.size());
  const bool masks = text.find("\\[") != std::string_view::npos;
  std::size_t columns = 0, cells = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto line = line_at(text, at);
    const auto begin = text_.size();
    append_shallow(text_, line.of(text));
    if (masks) {
      auto masked = text_.substr(begin);
      mask_escaped_brackets(masked);
      text_.replace(begin, std::string::npos, masked);
    }
    lines_.emplace_back(begin, text_.size());
    text_ += text.substr(line.end, line.next - line.end);
    at = line.next;
    columns = trim(line.of(text)).empty() ? 0 : std::max(columns, delimiter_columns(line.of(text)));
    cells += columns;
  }
  tables_ = cells <= text.size() + 1000;
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
