#include "index/snippet.hh"

#include <algorithm>
#include <set>

#include "index/tokenizer.hh"
#include "wiki/front_matter.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMaxLines = 3;
constexpr std::size_t kWidth = 200;                  // bytes of text shown of a line
constexpr std::size_t kLookedAt = 4u * 1024 * 1024;  // bytes of a page that are searched for lines
constexpr std::size_t kLineLookedAt = 64u * 1024;    // bytes of one line
constexpr std::string_view kEllipsis = "…";

using Mark = std::pair<std::size_t, std::size_t>;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

class Wanted {
 public:
  explicit Wanted(const Query& query)
      : words_(query.words.begin(), query.words.end()), prefixes_(query.prefixes.begin(), query.prefixes.end()) {
    words_.insert(query.also.begin(), query.also.end());
  }

  // The query's own text that this token answers to; empty: none.
  std::string_view match(const std::string& token) const {
    if (const auto word = words_.find(token); word != words_.end()) return *word;
    for (const std::string& prefix : prefixes_) {
      if (!prefix.empty() && token.starts_with(prefix)) return prefix;
    }
    return {};
  }

 private:
  std::set<std::string> words_, prefixes_;
};

struct Line {
  std::size_t number = 0;
  std::string text;
  std::vector<Mark> marks;
  std::size_t distinct = 0;  // different words of the query in it
};

// Tokens overlap (bigrams, a whole and its parts), what is shown as marked does not.
std::vector<Mark> merged(std::vector<Mark> marks) {
  std::sort(marks.begin(), marks.end());
  std::vector<Mark> out;
  for (const Mark& mark : marks) {
    if (!out.empty() && mark.first <= out.back().second) {
      out.back().second = std::max(out.back().second, mark.second);
    } else {
      out.push_back(mark);
    }
  }
  return out;
}

Line matched_line(std::size_t number, std::string_view raw, const Wanted& wanted) {
  Line line{number, printable(raw.substr(0, kLineLookedAt)), {}, 0};
  std::set<std::string_view> found;
  std::vector<Mark> marks;
  for (const Token& token : tokenize(line.text, TokenUse::document)) {
    const std::string_view word = wanted.match(token.text);
    if (word.empty()) continue;
    found.insert(word);
    marks.emplace_back(token.begin, token.end);
  }
  line.distinct = found.size();
  line.marks = merged(std::move(marks));
  return line;
}

// Calls `each(number, line)` for the lines of `text`, the first of which has the number `first`.
template <class Each>
void for_each_line(std::string_view text, std::size_t first, Each each) {
  text = text.substr(0, kLookedAt);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    each(first++, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::vector<Line> best_lines(std::string_view text, std::size_t first, const Wanted& wanted) {
  std::vector<Line> best;
  for_each_line(text, first, [&](std::size_t number, std::string_view raw) {
    Line line = matched_line(number, raw, wanted);
    if (line.distinct == 0) return;
    const auto place =
        std::find_if(best.begin(), best.end(), [&](const Line& other) { return other.distinct < line.distinct; });
    best.insert(place, std::move(line));
    if (best.size() > kMaxLines) best.pop_back();
  });
  // A line with far fewer of the words than the best one adds noise, not an answer.
  std::erase_if(
      best, [most = best.empty() ? 0 : best.front().distinct](const Line& line) { return line.distinct * 2 < most; });
  std::sort(best.begin(), best.end(), [](const Line& a, const Line& b) { return a.number < b.number; });
  return best;
}

Line first_line(std::string_view body, std::size_t first, std::size_t from) {
  Line found;
  for_each_line(body, first, [&](std::size_t number, std::string_view raw) {
    if (found.number != 0 || number < from) return;
    std::string text = printable(raw.substr(0, kLineLookedAt));
    if (text.find_first_not_of(' ') != std::string::npos) found = {number, std::move(text), {}, 0};
  });
  return found;
}

// Where to cut a long line so that the first match has some text before it.
Mark window(const Line& line) {
  const std::string& text = line.text;
  if (text.size() <= kWidth) return {0, text.size()};
  std::size_t begin = line.marks.empty() ? 0 : line.marks.front().first;
  begin = begin < kWidth / 2 ? 0 : begin - kWidth / 4;
  begin = std::min(begin, text.size() - kWidth);
  std::size_t end = begin + kWidth;
  while (begin > 0 && continues(text[begin])) --begin;
  while (end < text.size() && continues(text[end])) --end;
  return {begin, std::max(end, begin)};
}

Snippet cut(const Line& line) {
  const auto [begin, end] = window(line);
  Snippet snippet{line.number, {}, {}};
  if (begin > 0) snippet.text = kEllipsis;
  const std::size_t shift = snippet.text.size();
  snippet.text.append(line.text, begin, end - begin);
  if (end < line.text.size()) snippet.text += kEllipsis;
  for (const Mark& mark : line.marks) {
    const std::size_t from = std::max(mark.first, begin), to = std::min(mark.second, end);
    if (from < to) snippet.marks.emplace_back(from - begin + shift, to - begin + shift);
  }
  return snippet;
}

// The length of a terminal's escape sequence at the head of `text`, which starts with ESC.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return text.size();
  std::size_t at = 2;
  if (text[1] == '[') {  // to its final byte
    while (at < text.size() && (text[at] < 0x40 || text[at] > 0x7e)) ++at;
    return std::min(at + 1, text.size());
  }
  if (text[1] == ']') {  // to BEL or ESC backslash
    while (at < text.size() && text[at] != '\a' && text[at] != '\x1b') ++at;
    return std::min(at + (at < text.size() && text[at] == '\x1b' ? 2 : 1), text.size());
  }
  return 2;
}

// The code point at the head of `text` and its length; -1 and 1 for a byte that is not UTF-8.
std::pair<int, std::size_t> decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (length == 0 || lead >= 0xf5 || text.size() < length) return {-1, 1};
  int point = lead & (0xff >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(text[i])) return {-1, 1};
    point = point << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = point < (length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000);
  if (overlong || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return {-1, 1};
  return {point, length};
}

bool is_hidden(int point) {
  return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x061c || point == 0x200e || point == 0x200f ||
         (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) || point == 0xfeff;
}

}  // namespace

std::string printable(std::string_view line) {
  std::string out;
  out.reserve(line.size());
  while (!line.empty()) {
    if (line.front() == '\x1b') {
      line.remove_prefix(escape_length(line));
      continue;
    }
    const auto [point, length] = decode(line);
    if (point == '\t') {
      out += ' ';
    } else if (point < 0) {
      out += "\xef\xbf\xbd";
    } else if (!is_hidden(point)) {
      out.append(line, 0, length);
    }
    line.remove_prefix(length);
  }
  const std::size_t last = out.find_last_not_of(' ');
  out.erase(last == std::string::npos ? 0 : last + 1);
  return out;
}

std::vector<Snippet> snippets(std::string_view page_text, const Query& query, std::size_t near_line) {
  const Wanted wanted(query);
  const SplitText split = split_front_matter(page_text);
  std::vector<Line> lines = best_lines(split.body, split.body_line, wanted);
  if (lines.empty() && split.has_block) lines = best_lines(split.block, 2, wanted);
  if (lines.empty()) lines.push_back(first_line(split.body, split.body_line, near_line));
  std::vector<Snippet> cuts;
  for (const Line& line : lines) {
    if (line.number != 0) cuts.push_back(cut(line));
  }
  return cuts;
}

}  // namespace ai_memory
