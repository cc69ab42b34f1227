// Where two pages state different things of the same matter. Pure.
#pragma once

#include <string>
#include <vector>

#include "decay/difference_units.hh"
#include "decay/lint.hh"
#include "wiki/page.hh"
#include "wiki/time.hh"

namespace ai_memory {

// A page in sentences: read once, compared with many.
struct LintText {
  PagePath path;
  std::string title;
  std::size_t body_line = 1;  // line of the file at which the body starts
  Timestamp changed{};        // when the text last changed
  std::vector<Sentence> sentences;
};
LintText lint_text(const Page& page, Timestamp changed);

// A finding for each contradiction that differences() is sure of, on the page that comes first by path whichever is
// given first: its id stays when one of the pages is edited elsewhere and so becomes the newer one.
std::vector<LintFinding> lint_contradictions(const LintText& one, const LintText& other);

}  // namespace ai_memory
