#include "wiki/yaml_span.hh"

#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr auto kNone = std::string_view::npos;

bool is_gap(char byte) { return byte == ' ' || byte == '\t'; }

std::size_t skip_gap(std::string_view text, std::size_t at) {
  while (at < text.size() && is_gap(text[at])) ++at;
  return at;
}

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

bool is_comment_or_blank(std::string_view line) {
  const auto text = trim(line);
  return text.empty() || text.front() == '#';
}

// Just behind the closing quote of the string that starts at `at`; kNone if there is none before `limit`.
std::size_t quoted_end(std::string_view text, std::size_t at, std::size_t limit) {
  const char quote = text[at];
  for (++at; at < limit; ++at) {
    if (quote == '"' && text[at] == '\\')
      ++at;
    else if (text[at] == quote && quote == '\'' && at + 1 < limit && text[at + 1] == quote)
      ++at;
    else if (text[at] == quote)
      return at + 1;
  }
  return kNone;
}

// Just behind the bracket that closes the list or map that starts at `at`.
std::size_t flow_end(std::string_view text, std::size_t at, std::size_t limit) {
  std::size_t depth = 0;
  char before = '[';  // last byte that is no white space: a quote opens a string only where a value may start
  while (at < limit) {
    const char byte = text[at];
    if ((byte == '"' || byte == '\'') && (before == '[' || before == '{' || before == ',' || before == ':')) {
      at = quoted_end(text, at, limit);
      if (at == kNone) return kNone;
      before = '"';
      continue;
    }
    if (byte == '#' && (is_gap(text[at - 1]) || text[at - 1] == '\n' || text[at - 1] == '\r')) {
      at = line_at(text, at).next;
      continue;
    }
    if (byte == '[' || byte == '{') ++depth;
    if ((byte == ']' || byte == '}') && --depth == 0) return at + 1;
    if (!is_gap(byte) && byte != '\n' && byte != '\r') before = byte;
    ++at;
  }
  return kNone;
}

// Where the plain text of one line ends: at a comment or at trailing white space.
std::size_t plain_end(std::string_view text, std::size_t begin, std::size_t end) {
  for (auto at = begin; at < end; ++at)
    if (text[at] == '#' && (at == begin || is_gap(text[at - 1]))) end = at;
  while (end > begin && is_gap(text[end - 1])) --end;
  return end;
}

class Locator {
 public:
  Locator(std::string_view block, std::size_t limit, std::size_t indent)
      : block_(block), limit_(limit), indent_(indent) {}

  // `span.value` is set to where a value may start on the key's line.
  bool locate_value(YamlSpan& span) {
    const auto at = skip_properties(span.value);
    const auto line = line_at(block_, at);
    const char first = at < line.end ? block_[at] : '#';
    if (first == '#') return nested(span, at == span.value ? at : trimmed(span.value, at), line);
    if (first == '"' || first == '\'') return inline_value(span, quoted_end(block_, at, limit_));
    if (first == '[' || first == '{') return inline_value(span, flow_end(block_, at, limit_));
    if (first == '|' || first == '>') return block_scalar(span, at, line);
    return plain(span, at, line);
  }

 private:
  // Anchors and tags stand before a value and go with it.
  std::size_t skip_properties(std::size_t at) const {
    while (at < limit_ && (block_[at] == '&' || block_[at] == '!')) {
      while (at < limit_ && !is_gap(block_[at]) && block_[at] != '\n' && block_[at] != '\r') ++at;
      at = skip_gap(block_, at);
    }
    return at;
  }

  std::size_t trimmed(std::size_t begin, std::size_t end) const {
    while (end > begin && is_gap(block_[end - 1])) --end;
    return end;
  }

  bool finish(YamlSpan& span, std::size_t end_of_content) const {
    span.end = end_of_content;
    for (auto at = span.end; at < limit_;) {
      const auto line = line_at(block_, at);
      if (!is_comment_or_blank(line.of(block_))) return false;
      at = line.next;
    }
    return true;
  }

  bool inline_value(YamlSpan& span, std::size_t end) const {
    if (end == kNone) return false;
    const auto line = line_at(block_, end);
    if (!is_comment_or_blank(block_.substr(end, line.end - end))) return false;
    span.value_end = end;
    span.tail = span.tail_end = line.next;
    return finish(span, line.next);
  }

