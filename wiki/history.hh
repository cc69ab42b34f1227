// Versions of a page, runs, and the changesets that bring text back. Reads history through Wiki; writes nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wiki/wiki.hh"

namespace ai_memory {

struct Version {
  CommitInfo commit;
  std::string path;    // the name it had then
  BlobId blob;         // empty: this commit removed it
  std::string reason;  // from the commit body's line for this path; may be empty
};
// Newest first, through renames and evictions. Empty if no commit ever held the path.
std::vector<Version> versions(const Wiki& wiki, const PagePath& path, std::size_t limit = SIZE_MAX);

// Bytes of equal lines over the bytes of the longer text, 0..1; what tells a renamed page from a new one.
double line_similarity(const std::string& a, const std::string& b);

struct RunSummary {
  std::string run;     // id
  std::string source;  // command
  Timestamp time{};
  std::vector<std::string> passes;    // in order
  std::vector<CommitId> commits;      // oldest first
  std::vector<std::string> subjects;  // of these commits
  std::size_t pages = 0;
  std::string undone_by, undoes;  // run ids, empty if not
};
std::vector<RunSummary> runs(const Wiki& wiki, std::size_t limit = SIZE_MAX);  // newest first

// The run that this commit takes back; empty if it is no undo.
std::string undone_run(const CommitInfo& commit);

struct RestoreOptions {
  std::string at;              // revision, time or run; empty: the last version with content
  std::optional<PagePath> as;  // another name for the restored page
  bool exact = false;          // keep an `expires_at` that is already past
  bool force = false;          // a different page stands there: replace it (its bytes are committed first)
};
struct RestorePlan {
  Changeset changes;  // empty if the page already has these bytes
  Version version;
  std::optional<std::string> removed_expiry;  // the value taken out of the front matter
};
// Throws not_found (no such page or version; names near ones) or conflict (a different page stands there).
RestorePlan plan_restore(const Wiki& wiki, const PagePath& path, const RestoreOptions& options, Timestamp now);

struct UndoPlan {
  std::string run;
  RunSummary summary;       // of that run
  std::size_t later = 0;    // commits of single changes made since, which are no runs and stay
  std::string last_change;  // the newest of them, in the words of its subject
  Changeset changes;
  std::vector<PagePath> merged;          // changed since; a 3-way merge kept both
  std::vector<SkippedChange> conflicts;  // left alone
};
// `run` empty: the newest run with something left to take back, undos and undone ones left out. Throws not_found.
UndoPlan plan_undo(const Wiki& wiki, const std::string& run, Timestamp now);

// ULID: 48 bits of `now` in ms, then 80 bits of a hash of `seed` (parent commit and plan). 26 characters.
std::string make_run_id(Timestamp now, std::string_view seed);

}  // namespace ai_memory
