// When the notes of a folder were written: as their front matter says, else as git does, else by the file's own time.
#pragma once

#include <string>

#include "wiki/front_matter.hh"
#include "wiki/git_times.hh"
#include "wiki/source_times.hh"

namespace ai_memory {

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
