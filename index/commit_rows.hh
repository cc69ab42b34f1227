// What history says of each path: when it was made, when its body last changed, when it went and by which run.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "index/database.hh"
#include "wiki/source_times.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

// Age counts from the newest body change (02-aging §1): by hand when the file was written, else the author time; by
// ai-memory the front matter's `updated`, else the commit time; by an import when the text was written where it came
// from. A page that moves keeps its times, also where links are rewritten for it, and so does one that is restored as
// it was.
class CommitRows {
 public:
  CommitRows(sqlite::Database& database, const Wiki& wiki);

  // Commits must come oldest first. `touched` hears of each page path the commit put or removed.
  void apply(const CommitInfo& commit, const std::vector<TreeChange>& changes,
             const std::function<void(const std::string&)>& touched);

  // Old and new names of the pages that the commits say they moved, oldest move first.
  const std::vector<std::pair<std::string, std::string>>& moves() const { return moves_; }

  // Pages of which git could not give an older text; it counts as different from the newer one.
  const std::set<std::string>& damaged() const { return damaged_; }

 private:
  struct Row {
    BlobId blob;
    Timestamp created{}, body_changed{};
    std::optional<Timestamp> restored_at, swept_at;
    bool removed = false;
  };
  std::optional<Row> find(const std::string& path);
  void put(const std::string& path, const Row& row);
  Row put_row(const CommitInfo& commit, const TreeChange& change, const std::optional<Row>& before,
              const SourceTimes* source);
  Timestamp change_time(const CommitInfo& commit, const TreeChange& change, const SourceTimes* source);
  Timestamp edit_time(Timestamp edited, const std::optional<Row>& before);
  bool same_body(const BlobId& one, const TreeChange& change);
  std::optional<std::string> text(const BlobId& blob, const std::string& path);

  const Wiki& wiki_;
  std::optional<Timestamp> birth_;  // of the wiki, once it was asked for
  sqlite::Statement find_, put_, remove_;
  std::set<std::string> damaged_;
  std::vector<std::pair<std::string, std::string>> moves_;
};

}  // namespace ai_memory
