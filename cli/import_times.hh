// When the notes of a folder were written: as their front matter says, else as git does, else by the file's own time.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "wiki/front_matter.hh"
#include "wiki/source_times.hh"

namespace ai_memory {

// One file's commits in the repository that its folder belongs to.
struct GitTimes {
  Timestamp first{}, last{};  // author times
  BlobId blob;                // of its newest commit
};

// What git knows of the files below `folder`, by path relative to it, through renames that kept the text. Empty if the
// folder is in no git work tree, or in one that may not be read. Of a long history the newest 20,000 commits.
std::map<std::string, GitTimes> git_times(const std::filesystem::path& folder);

enum class TimesFrom { front_matter, git, file };

struct WrittenTimes {
  SourceTimes times;
  TimesFrom from = TimesFrom::file;
  bool stated = false;  // by `created` and `updated`, which every reader of the page sees
};

// `git` may be null. A file that differs from its newest commit counts as changed when the file was. Other programs'
// keys count too (`date`, `modified`, "date created", …). Nothing is later than `now`, nor made later than changed.
WrittenTimes written_times(const FrontMatter& matter, const std::string& content, const GitTimes* git, Timestamp file,
                           Timestamp now);

}  // namespace ai_memory
