// What the text of one page tells by itself. Pure.
#pragma once

#include <string_view>
#include <vector>

#include "decay/entropy.hh"
#include "decay/lint.hh"
#include "wiki/page.hh"
#include "wiki/time.hh"

namespace ai_memory {

// bad_front_matter, unknown_tier, bad_date, not_text, oversize, future_date, conflict_markers, secret,
// feedback_flagged, pinned_expiring, unresolved_question and low_information. `page` is parse_page() of `text`. A
// secret's own letters are in no finding.
std::vector<LintFinding> lint_page(const Page& page, std::string_view text, Timestamp now, const EntropyFilter& filter);

}  // namespace ai_memory