  // Nothing on the key's line: the value is the lines below, up to the last that is no comment of this level.
  bool nested(YamlSpan& span, std::size_t value_end, const Line& key_line) const {
    span.value_end = value_end;
    span.tail = span.tail_end = key_line.next;
    bool content = false;
    for (auto at = key_line.next; at < limit_;) {
      const auto line = line_at(block_, at);
      const auto text = line.of(block_);
      const bool remark = is_comment_or_blank(text);
      content = content || !remark;
      if (!remark || (content && !trim(text).empty() && indent_of(text) > indent_)) span.tail_end = line.next;
      at = line.next;
    }
    return finish(span, span.tail_end);
  }

  bool block_scalar(YamlSpan& span, std::size_t at, const Line& key_line) const {
    std::size_t content_indent = 0;
    bool keep = false;
    for (++at; at < key_line.end && !is_gap(block_[at]); ++at) {
      if (block_[at] >= '1' && block_[at] <= '9') content_indent = indent_ + static_cast<std::size_t>(block_[at] - '0');
      keep = keep || block_[at] == '+';
    }
    span.value_end = at;
    span.tail = span.tail_end = key_line.next;
    for (auto begin = key_line.next; begin < limit_;) {
      const auto line = line_at(block_, begin);
      const auto text = line.of(block_);
      const bool blank = trim(text).empty();
      if (!blank && content_indent == 0) content_indent = std::max(indent_of(text), indent_ + 1);
      if (!blank && indent_of(text) < content_indent) break;
      if (!blank || keep) span.tail_end = line.next;
      begin = line.next;
    }
    return finish(span, span.tail_end);
  }

  bool plain(YamlSpan& span, std::size_t at, const Line& key_line) const {
    span.value_end = plain_end(block_, at, key_line.end);
    auto last = key_line;
    for (auto begin = key_line.next; begin < limit_;) {
      const auto line = line_at(block_, begin);
      const auto text = line.of(block_);
      if (!is_comment_or_blank(text)) {
        if (indent_of(text) <= indent_) return false;
        span.value_end = plain_end(block_, begin, line.end);
        last = line;
      }
      begin = line.next;
    }
    span.tail = span.tail_end = last.next;
    return finish(span, last.next);
  }

  std::string_view block_;
  std::size_t limit_, indent_;
};

std::optional<std::size_t> start_of_line(std::string_view block, std::size_t number) {
  std::size_t at = 0;
  while (number-- > 0) {
    if (at >= block.size()) return std::nullopt;
    at = line_at(block, at).next;
  }
  return at;
}

// Just behind the ':' of the key at `at`, which must be spelt there as `key` or quoted.
std::optional<std::size_t> behind_colon(std::string_view block, std::size_t at, const std::string& key) {
  const auto line = line_at(block, at);
  if (at >= line.end) return std::nullopt;
  if (block[at] == '"' || block[at] == '\'') {
    at = quoted_end(block, at, line.end);
    if (at == kNone) return std::nullopt;
  } else {
    if (block.substr(at, key.size()) != key) return std::nullopt;
    at += key.size();
  }
  at = skip_gap(block, at);
  if (at >= line.end || block[at] != ':') return std::nullopt;
  ++at;
  if (at < line.end && !is_gap(block[at])) return std::nullopt;
  return at;
}

}  // namespace

std::optional<YamlSpan> locate_entry(std::string_view block, const YamlBlock& yaml, std::size_t index) {
  if (yaml.kind != YamlBlock::Kind::mapping || yaml.flow || index >= yaml.entries.size()) return std::nullopt;
  const auto& entry = yaml.entries[index];
  const auto start = start_of_line(block, entry.line);
  if (!start || entry.column > block.size() - *start) return std::nullopt;
  if (block.substr(*start, entry.column).find_first_not_of(' ') != kNone) return std::nullopt;
  const auto colon = behind_colon(block, *start + entry.column, entry.key);
  if (!colon) return std::nullopt;
  const auto at_or_after = std::lower_bound(yaml.key_lines.begin(), yaml.key_lines.end(), entry.line);
  auto limit = block.size();
  if (at_or_after + 1 < yaml.key_lines.end()) {
    if (*(at_or_after + 1) == entry.line) return std::nullopt;
    limit = start_of_line(block, *(at_or_after + 1)).value_or(block.size());
  }
  YamlSpan span;
  span.line = *start;
  span.colon = *colon;
  span.value = skip_gap(block, *colon);
  if (!Locator(block, limit, entry.column).locate_value(span)) return std::nullopt;
  return span;
}

}  // namespace ai_memory
