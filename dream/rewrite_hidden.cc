// What a reader of the page would not see, or would take for something else, and no source has.
#include <algorithm>
#include <set>

#include "decay/token_scan.hh"
#include "dream/rewrite_body.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

bool is_unseen(char32_t code) {
  return code == 0xad || code == 0x034f || code == 0x061c || (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x2060 && code <= 0x2064) || code == 0xfeff || (code >= 0xe0000 && code <= 0xe007f);
}

bool is_greek_or_cyrillic(char32_t code) { return code >= 0x370 && code <= 0x52f; }

// Words of Latin letters with one that only looks so.
std::set<std::string> mixed_words(std::string_view text) {
  std::set<std::string> found;
  std::string word;
  bool latin = false, other = false;
  const auto end = [&] {
    if (latin && other) found.insert(word);
    word.clear();
    latin = other = false;
  };
  for (std::size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text.substr(at));
    const bool ascii = point.code < 0x80 && is_ascii_letter(static_cast<char>(point.code));
    if (!ascii && !is_greek_or_cyrillic(point.code))
      end();
    else
      word += text.substr(at, point.size), latin = latin || ascii, other = other || !ascii;
    at += point.size;
  }
  end();
  return found;
}

std::set<char32_t> unseen_in(std::string_view text) {
  std::set<char32_t> found;
  for (std::size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text.substr(at));
    if (is_unseen(point.code)) found.insert(point.code);
    at += point.size;
  }
  return found;
}

// "<span hidden>" outside of code: each with what stands in it.
std::set<std::string> tags_in(std::string_view body) {
  std::set<std::string> found;
  bool fenced = false;
  for (std::size_t next = 0; next < body.size();) {
    const auto line = line_at(body, next);
    next = line.next;
    const auto text = line.of(body);
    if (trim(text).starts_with("```") || trim(text).starts_with("~~~")) fenced = !fenced;
    bool code = false;
    for (std::size_t at = 0; at < text.size() && !fenced; ++at) {
      if (text[at] == '`') code = !code;
      if (code || text[at] != '<' || at + 1 == text.size()) continue;
      const bool opens = is_ascii_letter(text[at + 1]) ||
                         (text[at + 1] == '/' && at + 2 < text.size() && is_ascii_letter(text[at + 2]));
      const auto tag = text.substr(at, std::min(text.find('>', at), text.size() - 1) - at + 1);
      const auto name = tag.substr(0, tag.find_first_of(" >"));
      if (opens && name.find("://") == std::string_view::npos && name.find('@') == std::string_view::npos)
        found.emplace(tag);
    }
  }
  return found;
}

// Lines that markdown takes for definitions, "[//]: # (…)", and marks of a merge that was not ended.
std::set<std::string> odd_lines(std::string_view body) {
  std::set<std::string> found;
  for (std::size_t next = 0; next < body.size();) {
    const auto line = line_at(body, next);
    next = line.next;
    const auto text = trim(line.of(body));
    const bool comment = text.starts_with('[') && text.find("]: #") != std::string_view::npos;
    if (comment || text.starts_with("<<<<<<<") || text.starts_with(">>>>>>>")) found.emplace(text);
  }
  return found;
}

// The first of `find(text)` that no source has.
template <typename Find>
bool has_new(const std::vector<RewriteSource>& sources, std::string_view body, Find find) {
  auto found = find(body);
  if (found.empty()) return false;
  for (const RewriteSource& source : sources)
    for (const auto& one : find(source.body)) found.erase(one);
  return !found.empty();
}

}  // namespace

void check_hidden(const std::vector<RewriteSource>& sources, std::string_view body,
                  std::vector<RewriteFinding>& findings) {
  const auto add = [&](const char* what) { findings.push_back({RewriteFault::control, {}, what, {}, {}, 0}); };
  if (has_new(sources, body, tags_in)) add("HTML");
  if (has_new(sources, body, unseen_in)) add("a character that nobody sees");
  if (has_new(sources, body, mixed_words)) add("letters of two scripts in a word");
  if (has_new(sources, body, odd_lines)) add("a line that is not shown, or of a merge");
}

}  // namespace ai_memory
