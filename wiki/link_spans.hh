// Where in the bytes of markdown the destinations of its links stand.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/markdown.hh"

namespace ai_memory {

// "plan" in [[plan#Part|label]], "../x.md" in [label](../x.md#part "title") and in "[id]: ../x.md".
struct LinkSpan {
  std::size_t begin = 0, end = 0;
  bool angle = false;  // stands in <…>
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

// The links of a text, taken as one document (outline_piece.hh), and behind them its images.
std::vector<Link> destinations(std::string_view text);

// All places that look like the destination of a link, live or not, in order.
std::vector<LinkSpan> possible_destinations(std::string_view text);

// For each of destinations(text) for which `wanted` holds: the bytes of its destination. Links through one definition
// share a span. Absent where it is not certain: cmark's positions are off after indented continuation lines and
// multi-line code spans, and what is escaped, in code or in HTML looks like a link too. So nothing goes by positions:
// possible destinations are marked in a copy, and the marks that outline() then shows in links are the places.
std::vector<std::optional<LinkSpan>> locate_links(std::string_view text, const std::vector<Link>& links,
                                                  const std::function<bool(std::size_t)>& wanted);

struct SpanEdit {
  LinkSpan span;
  std::string text;
};

// `text` with these spans, ascending and apart, replaced.
std::string with_edits(std::string_view text, const std::vector<SpanEdit>& edits);

// Whether two outlines' links differ in their targets and lines at most.
bool same_but_targets(const std::vector<Link>& links, const std::vector<Link>& other);

}  // namespace ai_memory
