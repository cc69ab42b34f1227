// Links in the front matter of a page: supersedes, superseded_by, merged_from, summary_ref, derived_from, evidence.
#pragma once

#include "wiki/link_aim.hh"
#include "wiki/link_rewrite.hh"

namespace ai_memory {

// `page.text` is a page down to the end of its front matter. Changes the bytes of targets there as `aims` have it and
// adds to `page.changed` and `page.left`. Each change is parsed again and must alter that one value and no other.
void rewrite_front_matter_links(RewrittenLinks& page, const LinkAims& aims);

}  // namespace ai_memory
