// When a page was made and last changed: what history says, or for bytes in no commit yet what a commit would say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "index/database.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

// The time of the wiki's first commit; reads history.
Timestamp birth_of(const Wiki& wiki);

// The numbers are a function of the other rows, so that a rebuilt index has the same ones:
// body_changed: of history while the body is HEAD's, else the file's mtime, which a commit will keep, moved into [when
// the body changed before, or the wiki was made, now]. created: front matter, else history, else that same time.
// A file moved by hand goes on with the times it had under its old name.
class PageTimes {
 public:
  PageTimes(sqlite::Database& database, const Wiki& wiki, Timestamp now);
  void refresh(const std::string& path);  // nothing if there is no such page

 private:
  struct Past {
    Timestamp created{}, body_changed{};
    std::optional<Timestamp> restored_at, swept_at;
  };
  std::optional<Past> past_of_moved(const BlobId& blob);
  Timestamp uncommitted_time(std::int64_t mtime_ns, const std::optional<Timestamp>& before, bool ignored);

  const Wiki& wiki_;
  Timestamp now_, head_time_{};
  std::optional<Timestamp> birth_;  // of the wiki, once it was asked for
  sqlite::Statement find_, find_moved_, store_;
};

}  // namespace ai_memory
