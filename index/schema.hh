// Every table of the sidecar, and how an older file becomes one of today's.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "index/database.hh"

namespace ai_memory {

// "aimm" in a file's header; tells our sidecar from any other SQLite file.
inline constexpr int kApplicationId = 0x61696d6d;

// What may be thrown away: derived rows come back from the wiki, kept rows exist nowhere else.
enum class Keeping { derived, kept };

struct Table {
  std::string_view name;
  Keeping keeping;
  std::string_view ddl;  // the table and its indexes
};
const std::vector<Table>& tables();

// Step n brings a file of version n to n + 1; step 0 makes today's tables from nothing.
using Migration = std::string;
const std::vector<Migration>& migrations();

// Brings the file to version `steps.size()` in one transaction. A file that already holds something is copied beside
// itself first; the copy's name is returned. Throws `failed` naming both versions when the file is newer, or when it is
// not ours.
std::optional<std::filesystem::path> migrate(sqlite::Database& database, const std::filesystem::path& file,
                                             const std::vector<Migration>& steps);

// Throws the same errors without changing anything; false when the file would need a migration.
bool is_current(const sqlite::Database& database, const std::filesystem::path& file, std::size_t version);

// Drops the derived tables and makes them empty again. Call within a transaction.
void clear_derived(sqlite::Database& database);

}  // namespace ai_memory
