#include "cli/answer_pages.hh"

#include <algorithm>
#include <set>

#include "dream/token_count.hh"
#include "wiki/page.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kLeast = 40;  // tokens; less of a page says nothing
constexpr std::size_t kHead = 30;   // tokens around a page

struct Paragraph {
  std::size_t first = 0, last = 0;  // lines
  std::string text;
};

std::vector<Paragraph> paragraphs_of(std::string_view body) {
  std::vector<Paragraph> found;
  std::size_t number = 0;
  bool open = false;
  for (std::size_t at = 0; at < body.size();) {
    const auto end = std::min(body.find('\n', at), body.size());
    const std::string_view line = body.substr(at, end - at);
    ++number;
    at = end + 1;
    if (line.find_first_not_of(" \t\r") == line.npos) {
      open = false;
      continue;
    }
    if (!open) found.push_back({number, number, {}});
    open = true;
    found.back().last = number;
    found.back().text.append(line).append("\n");
  }
  return found;
}

std::vector<std::size_t> lines_of(const Hit& hit, const Page& page) {
  std::vector<Snippet> snippets = hit.snippets;
  std::stable_sort(snippets.begin(), snippets.end(),
                   [](const Snippet& a, const Snippet& b) { return a.marks.size() > b.marks.size(); });
  std::vector<std::size_t> lines;
  for (const Snippet& snippet : snippets)
    if (snippet.line >= page.body_line) lines.push_back(snippet.line - page.body_line + 1);
  lines.push_back(1);
  return lines;
}

}  // namespace

std::string passages(std::string_view body, const std::vector<std::size_t>& lines, std::size_t tokens) {
  const std::vector<Paragraph> all = paragraphs_of(body);
  std::set<std::size_t> chosen;
  std::size_t left = tokens;
  for (const std::size_t line : lines) {
    const auto found = std::find_if(all.begin(), all.end(), [line](const Paragraph& p) { return p.last >= line; });
    if (found == all.end()) continue;
    const auto at = static_cast<std::size_t>(found - all.begin());
    const std::size_t cost = estimated_tokens(found->text) + 4;
    if (chosen.contains(at) || cost > left) continue;
    left -= cost;
    chosen.insert(at);
  }
  std::string text;
  std::size_t next = 0;
  for (const std::size_t at : chosen) {
    if (at != next) text += "[…]\n\n";
    text += all[at].text + "\n";
    next = at + 1;
  }
  if (!text.empty() && next != all.size()) text += "[…]\n";
  return text;
}

std::vector<AnswerPage> answer_pages(const Wiki& wiki, const std::vector<Hit>& hits, std::size_t tokens) {
  std::vector<AnswerPage> pages;
  std::size_t left = tokens;
  for (const Hit& hit : hits) {
    if (left < kHead + kLeast) break;
    const auto text = wiki.read(hit.path);
    if (!text || hit.near_miss) continue;
    const Page page = parse_page(hit.path, *text);
    if (!page.readable) continue;
    std::string body = redact(page.body);
    const std::size_t room = left - kHead;
    if (estimated_tokens(body) > room) body = passages(body, lines_of(hit, page), room);
    if (body.empty()) continue;
    left -= std::min(left, estimated_tokens(body) + kHead);
    pages.push_back({hit.path, redact(page.title), std::move(body), hit.changed});
  }
  return pages;
}

}  // namespace ai_memory
