// A changeset on its way into the wiki, or onto the screen.
#pragma once

#include <chrono>
#include <string>

#include "cli/context.hh"
#include "wiki/changeset.hh"

namespace ai_memory {

// Wiki::commit, then the index is brought up to date (a failure of that is a warning: the next command catches up).
// Skipped changes are warned of; with a single change that was skipped, throws conflict.
CommitResult apply(Context& context, const Changeset& changes);

// The second half of apply(), for who has called Wiki::commit.
void after_commit(Context& context, const Changeset& changes, const CommitResult& result);

// Gives waiting pages their vectors for so long, the newest first; one at least. What fails is left to `embed`.
void embed_for(Context& context, std::chrono::milliseconds time);

// The answer of a command that wrote one page: its path, or JSON {"path", "commit", "hand_edit_commit"}.
void print_written(Context& context, const PagePath& path, const CommitResult& result);

// "in project default/src (by git)" on stderr, where the page went to a project that nobody named.
void tell_project(Context& context, const PagePath& path);

// What `changes` would do to the files as they are now, as one unified diff.
std::string diff_of(Context& context, const Changeset& changes);

// The answer of a command to --dry-run: the diff, or JSON {"dry_run": true, "changes": […], "diff"}.
void print_dry_run(Context& context, const Changeset& changes);

// "name: why" on stderr for each.
void warn_skipped(Context& context, const std::vector<SkippedChange>& skipped);

}  // namespace ai_memory
