// A move of pages, from names to the commit.
#pragma once

#include "cli/context.hh"
#include "cli/move_plan.hh"

namespace ai_memory {

NamesInWiki names_in(const Wiki& wiki);

// Reads all pages. One at which that fails is left out, and `skipped` gets it.
MoveInput read_for_move(const Wiki& wiki, std::vector<PageMove> moves, std::vector<SkippedChange>& skipped);
// The same for a person's move. Throws conflict if a page cannot be moved: staged, ignored by git, or no page can have
// its new name.
MoveInput read_for_move(Context& context, std::vector<PageMove> moves);

// Fills in subject, run and time.
void complete_move(Context& context, MovePlan& plan);

// Commits all of it or, if somebody wrote to one of the pages meanwhile, nothing: then the result has no commit and
// `skipped` says why.
CommitResult carry_out(Context& context, const MovePlan& plan);

}  // namespace ai_memory
