// What cmark-gfm's tree says about a body. Lines are 1-based within the body passed in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wiki/page_path.hh"

namespace ai_memory {

struct Link {
  std::string target;    // as written: "plan", "notes/plan.md", "shop:notes/plan", "../x.md"; no fragment
  std::string fragment;  // after '#', may be empty
  std::string label;     // may be empty
  std::string relation;  // for typed list items `- causes [[X]]`; else empty
  bool wiki = false;     // [[…]] or [label](…)
  std::size_t line = 0;
};

struct Outline {
  struct Heading {
    int level;
    std::string text;
    std::size_t line;
  };
  std::vector<Heading> headings;
  std::vector<Link> links;      // none from code spans, fences or HTML
  std::string first_paragraph;  // plain text, one line
};

// Handles any input in time linear to its size; nesting over 100 is cut off by cmark options or checked first.
Outline outline(std::string_view body);

// The in-wiki path a link points to, for a page `from`; empty for http(s), mailto and other schemes. Without folder the
// name alone is returned as typed (resolution by name needs the list of pages: see index/).
std::string link_path(const Link& link, const PagePath& from);

}  // namespace ai_memory
