// Blobs, trees and commits on their way into the object database: loose for a few pages, one pack for many.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wiki/repository.hh"

namespace ai_memory {

class ObjectWriter {
 public:
  // `many` collects everything in memory and flush() writes one fsync'd pack; else objects are written at once.
  ObjectWriter(git_repository* repo, bool many);

  BlobId blob(const std::string& path, std::string_view disk_bytes);  // through the filters of .gitattributes
  BlobId exact_blob(std::string_view bytes);

  struct Update {
    std::string path;
    git::TreeFile file;  // empty blob: remove
  };
  // `parent` may be empty. The commit moves no branch.
  CommitId commit(const CommitId& parent, const std::vector<Update>& updates, const std::string& message,
                  const git_signature* author, const git_signature* committer);
  // Call before anything points at what was written.
  void flush();

 private:
  void note_new_trees(const git_oid& before, const git_oid& after);

  git_repository* main_;
  git::Repository batch_;  // of its own: an in-memory backend cannot be taken out of an object database again
  git_odb_backend* memory_ = nullptr;
  git_repository* repo_;
  std::vector<git_oid> written_;
};

}  // namespace ai_memory
