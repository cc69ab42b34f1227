#include "index/query_items.hh"

#include <algorithm>
#include <array>
#include <optional>

#include "decay/token_scan.hh"
#include "index/query_terms.hh"
#include "index/tokenizer.hh"
#include "index/unicode.hh"

namespace ai_memory {
namespace {

constexpr std::array<std::string_view, 6> kFilters{"title", "path", "tag", "kind", "tier", "project"};
constexpr std::array<std::string_view, 4> kTiers{"working", "episodic", "semantic", "procedural"};

bool is_space(char32_t code) {
  return code <= 0x20 || (code >= 0x7F && code <= 0xA0) || (code >= 0x2000 && code <= 0x200B) || code == 0x2028 ||
         code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000 || code == 0xFFFD;
}

bool is_quote(char32_t code) { return code == U'“' || code == U'”' || code == U'„' || code == U'＂'; }

// One kind of space and one kind of double quote.
std::string plain(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    char32_t code = 0;
    const std::size_t bytes = decode_utf8(text.substr(at), code);
    if (is_space(code))
      out += ' ';
    else if (is_quote(code))
      out += '"';
    else
      out += text.substr(at, bytes);
    at += bytes;
  }
  return out;
}

bool has_token(std::string_view text) {
  bool found = false;
  for_each_token(text, TokenUse::query, [&](const Token&) {
    found = true;
    return false;
  });
  return found;
}

bool starts_with_word(std::string_view text) {
  std::vector<FoldedChar> chars;
  fold(text.substr(0, text.find_first_of(" \"")).substr(0, 16), chars);
  return !chars.empty() && chars.front().kind != CharKind::other;
}

class Reader {
 public:
  explicit Reader(std::string text) : text_(std::move(text)) {}

  std::vector<QueryItem> read() {
    for (skip_spaces(); at_ < text_.size(); skip_spaces()) {
      QueryItem item = next();
      if (has_token(item.text)) items_.push_back(std::move(item));
    }
    return std::move(items_);
  }

 private:
  std::string_view rest() const { return std::string_view(text_).substr(at_); }
  bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }

  void skip_spaces() {
    while (at(' ')) ++at_;
  }

  QueryItem next() {
    QueryItem item;
    if (at('-') && (rest().starts_with("-\"") || starts_with_word(rest().substr(1)))) {
      item.excluded = true;
      ++at_;
    }
    const std::size_t start = at_;
    if (read_filter(item)) return item;
    at_ = start;
    item.filter.clear();
    read_value(item, QueryItem::Kind::word);
    return item;
  }

  // A phrase in quotes, or what stands before the next space or quote; either may have a * behind it.
  void read_value(QueryItem& item, QueryItem::Kind unquoted) {
    if (at('"')) {
      const std::size_t close = std::min(text_.find('"', at_ + 1), text_.size());
      item.kind = QueryItem::Kind::phrase;
      item.text = text_.substr(at_ + 1, close - at_ - 1);
      at_ = std::min(close + 1, text_.size());
      item.prefix = at('*');
      if (item.prefix) ++at_;
      return;
    }
    const std::size_t end = std::min(text_.find_first_of(" \"", at_), text_.size());
    item.kind = unquoted;
    item.text = text_.substr(at_, end - at_);
    at_ = end;
    item.prefix = item.text.ends_with('*') && !item.text.starts_with('*');
    if (item.prefix) item.text.pop_back();
  }

  // `name:value` where the value is one the filter can use.
  bool read_filter(QueryItem& item) {
    const std::size_t colon = std::min<std::size_t>(rest().substr(0, 8).find(':'), 8);
    const std::string name = ascii_lower(rest().substr(0, colon));
    if (colon == 8 || std::ranges::find(kFilters, name) == kFilters.end()) return false;
    at_ += colon + 1;
    if (at_ >= text_.size() || at(' ')) return false;
    QueryItem value = item;
    read_value(value, QueryItem::Kind::filter);
    const bool quoted = value.kind == QueryItem::Kind::phrase;
    if (name == "tag" && value.text.starts_with('#')) value.text.erase(0, 1);
    if (name == "tier") value.text = ascii_lower(value.text);
    if (!is_usable(name, value)) return false;
    item = std::move(value);
    item.kind = QueryItem::Kind::filter;
    item.filter = name;
    item.prefix = item.prefix && (name == "title" || !quoted);
    return true;
  }

  static bool is_usable(std::string_view name, const QueryItem& value) {
    if (name == "tier") return std::ranges::find(kTiers, value.text) != kTiers.end();
    if (name == "path" && value.text.starts_with('/')) return false;
    return has_token(value.text);
  }

  std::string text_;
  std::size_t at_ = 0;
  std::vector<QueryItem> items_;
};

}  // namespace

std::vector<QueryItem> read_query_items(std::string_view text) { return Reader(plain(text)).read(); }

}  // namespace ai_memory
