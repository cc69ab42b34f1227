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
  // For list items `- causes [[X]]`: causes, fixes, supports, contradicts, related_to, part_of, precedes, supersedes;
  // any other single word gives "related_to:word", and so do two or three ("relates_to") with nothing behind the link
  // but a remark in brackets. Else empty.
  std::string relation;
  bool wiki = false;  // [[…]] or [label](…)
  std::size_t line = 0;
};

struct Outline {
  struct Heading {
    int level;
    std::string text;
    std::size_t line;
  };
  std::vector<Heading> headings;  // not those in quotes and lists
  std::vector<Link> links;        // in order; none from code, fences, HTML, images or bare URLs
  std::vector<Link> images;       // ![…](…): where their files are
  std::vector<std::string> tags;  // #tags of running text, each once, without #; none from code, links and URLs
  struct Item {
    std::string text;
    std::size_t line;
  };
  std::vector<Item> bracketed;  // list items whose text opens with "[": see observations.hh
  std::string first_paragraph;  // plain text on one line; wikilinks read as their label or target
};

// Any input is handled in seconds: bodies over 1 MB piece by piece (reference links do not reach across pieces),
// nesting over 100 levels and what would cost cmark far more than its size is not looked into, and neither headings nor
// links go much beyond 200,000.
Outline outline(std::string_view body);

// The in-wiki path a link points to, for a page `from`; empty for http(s), mailto and other schemes, attachments and
// paths that lead out of the wiki. A wikilink without folder gives its name as typed (resolution by name needs the list
// of pages: see index/); one with a folder starts at `from`'s project, or at its folder when it begins with ./ or ../.
// [label](path.md) starts at `from`'s folder. A leading / is the top of the wiki. "#part" alone is `from` itself.
std::string link_path(const Link& link, const PagePath& from);

}  // namespace ai_memory
