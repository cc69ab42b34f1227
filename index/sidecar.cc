#include "index/sidecar.hh"

#include <sqlite3.h>
#include <unistd.h>

#include "index/schema.hh"
#include "index/tokenizer.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;
using sqlite::Database;

void configure(Database& database) {
  database.wait_as_usual();
  register_tokenizer(database.connection());
  database.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000");
  // Each process reads the whole log before it reads anything else: it must stay short.
  database.execute("PRAGMA wal_autocheckpoint = 100");
  // A reader that happens to close last must not pay for folding the log into the file.
  sqlite3_db_config(database.connection(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

constexpr std::string_view kRead = "SELECT count(*) FROM sqlite_schema";

// Readers and a writer side by side need the write-ahead log. Changing the mode asks for the file alone, and SQLite
// does not always wait for that by itself.
void use_write_ahead_log(Database& database) {
  if (database.text("PRAGMA journal_mode") == "wal") return;
  for (int tries = 0; tries < 200; ++tries) {
    try {
      database.text("PRAGMA journal_mode = WAL");
      return;
    } catch (const sqlite::Failure& failure) {
      if (!failure.busy()) throw;
      sqlite3_sleep(10);
    }
  }
}

void bring_up_to_date(Sidecar& sidecar, const fs::path& file, Timestamp now) {
  Database& database = sidecar.database;
  if (const auto copy = migrate(database, file, migrations()))
    sidecar.notices.push_back(file.string() + " was brought up to this program's version; as it was it is in " +
                              copy->filename().string() + ", which is no backup: pages and history are not in it");
  if (database.integer("SELECT count(*) FROM meta WHERE key = 'birth'") == 0) {
    database.prepare("INSERT OR IGNORE INTO meta VALUES ('birth', ?1)").with(now).run();
  }
}

Sidecar open_for_writing(const fs::path& file, Timestamp now) {
  Sidecar sidecar;
  sidecar.database = Database(file.string(), Database::Access::write);
  Database& database = sidecar.database;
  configure(database);
  if (database.read_only())
    throw sqlite::Failure(SQLITE_READONLY, file.string() + ": could only be opened for reading", {});
  if (!is_current(database, file, migrations().size())) use_write_ahead_log(database);
  bring_up_to_date(sidecar, file, now);
  return sidecar;
}

// The log needs memory that processes share, which network drives may refuse and full disks have no room for; a process
// that has the file to itself can do without. Where it is refused, the file keeps the old kind of journal from now on.
Sidecar open_without_log(const fs::path& file, Timestamp now, const sqlite::Failure& cause) {
  Sidecar sidecar;
  sidecar.database = Database(file.string(), Database::Access::write);
  Database& database = sidecar.database;
  database.execute("PRAGMA locking_mode = EXCLUSIVE");
  configure(database);
  database.integer(kRead);
  std::error_code none;
  if (fs::space(file, none).available > 0 || none) {
    database.text("PRAGMA journal_mode = DELETE");
    database.execute("PRAGMA locking_mode = NORMAL");
    database.integer(kRead);  // lets the others in again
  }
  bring_up_to_date(sidecar, file, now);
  sidecar.notices.push_back(
      std::string(cause.what()) +
      ": its write-ahead log cannot be used, so commands wait for each other; if the folder is on a "
      "network drive, move it to a local one (--home, AI_MEMORY_HOME), then `ai-memory reindex`");
  return sidecar;
}

// Absent when there is no file or it holds nothing yet.
std::optional<Database> open_for_reading(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return std::nullopt;
  const auto log_bytes = fs::file_size(file.string() + "-wal", ignored);
  const bool has_log = !ignored && log_bytes > 0;
  for (const auto access : {Database::Access::read, Database::Access::immutable}) {
    if (access == Database::Access::immutable && has_log) break;  // without its log the file may be of no one time
    try {
      Database database(file.string(), access);
      configure(database);
      const bool current = is_current(database, file, migrations().size());
      database.integer("SELECT count(*) FROM pages");  // the first read is what needs the log
      if (current) return database;
    } catch (const sqlite::Failure& failure) {
      if (failure.damaged()) throw;
    }
  }
  return std::nullopt;
}

bool needs_permission(const sqlite::Failure& failure) {
  return failure.code() == SQLITE_READONLY || failure.code() == SQLITE_PERM;
}

Sidecar open_without_writing(const fs::path& file, Timestamp now, const sqlite::Failure& cause) {
  const std::string folder = file.parent_path().string();
  std::error_code none;
  const bool forbidden =
      ::access(folder.c_str(), W_OK) != 0 || (fs::exists(file, none) && ::access(file.c_str(), W_OK) != 0);
  const std::string why = forbidden ? folder + " is read-only" : cause.what();
  if (auto database = open_for_reading(file)) {
    return {std::move(*database), false, {why + ": usage is not counted, and new text is not found"}};
  }
  Sidecar sidecar;
  sidecar.database = Database({}, Database::Access::memory);
  configure(sidecar.database);
  migrate(sidecar.database, file, migrations());
  sidecar.database.prepare("INSERT INTO meta VALUES ('birth', ?1)").with(now).run();
  sidecar.notices = {why + ": the index is made in memory, for this command only"};
  return sidecar;
}

// The name the damaged file has from now on; its log goes with it.
fs::path set_aside(const fs::path& file, Timestamp now) {
  std::string stamp = format_time(now);
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  fs::path aside = file;
  aside += ".damaged-" + stamp;
  for (int n = 2; fs::exists(aside); ++n) {
    aside = file;
    aside += ".damaged-" + stamp + "-" + std::to_string(n);
  }
  std::error_code error;
  fs::rename(file, aside, error);
  if (error) {
    throw Error(ErrorKind::failed, file.string() + " is damaged and cannot be moved away: " + error.message(),
                "move it yourself and run `ai-memory reindex`");
  }
  for (const char* suffix : {"-wal", "-shm"}) {
    std::error_code ignored;  // often there is none
    fs::rename(file.string() + suffix, aside.string() + suffix, ignored);
  }
  return aside;
}

// Kept rows exist nowhere else, so what can still be read of them is worth having: all or none, since a count without
// the time from which it is known would be taken for a page nobody reads.
bool salvage(Database& database, const fs::path& damaged) {
  try {
    database.prepare("ATTACH ?1 AS damaged").with(damaged.string()).run();
  } catch (const sqlite::Failure&) {
    return false;
  }
  bool all = true;
  try {
    sqlite::Transaction transaction(database);
    for (const Table& table : tables()) {
      if (table.keeping == Keeping::derived) continue;
      const std::string name(table.name);
      database.execute("INSERT OR REPLACE INTO main." + name + " SELECT * FROM damaged." + name);
    }
    transaction.commit();
  } catch (const sqlite::Failure&) {
    all = false;
  }
  try {
    database.execute("DETACH damaged");
  } catch (const sqlite::Failure&) {
    // It goes with the connection.
  }
  return all;
}

// SQLite would wait for the other end of a pipe, for ever.
void refuse_special_files(const fs::path& file) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    const fs::path part = file.string() + suffix;
    std::error_code none;
    const auto status = fs::status(part, none);
    if (none || !fs::exists(status) || fs::is_regular_file(status) || fs::is_directory(status)) continue;
    throw Error(ErrorKind::failed, part.string() + ": a pipe, socket or device, not a file",
                "move it away; the next command makes the search index anew");
  }
}

}  // namespace

