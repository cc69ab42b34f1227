// The links of a page as they must read after pages have moved. Pure.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/link_target.hh"
#include "wiki/page_path.hh"

namespace ai_memory {

// What happens to the pages of a wiki. A page that is merged into another "moves" to it.
struct PageMoves {
  const LinkTargets& before;
  const LinkTargets& after;
  std::map<PagePath, PagePath> moved;
  // Whether a file that is no page lies there; for the relative links of a page that moves. May be empty: none does.
  std::function<bool(const std::string&)> is_file;
};

// A link that leads elsewhere now, or nowhere, since it could not be rewritten.
struct LeftLink {
  std::size_t line = 0;  // of the page
  std::string target;    // as written
  std::string why;
};

struct RewrittenLinks {
  std::string text;
  std::size_t changed = 0;  // links; several through one definition count each
  std::vector<LeftLink> left;
};

// The text of the page that was `from` and will be `to` (the same path, for a page that stays), with its live links
// leading where they led: links to moved pages to their new paths, relative ones of a moved page from its new folder,
// and a bare name that would find another page from now on to the one it found. Only the bytes of destinations change,
// each in the manner in which it was written (see link_style.hh); labels and fragments stay, and so does what is no
// link: code, HTML, escapes. In the front matter: what is_link_value() takes for one.
// The result is parsed again and has the same links. Links that lead nowhere keep pointing to the same path.
RewrittenLinks rewrite_links(std::string_view text, const PagePath& from, const PagePath& to, const PageMoves& moves);

}  // namespace ai_memory
