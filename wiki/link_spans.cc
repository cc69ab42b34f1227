#include "wiki/link_spans.hh"

#include <algorithm>
#include <charconv>
#include <set>

#include "wiki/lines.hh"
#include "wiki/outline_piece.hh"
#include "wiki/wikilink.hh"

namespace ai_memory {
namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::size_t kLongestDestination = 4000;
// What may be parsed to find the places of one text's links; what is not found by then is not certain.
constexpr std::size_t kMostParsed = 16u << 20;

bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

// The first '#' that no backslash stands before; `end` if there is none.
std::size_t fragment_start(std::string_view text, std::size_t begin, std::size_t end) {
  for (auto at = begin; at < end; ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '#')
      return at;
  }
  return end;
}

// What stands between `begin` and the first '|' or '#', without the blanks around it.
LinkSpan wiki_span(std::string_view text, std::size_t begin, std::size_t end) {
  end = begin + std::min(text.substr(begin, end - begin).find_first_of("|#"), end - begin);
  if (end > begin && end < text.size() && text[end] == '|' && text[end - 1] == '\\') --end;  // in a table
  while (begin < end && is_blank(text[begin])) ++begin;
  while (end > begin && is_blank(text[end - 1])) --end;
  return {begin, end, false};
}

void add_wikilinks(std::string_view text, std::vector<LinkSpan>& spans) {
  for (std::size_t at = 0; at < text.size();) {
    const auto line = line_at(text, at);
    std::size_t done = 0;
    while (const auto found = find_wikilink(line.of(text), done)) {
      spans.push_back(wiki_span(text, line.begin + found->begin + 2, line.begin + found->end - 2));
      done = found->end;
    }
    at = line.next;
  }
}

// Behind the blanks at `at`, over one line end at most.
std::size_t skip_blanks(std::string_view text, std::size_t at) {
  bool line_end = false;
  while (at < text.size() && is_blank(text[at])) {
    const bool breaks = text[at] == '\r' || text[at] == '\n';
    if (breaks && line_end) return at;
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') ++at;
    line_end = line_end || breaks;
    ++at;
  }
  return at;
}

LinkSpan angle_span(std::string_view text, std::size_t begin) {
  for (auto at = begin; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '>')
      return {begin, fragment_start(text, begin, at), true};
    else if (text[at] == '<' || text[at] == '\n' || text[at] == '\r')
      break;
  }
  return {begin, begin, true};
}

// Up to a blank, or to the ')' that closes what was not opened here.
LinkSpan bare_span(std::string_view text, std::size_t begin, bool in_brackets) {
  int depth = 0;
  auto at = begin;
  text = text.substr(0, begin + kLongestDestination);
  for (; at < text.size() && static_cast<unsigned char>(text[at]) > 0x20 && text[at] != 0x7f; ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && !is_blank(text[at + 1]))
      ++at;
    else if (text[at] == '(')
      ++depth;
    else if (in_brackets && text[at] == ')' && --depth < 0)
      break;
  }
  return {begin, fragment_start(text, begin, at), false};
}

void add_destinations(std::string_view text, std::vector<LinkSpan>& spans) {
  for (auto at = text.find(']'); at != kNone; at = text.find(']', at + 1)) {
    if (at + 1 >= text.size() || (text[at + 1] != '(' && text[at + 1] != ':')) continue;
    const auto begin = skip_blanks(text, at + 2);
    if (begin >= text.size()) continue;
    spans.push_back(text[begin] == '<' ? angle_span(text, begin + 1) : bare_span(text, begin, text[at + 1] == '('));
  }
}

// Something that stands nowhere in `text`, to make marks of.
std::string unused_word(std::string_view text) {
  std::string word = "zq";
  while (text.find(word) != kNone) word += word.size() % 3 == 0 ? 'q' : 'x';
  return word;
}

class Marking {
 public:
  Marking(std::string_view text, const std::vector<Link>& links, std::vector<LinkSpan> spans)
      : text_(text), links_(links), spans_(std::move(spans)), word_(unused_word(text)), found_(links.size()) {}

  // Marks spans [begin, end); halves of them one by one where the marks change more than targets.
  void look(std::size_t begin, std::size_t end) {
    if (begin >= end || parsed_ > kMostParsed) return;
    std::vector<SpanEdit> marks;
    for (auto i = begin; i < end; ++i) marks.push_back({spans_[i], mark(i)});
    const auto text = with_edits(text_, marks);
    parsed_ += text.size();
    auto marked = destinations(text);
    if (is_clear(marked)) return take(marked);
    if (end - begin == 1) return;
    const auto half = begin + (end - begin) / 2;
    look(begin, half);
    look(half, end);
  }

