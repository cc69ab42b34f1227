// The file state/memory.sqlite: opened, made, mended or, where nothing may be written, read as it stands.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "index/database.hh"
#include "wiki/time.hh"

namespace ai_memory {

struct Sidecar {
  sqlite::Database database;
  bool writable = true;              // false: the folder or the file is read-only
  std::vector<std::string> notices;  // what was found wrong and done about it, one line each
};

// A damaged file is set aside under another name and made anew, with its usage counts if they can still be read.
// Where no file exists and none can be made, the index lives in memory. Throws `failed` for a file that is newer than
// this program or not ours.
Sidecar open_sidecar(const std::filesystem::path& file, Timestamp now);

// Tries the write-ahead log again where it could not be used once. The caller has closed the file.
Sidecar regain_log(const std::filesystem::path& file, Timestamp now);

// As for a damaged file, whatever its state. The caller has closed it.
Sidecar replace_sidecar(const std::filesystem::path& file, Timestamp now);

}  // namespace ai_memory
