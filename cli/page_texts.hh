// Which of git's blobs are the texts of one page: what must go for the page to be out of history, and nothing else.
#pragma once

#include <string>
#include <vector>

#include "wiki/wiki.hh"

namespace ai_memory {

struct PageTexts {
  // A page, or any other file, that has one of these texts too, byte for byte, now or in an earlier version.
  struct Sharer {
    std::string path;
    bool there = false;  // has it now
  };
  std::size_t versions = 0;        // commits that wrote its text
  std::vector<std::string> names;  // every one it had, sorted
  std::vector<BlobId> ids;         // sorted; without the empty text's, which says nothing and is in many repositories
  std::vector<Sharer> shared;      // by path
  std::size_t kept = 0;            // versions under these names that are another page's
  std::string moved_to;            // the page left this name for that one and no page had it since; the rest is empty
};

// From all commits of the branch, through renames. A name that was free again after a move has two pages' versions;
// those from before the move are the moved page's.
PageTexts page_texts(const Wiki& wiki, const PagePath& path);

}  // namespace ai_memory
