// Where two pages state different things of the same matter. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "decay/lint.hh"
#include "wiki/time.hh"

namespace ai_memory {

struct LintText {
  PagePath path;
  std::string title;
  std::string_view body;
  std::size_t body_line = 1;  // line of the file at which `body` starts
  Timestamp changed{};        // when the text last changed
};

// A finding for each difference that differences() is sure of, on the page that comes first by path whichever is given
// first: its id stays when one of the pages is edited elsewhere and so becomes the newer one.
std::vector<LintFinding> lint_contradictions(const LintText& one, const LintText& other);

}  // namespace ai_memory
