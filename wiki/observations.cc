#include "wiki/observations.hh"

#include "wiki/inline_tags.hh"
#include "wiki/lines.hh"
#include "wiki/markdown.hh"

namespace ai_memory {
namespace {

// "decision", "open question"; not the marks of tasks (" ", "x", "-", "1/2"), callouts (!note) and footnotes (^1).
bool is_category(std::string_view text) {
  if (text.empty() || text.size() > 64 || text == "x" || text == "X") return false;
  if (text.front() == '!' || text.front() == '^') return false;
  return text.find_first_not_of("0123456789 \t-/.,:;?<>*+~=_'\"()") != std::string_view::npos;
}

// Takes the closing "(…)" off `text`; its brackets are balanced, and something else stands before it.
std::string take_context(std::string_view& text) {
  if (!text.ends_with(')')) return {};
  int open = 0;
  for (auto at = text.size(); at-- > 1;) {
    if (text[at] == ')') ++open;
    if (text[at] != '(' || --open > 0) continue;
    if (text[at - 1] != ' ' && text[at - 1] != '\t') return {};
    std::string context(trim(text.substr(at + 1, text.size() - at - 2)));
    text = trim(text.substr(0, at));
    return context;
  }
  return {};
}

}  // namespace

std::optional<Observation> parse_observation(std::string_view item) {
  if (!item.starts_with('[')) return std::nullopt;
  const auto close = item.find_first_of("[]", 1);
  if (close == std::string_view::npos || item[close] == '[') return std::nullopt;
  auto rest = item.substr(close + 1);
  if (rest.empty() || (rest.front() != ' ' && rest.front() != '\t')) return std::nullopt;
  Observation found;
  found.category = trim(item.substr(1, close - 1));
  rest = trim(rest);
  found.context = take_context(rest);
  found.text = rest;
  if (!is_category(found.category) || found.text.empty()) return std::nullopt;
  find_tags(found.text, false, found.tags);
  keep_first_tags(found.tags);
  return found;
}

std::vector<Observation> observations(std::string_view body) {
  std::vector<Observation> found;
  for (const auto& item : outline(body).bracketed) {
    auto observation = parse_observation(item.text);
    if (!observation) continue;
    observation->line = item.line;
    found.push_back(std::move(*observation));
  }
  return found;
}

}  // namespace ai_memory
