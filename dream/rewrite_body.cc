#include "dream/rewrite_body.hh"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_set>

#include "decay/token_scan.hh"
#include "wiki/front_matter.hh"
#include "wiki/lines.hh"
#include "wiki/markdown_text.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

// ```markdown … ``` around everything: what stands between, with its line ends.
std::string_view without_fence(std::string_view body) {
  const auto text = trim(body);
  const auto first = line_at(text, 0);
  const auto open = first.of(text);
  const auto ticks = std::min(open.find_first_not_of('`'), open.size());
  if (ticks < 3) return body;
  const auto info = ascii_lower(trim(open.substr(ticks)));
  if (info != "" && info != "markdown" && info != "md") return body;
  if (text.size() < first.next + ticks || text.find_first_not_of('`', text.size() - ticks) != std::string_view::npos)
    return body;
  const auto inside = text.substr(first.next, text.size() - ticks - first.next);
  if (!inside.ends_with('\n') && !inside.empty()) return body;
  const std::string mark(ticks, '`');
  std::size_t fences = 0;
  for (std::size_t at = 0; at < inside.size();) {  // the fence must not have ended before
    const auto line = line_at(inside, at);
    at = line.next;
    if (!line.of(inside).starts_with(mark)) continue;
    if (trim(line.of(inside)) == mark && fences % 2 == 0) return body;
    ++fences;
  }
  return inside;
}

// A line without marks and stops, in lower case.
std::string plain(std::string_view text) {
  const auto lower = ascii_lower(trim(text, " \t\r\n.…。[]()（）［］*_-—–!\"'「」#<>/"));
  return lower;
}

bool is_placeholder(std::string_view text, bool alone) {
  constexpr auto kAlways = std::to_array<std::string_view>({"",
                                                            "unchanged",
                                                            "no change",
                                                            "no changes",
                                                            "see above",
                                                            "see below",
                                                            "as above",
                                                            "as before",
                                                            "same as before",
                                                            "same as above",
                                                            "see source",
                                                            "see sources",
                                                            "see original",
                                                            "see the sources",
                                                            "rest unchanged",
                                                            "omitted",
                                                            "content omitted",
                                                            "placeholder",
                                                            "existing content",
                                                            "existing code",
                                                            "content unchanged",
                                                            "body unchanged",
                                                            "変更なし",
                                                            "変更無し",
                                                            "変更はありません",
                                                            "同上",
                                                            "以下同様",
                                                            "以下同じ",
                                                            "以下略",
                                                            "以下省略",
                                                            "省略",
                                                            "中略",
                                                            "上記参照",
                                                            "上記の通り",
                                                            "上記と同じ",
                                                            "前と同じ",
                                                            "前回と同じ",
                                                            "以前と同じ",
                                                            "残りは同じ",
                                                            "残りは変更なし",
                                                            "その他は変更なし"});
  constexpr auto kAlone =
      std::to_array<std::string_view>({"todo", "tbd", "n/a", "none", "etc", "fixme", "略", "未記入", "なし"});
  const auto line = plain(text);
  const auto is = [&](std::string_view word) { return line == word; };
  if (std::any_of(kAlways.begin(), kAlways.end(), is)) return true;
  if (alone && std::any_of(kAlone.begin(), kAlone.end(), is)) return true;
  constexpr std::size_t kLongest = 100;
  const bool rest = line.starts_with("rest ") || line.starts_with("the rest ") ||
                    line.starts_with("everything else ") || line.starts_with("remaining ") ||
                    line.starts_with("残り") || line.starts_with("それ以外");
  if (!rest || line.size() > kLongest) return false;
  for (const std::string_view same :
       {"same", "unchanged", "as before", "as above", "omitted", "同じ", "変更な", "省略", "そのまま"})
    if (line.find(same) != std::string::npos) return true;
  return false;
}

std::set<std::string> plain_lines(const std::vector<RewriteSource>& sources) {
  std::set<std::string> lines;
  for (const RewriteSource& source : sources)
    for (const TextPiece& piece : text_pieces(source.body)) lines.insert(plain(piece.text));
  return lines;
}