Sidecar replace_sidecar(const fs::path& file, Timestamp now) {
  const fs::path aside = set_aside(file, now);
  Sidecar sidecar = open_for_writing(file, now);
  const bool kept = salvage(sidecar.database, aside);
  sidecar.notices.push_back(file.string() + " was damaged and has been made anew from the wiki; usage counts were " +
                            (kept ? "kept" : "lost") + "; the damaged file is now " + aside.filename().string());
  return sidecar;
}

Sidecar regain_log(const fs::path& file, Timestamp now) {
  try {
    Database database(file.string(), Database::Access::write);
    configure(database);
    use_write_ahead_log(database);
    database.integer(kRead);
  } catch (const sqlite::Failure&) {
    // Still refused: it is opened without.
  }
  return open_sidecar(file, now);
}

Sidecar open_sidecar(const fs::path& file, Timestamp now) {
  refuse_special_files(file);
  try {
    return open_for_writing(file, now);
  } catch (const sqlite::Failure& failure) {
    if (failure.damaged()) return replace_sidecar(file, now);
    if (!failure.unwritable()) throw;
    try {
      if (!needs_permission(failure)) return open_without_log(file, now, failure);
    } catch (const sqlite::Failure&) {
      // The first failure tells more.
    }
    return open_without_writing(file, now, failure);
  }
}

}  // namespace ai_memory
