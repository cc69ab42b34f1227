// A move of pages, from names to the commit.
#pragma once

#include "cli/context.hh"
#include "cli/move_plan.hh"

namespace ai_memory {

NamesInWiki names_in(const Wiki& wiki);

// Reads all pages. Throws conflict if a page cannot be moved: staged, ignored by git, or its new name is.
MoveInput read_for_move(Context& context, std::vector<PageMove> moves);

// Fills in subject, run and time.
void complete_move(Context& context, MovePlan& plan);

// Commits. A page of which only one half could be moved, since somebody wrote there meanwhile, goes back to where it
// was and out of `plan.moves`; every change that was not made is in the result's `skipped`.
CommitResult carry_out(Context& context, MovePlan& plan, const MoveInput& input);

}  // namespace ai_memory
