// How a link's destination is written so that it leads to another page, in the manner it was written in before.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "wiki/link_target.hh"
#include "wiki/markdown.hh"

namespace ai_memory {

// A destination for page `from` that leads to `path`, in place of `link`'s, which reads `raw` in the text. A bare name
// stays one if `targets` then find the page, a path from the project stays one, a relative one too, and so do ".md",
// "./", <…> and percent-encoding. Absent if no form that a link of this kind can have leads there.
std::optional<std::string> restyled(const Link& link, std::string_view raw, bool angle, const PagePath& from,
                                    const std::string& path, const LinkTargets& targets);

// The file in the wiki that [label](target) means, page or not; empty for URLs and what leads out of the wiki.
std::string linked_file(std::string_view target, const PagePath& from);

// Whether a wikilink's target says by a '/' or ':' that it is no bare name.
bool is_path_like(const Link& link);

}  // namespace ai_memory
