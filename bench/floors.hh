// The least that an operation can cost, measured with as little as possible around it.
#pragma once

#include <filesystem>
#include <string>

#include "index/database.hh"

namespace ai_memory {

// Writes the file beside its place, fsyncs it, renames it and fsyncs the folder.
void write_file_safely(const std::filesystem::path& file, const std::string& text);

// One file as a commit on HEAD without git's index: blob, trees of its path, commit, all fsync'd.
void commit_without_index(const std::filesystem::path& repository, const std::string& path, const std::string& text);

// stat of every file below `folder`, .git left out; returns how many.
std::size_t stat_walk(const std::filesystem::path& folder);

// The sidecar's tables, by plain SQL on a connection that stays open.
class SidecarFloor {
 public:
  explicit SidecarFloor(const std::filesystem::path& sidecar);
  // Reads what scores are made of from every row; returns how many rows.
  std::size_t scan_rows() const;
  // The ten best rows for one word, by SQLite's own ranking.
  std::size_t match_rows(const std::string& word) const;

 private:
  sqlite::Database database_;
};

}  // namespace ai_memory
