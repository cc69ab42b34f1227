// Links in the front matter of a page: "[[x]]" under any key but those of text, and under supersedes, superseded_by,
// merged_from, summary_ref, derived_from and evidence a path too.
#pragma once

#include "wiki/front_matter.hh"
#include "wiki/link_aim.hh"
#include "wiki/link_rewrite.hh"

namespace ai_memory {

bool is_link_value(std::string_view key, std::string_view value);

// In the order of lines, which are the page's. The relation is the key: as it is where it is one of the six above, else
// as relation_name() has it.
std::vector<Link> front_matter_links(const FrontMatter& front_matter);

// `page.text` is a page down to the end of its front matter. Changes the bytes of targets there as `aims` have it and
// adds to `page.changed` and `page.left`. Each change is parsed again and must alter that one value and no other.
void rewrite_front_matter_links(RewrittenLinks& page, const LinkAims& aims);

}  // namespace ai_memory
