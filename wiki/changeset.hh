// What is to change, why, and which run decided it. Made by every command that changes pages; printed by a dry run,
// applied by Wiki::commit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wiki/page_path.hh"
#include "wiki/time.hh"

namespace ai_memory {

// 40 hex digits of a git object; empty = absent.
using CommitId = std::string;
using BlobId = std::string;

struct Change {
  PagePath path;
  std::optional<std::string> content;  // absent: remove the page
  BlobId base;                         // blob_id of the bytes the plan was made from; empty: no file was there
  std::string reason;                  // for the commit message, one line; may be empty
};

struct Changeset {
  std::vector<Change> changes;
  std::string subject;    // "sweep: evict 3 pages in web-shop"
  std::string run, pass;  // trailers; empty for a single write
  std::string source;     // trailer: the command ("write-page", "forget-sweep")
  bool by_user = true;    // author: the person who typed the command, or ai-memory itself
  Timestamp now{};        // commit time
  // A person's single write: when git's index is locked by another program, the file is put in place all the same and
  // the next command commits it. A sweep (false) does nothing instead.
  bool put_file_when_locked = false;
  // The changes make sense together only, as those of a move do: if one must be skipped, none is made.
  bool all_or_nothing = false;
};

struct SkippedChange {
  PagePath path;
  std::string why;  // "changed on disk since it was read", "has staged changes", …
};

struct CommitResult {
  CommitId commit;            // empty if nothing was left to do
  CommitId hand_edit_commit;  // of bytes found uncommitted before we changed them; empty if none
  std::vector<PagePath> changed;
  std::vector<SkippedChange> skipped;
};

// The git blob id (SHA-1 with header) of these bytes; identity of a page's content everywhere.
BlobId blob_id(std::string_view content);

// The changeset as a unified diff (git's format), old side = `old_text(path)`.
std::string unified_diff(const std::string& path, const std::optional<std::string>& before,
                         const std::optional<std::string>& after);

}  // namespace ai_memory