void check_placeholders(const std::vector<RewriteSource>& sources, std::string_view body,
                        std::vector<RewriteFinding>& findings) {
  const auto pieces = text_pieces(body);
  const auto is_text = [](const TextPiece& piece) {
    return piece.kind != TextPiece::Kind::heading && !trim(piece.text).empty();
  };
  const auto texts = std::count_if(pieces.begin(), pieces.end(), is_text);
  if (pieces.empty() || trim(body).empty()) {
    findings.push_back({RewriteFault::empty, {}, {}, {}, {}, 0});
    return;
  }
  if (texts == 0) {
    findings.push_back({RewriteFault::placeholder, {}, "a title alone", pieces[0].text, {}, pieces[0].line});
    return;
  }
  std::set<std::string> known;
  for (const TextPiece& piece : pieces) {
    const bool prose = piece.kind == TextPiece::Kind::paragraph || piece.kind == TextPiece::Kind::item;
    if (!is_text(piece) || (texts > 1 && !prose) || !is_placeholder(piece.text, texts == 1)) continue;
    if (known.empty()) known = plain_lines(sources), known.insert("\n");
    if (texts > 1 && known.contains(plain(piece.text))) continue;
    findings.push_back({RewriteFault::placeholder, {}, piece.text, piece.text, {}, piece.line});
  }
}

// The lines of ascending places.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}
  std::size_t line_of(std::size_t at) {
    for (; at_ < at; ++at_) line_ += text_[at_] == '\n' ? 1 : 0;
    return line_;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0, line_ = 1;
};

// <!-- … -->, the last one perhaps without its end.
template <typename Visit>
void each_comment(std::string_view text, Visit visit) {
  for (auto at = text.find("<!--"); at != std::string_view::npos;) {
    const auto end = text.find("-->", at + 4);
    const auto size = end == std::string_view::npos ? text.size() - at : end + 3 - at;
    visit(at, text.substr(at, size));
    at = text.find("<!--", at + size);
  }
}

void check_controls(const std::vector<RewriteSource>& sources, std::string_view title, std::string_view body,
                    bool has_secret, std::vector<RewriteFinding>& findings) {
  const auto refuse = [&](std::string what, std::size_t line) {
    findings.push_back({RewriteFault::control, {}, std::move(what), {}, {}, line});
  };
  if (!is_utf8(body) || !is_utf8(title)) return refuse("not UTF-8", 0);
  if (!has_secret && (redact(body) != body || redact(title) != title)) refuse("a character that steers a terminal", 0);
  std::unordered_set<std::string_view> known;
  for (const RewriteSource& source : sources)
    each_comment(source.body, [&](std::size_t, std::string_view comment) { known.insert(comment); });
  LineCounter lines(body);
  each_comment(body, [&](std::size_t at, std::string_view comment) {
    if (!known.contains(comment)) refuse("a comment", lines.line_of(at));
  });
}

}  // namespace

std::string bare_body(std::string_view body, const std::vector<RewriteSource>& sources) {
  const auto same = [&](const RewriteSource& source) { return trim(source.body) == trim(body); };
  if (std::any_of(sources.begin(), sources.end(), same)) return std::string(body);
  auto text = without_fence(body);
  const auto parts = split_front_matter(text);
  if (parts.body.size() < text.size()) text = parts.body;
  text = without_fence(text);
  const auto first = std::min(text.find_first_not_of("\r\n"), text.size());
  return std::string(text.substr(first));
}

std::string bare_title(std::string_view title) {
  std::string out;
  for (const char c : trim(title)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank)
      out += c;
    else if (!out.ends_with(' '))
      out += ' ';
  }
  return out;
}

void check_form(const std::vector<RewriteSource>& sources, std::string_view title, std::string_view body,
                std::vector<RewriteFinding>& findings) {
  check_placeholders(sources, body, findings);
  auto secrets = find_secrets(body);
  LineCounter lines(body);
  for (const Secret& secret : secrets)
    findings.push_back({RewriteFault::secret, {}, secret.kind, {}, {}, lines.line_of(secret.begin)});
  const auto in_title = find_secrets(title);
  for (const Secret& secret : in_title) findings.push_back({RewriteFault::secret, {}, secret.kind, {}, {}, 0});
  check_controls(sources, title, body, !secrets.empty() || !in_title.empty(), findings);
}

}  // namespace ai_memory
