// Whether a link must change when pages move, and where it must lead then.
#pragma once

#include <optional>
#include <string>

#include "wiki/link_rewrite.hh"
#include "wiki/markdown.hh"

namespace ai_memory {

class LinkAims {
 public:
  LinkAims(const PagePath& from, const PagePath& to, const PageMoves& moves) : from_(from), to_(to), moves_(moves) {}

  // The path of the file that the link must lead to from its new page; absent if the link is good as it is.
  std::optional<std::string> of(const Link& link) const;
  // A destination that does so; absent if no form of the link's kind can.
  std::optional<std::string> text(const Link& link, std::string_view raw, bool angle, const std::string& path) const;

 private:
  std::optional<std::string> of_page(const Link& link, const PagePath& page) const;
  std::optional<std::string> of_nothing(const Link& link) const;

  const PagePath& from_;
  const PagePath& to_;
  const PageMoves& moves_;
};

// The target of a front matter value: of "[[plan#Part|label]]" or of a path. It counts as a wikilink's.
Link link_of_value(std::string_view value);

}  // namespace ai_memory
