// Any body: the outline is made, its lines lie within the body, every link leads to a path or nowhere, and tags and
// observations hold something. What is made of text is text.
#include <algorithm>

#include "tests/fuzz/fuzz.hh"
#include "wiki/markdown.hh"
#include "wiki/observations.hh"

using namespace ai_memory;

void check(std::string_view body) {
  const auto breaks = std::count_if(body.begin(), body.end(), [](char byte) { return byte == '\n' || byte == '\r'; });
  const auto lines = static_cast<std::size_t>(breaks) + 1;
  const bool text = is_utf8(body);
  const auto from = PagePath::existing("a/b/notes/x.md");
  const auto parts = outline(body);
  for (const auto& heading : parts.headings) {
    require(heading.line >= 1 && heading.line <= lines && heading.level >= 1 && heading.level <= 6);
    require(!text || is_utf8(heading.text));
  }
  for (const auto& link : parts.links) {
    require(link.line >= 1 && link.line <= lines);
    const auto path = link_path(link, from);
    require(("/" + path).find("/../") == path.npos && !path.starts_with('/'));
    require(!text || (is_utf8(link.target) && is_utf8(link.label) && is_utf8(link.fragment)));
  }
  for (const auto& tag : parts.tags) require(!tag.empty() && tag.find(' ') == tag.npos && (!text || is_utf8(tag)));
  for (const auto& item : parts.bracketed) {
    require(item.line >= 1 && item.line <= lines);
    const auto found = parse_observation(item.text);
    require(!found || (!found->text.empty() && !found->category.empty()));
  }
  require(!text || is_utf8(parts.first_paragraph));
}
