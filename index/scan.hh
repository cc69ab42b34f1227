// What moved on disk since the files were last read, found without reading them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "index/database.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

struct MovedFile {
  PageFile file;
  BlobId known;  // what was read last under this name; empty: a new name
};

struct DiskChanges {
  std::vector<MovedFile> read;    // to be read again, by path
  std::vector<std::string> gone;  // names that were there, by path
  bool empty() const { return read.empty() && gone.empty(); }
};

// `files`: all page files, sorted by path.
DiskChanges compare_all(const sqlite::Database& database, const std::vector<PageFile>& files);
// Only these names are looked at.
DiskChanges compare_some(const sqlite::Database& database, const Wiki& wiki, const std::vector<std::string>& paths);

// The file system's own clock at this moment; the smallest value if it cannot be asked. Not the time of day of anything
// we decide: it is only compared with the times of files.
std::int64_t file_system_time_ns(const std::filesystem::path& folder);

// Whether a file could change after `read_at_ns` without its times showing it (file systems count in up to 2 s).
bool is_racy(const PageFile& file, std::int64_t read_at_ns);

}  // namespace ai_memory