  std::size_t count() const { return spans_.size(); }
  std::vector<std::optional<LinkSpan>> found() && { return std::move(found_); }

 private:
  std::string mark(std::size_t i) const { return word_ + std::to_string(i) + "z"; }
  bool is_mark(const std::string& target) const { return target.starts_with(word_); }

  // Whether the marks changed nothing but targets, and labels that only quote what looks like a link.
  bool is_clear(std::vector<Link>& marked) const {
    for (auto& link : marked)
      if (link.label.find(word_) != kNone) link.label = unmarked(link.label);
    if (!same_but_targets(links_, marked)) return false;
    for (std::size_t i = 0; i < marked.size(); ++i)
      if (!is_mark(marked[i].target) && marked[i].target != links_[i].target) return false;
    return true;
  }

  void take(const std::vector<Link>& marked) {
    for (std::size_t i = 0; i < marked.size(); ++i) {
      const auto& target = marked[i].target;
      const auto number = is_mark(target) ? number_at(target, 0) : spans_.size();
      if (number < spans_.size() && target == mark(number)) found_[i] = spans_[number];
    }
  }

  // The number of the mark that starts at `at`; past all of them if none does.
  std::size_t number_at(std::string_view text, std::size_t at) const {
    std::size_t number = spans_.size();
    std::from_chars(text.data() + at + word_.size(), text.data() + text.size(), number);
    return number;
  }

  std::string unmarked(std::string_view text) const {
    std::string out;
    for (auto at = text.find(word_); at != kNone; at = text.find(word_)) {
      const auto number = number_at(text, at);
      if (number >= spans_.size()) break;
      out += text.substr(0, at);
      out += spans_[number].of(text_);
      text.remove_prefix(std::min(at + mark(number).size(), text.size()));
    }
    return out += text;
  }

  std::string_view text_;
  const std::vector<Link>& links_;
  std::vector<LinkSpan> spans_;
  std::string word_;
  std::vector<std::optional<LinkSpan>> found_;
  std::size_t parsed_ = 0;  // bytes
};

std::vector<LinkSpan> apart(const std::vector<LinkSpan>& spans) {
  std::vector<LinkSpan> out;
  for (const auto& span : spans)
    if (out.empty() || span.begin >= out.back().end) out.push_back(span);
  return out;
}

}  // namespace

std::vector<Link> destinations(std::string_view text) {
  auto parts = outline_piece(text);
  std::move(parts.images.begin(), parts.images.end(), std::back_inserter(parts.links));
  return std::move(parts.links);
}

std::vector<LinkSpan> possible_destinations(std::string_view text) {
  std::vector<LinkSpan> spans;
  add_wikilinks(text, spans);
  add_destinations(text, spans);
  std::erase_if(spans, [](const auto& span) { return span.end <= span.begin; });
  std::sort(spans.begin(), spans.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return spans;
}

std::vector<std::optional<LinkSpan>> locate_links(std::string_view text, const std::vector<Link>& links,
                                                  const std::function<bool(std::size_t)>& wanted) {
  std::set<std::string_view> targets;
  for (std::size_t i = 0; i < links.size(); ++i)
    if (wanted(i)) targets.insert(links[i].target);
  auto spans = targets.empty() ? std::vector<LinkSpan>() : possible_destinations(text);
  std::erase_if(spans, [&](const LinkSpan& span) {
    const auto raw = span.of(text);
    return !targets.contains(raw) && raw.find_first_of("\\&") == kNone;  // as written, escapes and entities apart
  });
  Marking marking(text, links, apart(spans));
  marking.look(0, marking.count());
  return std::move(marking).found();
}

std::string with_edits(std::string_view text, const std::vector<SpanEdit>& edits) {
  std::string out;
  std::size_t done = 0;
  for (const auto& edit : edits) {
    out += text.substr(done, edit.span.begin - done);
    out += edit.text;
    done = edit.span.end;
  }
  return out += text.substr(done);
}

bool same_but_targets(const std::vector<Link>& links, const std::vector<Link>& other) {
  return std::equal(links.begin(), links.end(), other.begin(), other.end(), [](const Link& a, const Link& b) {
    return a.wiki == b.wiki && a.fragment == b.fragment && a.label == b.label && a.relation == b.relation;
  });
}

}  // namespace ai_memory
